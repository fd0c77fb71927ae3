import { entities } from '#app/entities.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-cache.ts'

const pages = entities.flatMap(({ page }) => page ?? [])
const cache = createContentCache<{ path: string; label: string }[]>(1)

/** The pages that exist only while they have content, as far as they exist at present: for the footer and the sitemap. */
export const contentPages = (database: Database, config: Config): Promise<{ path: string; label: string }[]> =>
  cache(database, 'pages', async () => {
    const found: Record<string, unknown> = await database.db
      .selectNoFrom(({ exists }) => pages.map(({ path, rows }) => exists(rows(database, config).select('id')).as(path)))
      .executeTakeFirstOrThrow()
    return pages.filter(({ path }) => found[path]).map(({ path, label }) => ({ path, label }))
  })
