import type { Visit } from '#contract/visit.ts'
import type { AppContext } from '#server/feature.ts'
import { countingOf } from './counting-settings.shared.server.ts'
import type { Goal } from './figures.contract.ts'
import { addGoal } from './sums.server.ts'

type Parts = Pick<AppContext, 'config' | 'database' | 'site'>

/**
 * Where a visit came from: the site before its first page, else the source that its campaign names. It is '' (typed or unknown) only for a form on the
 * first page, which may say so by an empty referrer, else '?' (not known).
 * @param formPath the page of the form, if the browser's script has said which pages came before
 */
export function sourceOf({ page, read = [], referrer, campaign }: Visit, formPath?: string): string {
  const isFirst = formPath !== undefined && page === formPath && read.every((path) => path === formPath)
  return (referrer || campaign?.source) ?? (isFirst || referrer === '' ? '' : '?')
}

/** Counts the result of a visit, after it is stored; a site to ignore is not its source. Nothing about the person is stored with it. Never call it in a transaction: it reads the settings. */
export async function countGoal(
  { config, database, site }: Parts,
  goal: Goal,
  visit: Visit,
  formPath?: string,
): Promise<void> {
  const { count, ignores } = countingOf(await site.now())
  if (!count) return
  const { page = '', campaign, referrer } = visit
  const source = referrer !== undefined && ignores(referrer) ? '?' : sourceOf(visit, formPath)
  addGoal({ config, database }, { goal, path: page, source, campaign: campaign?.name ?? '', subject: '' })
}
