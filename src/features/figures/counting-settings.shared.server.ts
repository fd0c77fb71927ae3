import type { ConfigNow } from '#server/site-config/site-config.ts'
import { countingDefaults, hostsIn } from './counting-settings.contract.ts'

/** Whether the site counts, and whether views from a host are left out. */
export function countingOf({ own }: Pick<ConfigNow, 'own'>) {
  const fields = { ...countingDefaults, ...own?.['counting'] }
  const ignored = hostsIn(fields.ignoredHosts)
  return {
    count: fields.count,
    ignores: (host: string) => ignored.some((one) => host === one || host.endsWith(`.${one}`)),
  }
}
