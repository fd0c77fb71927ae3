import { exportedRedirects } from '#features/redirects/redirects.shared.server.ts'
import type { Table } from '#server/database/table.ts'
import type { Entity, SideTable } from '#server/record/entity.ts'
import { siteSettings } from '#server/site-config/site-settings.table.ts'

/** A table whose rows are in every export, with all their columns. */
export type ExportedTable = SideTable & { entity?: Entity }

/** Columns that follow from others, or say that a record is in the trash, which no export has. */
const leftOut = new Set(['renderedHtml', 'renderedHeadings', 'renderedTexts', 'renderedBy', 'deletedAt', 'deletedBy'])

export const exportedColumns = ({ columns }: Table): string[] =>
  Object.keys(columns).filter((name) => !leftOut.has(name))

/** Records that others name come first, so that they exist when these are read back. Entities that are not named follow those that are. */
const order = [
  'authorProfiles',
  'instructors',
  'mediaItems',
  'mediaAliases',
  'services',
  'products',
  'courses',
  'faqs',
  'testimonials',
  'cases',
  'blogs',
  'openings',
  'savedReplies',
  'pages',
  'cohorts',
]
/** These come last: settings have the topics of newsletters. */
const last = [
  'blogPastSlugs',
  'coursePastSlugs',
  'casePastSlugs',
  'pagePastPaths',
  'siteSettings',
  'newsletters',
  'postMails',
  'notifications',
  'redirects',
]

/** All tables of an export, in the order in which they are read back. */
export function exportedTables(entities: Entity[]): ExportedTable[] {
  const all = entities
    .filter(({ people }) => !people)
    .flatMap((entity): ExportedTable[] => {
      const { table, parts, sides = [] } = entity
      return [{ table, entity, key: 'id', ...(parts && { parts }) }, ...sides]
    })
  const rank = ({ table: { name } }: ExportedTable) => {
    if (order.includes(name)) return order.indexOf(name)
    return last.includes(name) ? order.length + 1 + last.indexOf(name) : order.length
  }
  return [...all, { table: siteSettings, key: 'id' }, exportedRedirects].toSorted(
    (one, other) => rank(one) - rank(other),
  )
}
