import { entities } from '#app/entities.server.ts'
import type { Config } from '#server/config/config.ts'
import { changeContent } from '#server/database/content-version.ts'
import { storeValue } from '#server/database/rows.ts'
import { clearSearch } from '#server/database/search.ts'
import { searchRule, searchRuleName } from '#server/database/search-terms.ts'
import { withSite } from './admin-commands.ts'

/** Rebuilds the full-text search index from the stored records. @returns how many there are of each kind */
export const reindex = (config: Config): Promise<string> =>
  withSite(config, async (database) => {
    await database.transaction(clearSearch)
    const counts: string[] = []
    for (const { plural, reindex } of entities)
      if (reindex) counts.push(`${plural.toLowerCase()}: ${(await reindex(database, config)).toLocaleString('en')}`)
    await storeValue(database.db, searchRuleName, searchRule)
    // Discards cached results.
    await changeContent(database, async () => {})
    return `The search index is rebuilt (${counts.join(', ')})`
  })
