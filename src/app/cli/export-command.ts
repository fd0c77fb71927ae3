import { resolve } from 'node:path'
import { entities } from '#app/entities.server.ts'
import { groups } from '#features/settings/settings.contract.ts'
import { exportToFolder } from '#features/transfer/exporting/export-folder.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import { createSiteConfig, knownPublicUrl } from '#server/site-config/site-config.ts'
import { withSite } from './site-commands.ts'

/** Writes all content into a folder, while the site runs or not. It says how far it is, and ends with Ctrl+C. */
export const exportSite = (config: Config, folder: string, people: boolean): Promise<string> =>
  withSite(config, async (database) => {
    // Without the environment of the site the address is the one that the site has used last.
    const publicUrl = (await knownPublicUrl(database, config)) ?? config.publicUrl
    const context = { config: { ...config, publicUrl }, database, entities }
    const site = createSiteConfig(context, groups)
    const { signal } = new AbortController()
    const count = await exportToFolder({ ...context, site }, resolve(folder), { people, signal, say: console.log })
    return `${count.toLocaleString('en')} files are in ${resolve(folder)}`
  })
