import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { contains, hasOneWith } from '#server/database/dialect.ts'
import type { Entity } from '#server/record/entity.ts'
import { type ContentItem, type ContentItemQuery, itemKinds } from '../ground/transfer.contract.ts'
import { type ContentItemRow, contentItems } from '../ground/transfer.table.ts'

/** The outcomes and kinds of items in tables. */
export const outcomeNames = {
  new: 'New',
  changed: 'Changed',
  here: 'Already here',
  leftOut: 'Left out',
  failed: 'Failed',
} as const
export const kindNames = {
  post: 'Posts',
  page: 'Pages',
  record: 'Other records',
  author: 'Authors',
  file: 'Images and files',
  redirect: 'Redirects',
  other: 'Others',
} as const

/** Records of an export of this program that are no entity of their own. */
const partNames: Record<string, string> = {
  authorProfiles: 'Author',
  instructors: 'Instructor',
  images: 'Image or file',
  mediaItems: 'Entry of the library',
  mediaAliases: 'Former image',
  siteSettings: 'Settings',
  redirects: 'Redirect',
  postMails: 'Email of a post',
  notifications: 'Sent email',
}

type Entities = Pick<Entity, 'table' | 'label'>[]

/** The name of a record in an export of this program: 'Course'. */
const recordName = (table: string, entities: Entities): string | undefined =>
  partNames[table] ??
  entities.find((one) => one.table.name === table)?.label ??
  (/Past(?:Slugs|Paths)$/.test(table) ? 'Former address' : undefined)

/** Posts come first, files and the rest last. */
const kindPlace = sql<number>`case "kind" ${sql.join(
  itemKinds.map((kind, place) => sql`when ${sql.lit(kind)} then ${sql.lit(place)}`),
  sql` `,
)} end`

/** The items of a report that a query asks for, by kind and then in the order of the source. */
export const itemList = (database: Database, importId: string, { note, subject, ...query }: ContentItemQuery) =>
  database.db
    .selectFrom('contentItems')
    .select(['place', 'kind', 'title', 'outcome', 'reason', 'plan', 'notes', 'entity', 'recordId', 'done'])
    .where('importId', '=', importId)
    .$if(query.kind !== undefined, (some) => some.where('kind', '=', query.kind ?? 'post'))
    .$if(query.outcome !== undefined, (some) => some.where('outcome', '=', query.outcome ?? 'new'))
    .$if(query.noted === true, (some) => some.where('noted', '=', true))
    .$if(query.noted === false, (some) => some.where('noted', '=', false))
    .$if(note !== undefined || subject !== undefined, (some) =>
      some.where(hasOneWith(database.db, 'notes', { ...(note && { kind: note }), ...(subject && { subject }) })),
    )
    .$if(Boolean(query.search), (some) =>
      some.where(contains(database, ['contentItems.title', 'contentItems.sourceId'], query.search ?? '')),
    )
    .orderBy(kindPlace)
    .orderBy('place')

type ShownItem = Pick<
  ContentItemRow,
  'place' | 'kind' | 'title' | 'outcome' | 'reason' | 'plan' | 'notes' | 'entity' | 'recordId' | 'done'
>

export function toItem(
  { place, kind, title, outcome, reason, plan, notes, entity, recordId, done }: ShownItem,
  entities: Entities = [],
): ContentItem {
  const { status, date, from, to } = plan ?? {}
  const exists = (done || outcome === 'here') && entity !== undefined && recordId !== undefined
  return {
    ...{ place, kind, title, outcome, reason, status, date, from, to, notes },
    ...(kind === 'record' && { called: recordName(entity ?? '', entities) }),
    ...(exists && { record: { entity, _id: recordId } }),
  }
}

type Cell = (row: Record<string, unknown>) => string

/** The columns of a report as CSV. */
export function reportColumns(entities: Entities): Record<string, Cell> {
  /** The text of a cell, from a row as the database has it. */
  const cell =
    (text: (item: ContentItem) => string | undefined): Cell =>
    (row) =>
      text(toItem(contentItems.decode(row as never) as ShownItem, entities)) ?? ''
  return {
    Title: cell(({ title }) => title),
    Kind: cell(({ kind, called }) => called ?? kindNames[kind]),
    Outcome: cell(({ outcome }) => outcomeNames[outcome]),
    Reason: cell(({ reason }) => reason),
    Status: cell(({ status }) => status),
    Date: cell(({ date }) => date),
    From: cell(({ from }) => from),
    To: cell(({ to }) => to),
    Notes: cell(({ notes }) => notes.map(({ sentence }) => sentence).join('\n')),
  }
}
