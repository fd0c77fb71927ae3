import { textsColumns } from '#content/render/stored-rendering.ts'
import { lifecycleColumns } from '#server/database/lifecycle.ts'
import { boolean, json, orderedTable, type Stored, table, text } from '#server/database/table.ts'
import { appearanceColumns } from '#server/record/publication.ts'
import type { StoredSection } from './pages.contract.ts'
import { wordsOfSections } from './section-words.ts'

/** Pages that staff build. `path` is the address without the slash before it; `listed` ones are in the footer and the sitemap. */
export const pages = orderedTable('pages', {
  title: text(),
  path: text(),
  sections: json<StoredSection[]>(wordsOfSections),
  listed: boolean(),
  ...appearanceColumns,
  ...lifecycleColumns,
  ...textsColumns,
})

/** The former paths of pages, whose requests are redirected. */
export const pagePastPaths = table('pagePastPaths', { path: text(), pageId: text() })

declare module '#server/database/schema.ts' {
  interface Schema {
    pagePastPaths: Stored<typeof pagePastPaths>
    pages: Stored<typeof pages>
  }
}
