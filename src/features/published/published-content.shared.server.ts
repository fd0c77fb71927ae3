import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { LinkContext } from '#content/render/record-links.ts'
import { renderingNames, shownText } from '#content/render/stored-rendering.ts'
import type { Heading, Person } from '#contract/fields.ts'
import type { StaffListQuery } from '#contract/lists.ts'
import { appearanceNames } from '#contract/search-appearance.ts'
import { coverFocus, toPosition } from '#media/server/media-uses.ts'
import type { Database } from '#server/database/connect.ts'
import { byText, contains, sorted } from '#server/database/dialect.ts'
import { isInState, isLive, isPresent, scheduleStates } from '#server/database/lifecycle.ts'
import { type ContentList, inOrder, pageOf, pagesFor, readPage } from '#server/database/list-pages.ts'
import { type AnyRows, readerFor } from '#server/database/long-reads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import { findMatches, mostMatches, type Searchable } from '#server/database/search.ts'
import type { Row, Table } from '#server/database/table.ts'
import { onlyProposed } from '#server/record/proposals.ts'
import { marksIn, onlyInReview, toMarks } from '#server/record/reviews.ts'
import { sluggedRows } from '#server/record/slugged.ts'

/** Visitors see live records; staff see all that are not in the trash, and who changed them last. */
export type Reader = 'visitor' | 'staff'

/** An entity with its own pages: its records have a slug, a long text and a person, such as posts with their authors. */
export type PublishedKind<T extends Table, Text extends string, As extends string> = {
  table: T
  /** The column that says whether staff have published a record, and its words in the staff's filter. */
  flag: keyof T['columns'] & string
  statuses: [on: string, off: string]
  /** The column of the text, which is too long to load in lists. */
  text: Text
  /** The person: their field in answers, their table, and the column with their id. */
  person: { as: As; table: Table; column: keyof T['columns'] & string }
  /** The table of the slug history, and its column for the record's id. */
  history: { table: Table; idColumn: string }
  /** The name of the entity in the search index. */
  source: string
  /** The searchable texts of a record; `text` is its content without the markup. */
  toSearchable(row: Row<T>, text: string): Searchable
  /** The columns by which visitors filter the list, with the values of each. A list with another value is empty. */
  filters: Record<string, readonly unknown[]>
  /** The flag whose records staff put into an order, in the column `order`. */
  placed?: keyof T['columns'] & string
  /** The columns in which the staff's search looks. */
  searched: string[]
  /** The columns by which staff sort their list, besides `title`, `category` and `createdAt`. */
  sortKeys?: Record<string, RawBuilder<unknown>>
}

const staffNames = ['version', 'updatedBy', 'publishAt', 'unpublishAt', 'dateShown'] as const
const hiddenNames = [...renderingNames, ...appearanceNames, 'publishedAt', 'deletedAt', 'deletedBy'] as const
type HiddenName = (typeof hiddenNames)[number]

type StaffItem<T, Text extends string, As extends string> = Omit<Row<T>, 'id' | Text | HiddenName> & {
  _id: string
  /** As CSS positions the picture. */
  imageFocus: string | undefined
  changesWaiting: boolean | undefined
  inReview: boolean | undefined
  proposed: string | undefined
} & { [Field in As]: Person & { _id: string } }
type ListItem<T, Text extends string, As extends string> = Omit<StaffItem<T, Text, As>, (typeof staffNames)[number]>
type ShownRecord<T, Text extends string, As extends string> = ListItem<T, Text, As> & { headings: Heading[] } & {
  [Field in Text | `${Text}Html`]: string
}

/** A person, with the title and the slug of their newest record. */
export type PublicPerson = { name: string; bio: string; avatarUrl: string | null; title: string; slug: string }

type ListQuery = { page?: number | undefined; limit: number; search?: string | undefined }

/** The queries and writes of an entity with its own pages. The answers may have columns that a contract does not name: the serializer drops them. */
export function publishedContent<T extends Table, Text extends string, As extends string>(
  kind: PublishedKind<T, Text, As>,
) {
  const { table, flag, statuses, text, person, source, filters, placed, searched, sortKeys } = kind
  const column = (name: string) => `${table.name}.${name}`
  const keys: [time: string, id: string] = [column('createdAt'), column('id')]

  const present = ({ db }: Pick<Database, 'db'>): AnyRows => anyTable(db).selectFrom(table.name).where(isPresent(table))
  const rowsFor = (reader: Reader, db: Database['db'], now: string): AnyRows =>
    reader === 'staff'
      ? present({ db })
      : anyTable(db)
          .selectFrom(table.name)
          .where(isLive(table, flag, now))

  /** Selects records with their person, without the text. */
  const withPerson = (rows: AnyRows, reader: Reader = 'visitor'): AnyRows =>
    rows
      .innerJoin(person.table.name, `${person.table.name}.id`, column(person.column))
      .select(table.select([text, ...hiddenNames, ...(reader === 'staff' ? [] : staffNames)]))
      .select(['name', 'avatarUrl', 'bio'].map((name) => `${person.table.name}.${name} as person_${name}`))
      .select(coverFocus(table))

  /** Maps a row of `withPerson`. */
  function toSummary(row: object): ListItem<T, Text, As> {
    const decoded = table.decode(row) as Record<string, unknown>
    const { id, person_name: name, person_avatarUrl: avatarUrl, person_bio: bio, imageFocus, ...columns } = decoded
    return {
      ...columns,
      ...toMarks(columns),
      _id: id,
      imageFocus: toPosition(imageFocus as string | undefined),
      [person.as]: { _id: columns[person.column], name, avatarUrl, bio },
    } as never
  }
  const toStaffSummary = toSummary as (row: object) => StaffItem<T, Text, As>

  /** The records that a reader may see, with these values. */
  const list = (reader: Reader, values: Record<string, unknown> = {}): ContentList => ({
    table: table.name as keyof Schema,
    key: `${table.name} ${reader} ${JSON.stringify(values)}`,
    ...(placed && values[placed] === true && { first: column('order') }),
    rows: (db, now) =>
      Object.entries(values).reduce(
        (rows, [name, value]) => (value === undefined ? rows : rows.where(column(name), '=', value)),
        rowsFor(reader, db, now),
      ),
  })

  /** One page of records, newest first, or best matches first in a search, which counts them too, as far as it looks. Staff get all matches unless they name a page. */
  async function listPage(
    database: Database,
    query: ListQuery,
    reader: Reader = 'visitor',
  ): Promise<{ items: ListItem<T, Text, As>[]; totalPages: number; total?: number | undefined }> {
    const values: Record<string, unknown> = {}
    for (const [name, known] of Object.entries(filters)) {
      const value = (query as Record<string, unknown>)[name]
      if (value === undefined || value === '') continue
      if (!known.includes(value)) return { items: [], totalPages: 0 }
      values[name] = value
    }
    const most = mostMatches[reader]
    const search = query.search?.trim() && {
      source,
      query: query.search,
      category: values['category'] as string | undefined,
      most,
    }
    const allAtOnce = search && reader === 'staff' && query.page === undefined
    const page = allAtOnce ? { page: 1, limit: most } : { page: query.page ?? 1, limit: query.limit }
    const found = list(reader, values)
    const { ids, count } = search
      ? pageOf(await findMatches(database, search, found), page)
      : await readPage(database, found, page)
    const totalPages = pagesFor(count, page)
    if (ids.length === 0) return { items: [], totalPages }
    const rows = await withPerson(present(database).where(keys[1], 'in', ids), reader).execute()
    return { items: inOrder(rows, ids).map(toSummary), totalPages, ...(search && count < most && { total: count }) }
  }

  /** All that staff see in the public list, with these values, without an order. */
  const allListed = async (database: Database, values: Record<string, unknown>) =>
    withPerson(list('staff', values).rows(await readerFor(database, table.name as keyof Schema), ''), 'staff')

  const texts = [text, 'renderedHtml', 'renderedHeadings'].map(column)
  async function toShown(context: LinkContext, row: object): Promise<ShownRecord<T, Text, As>> {
    const found = toSummary(row) as Record<string, unknown>
    const { html, headings } = await shownText(context, found[text] as string, found)
    return { ...found, [`${text}Html`]: html, headings } as never
  }

  /** A record by id or slug, with its text as typed and rendered. */
  async function find(context: LinkContext, idOrSlug: string, reader: Reader = 'visitor') {
    const { database } = context
    const named = rowsFor(reader, database.db, database.now()).where((row) =>
      row.or([row(keys[1], '=', idOrSlug), row(column('slug'), '=', idOrSlug)]),
    )
    const row = await withPerson(named, reader).select(texts).executeTakeFirst()
    return row && toShown(context, row)
  }

  /** A record as its form loads it. */
  async function findForStaff(database: Database, id: string) {
    const row = await withPerson(present(database).where(keys[1], '=', id), 'staff')
      .select([...appearanceNames, text].map(column))
      .executeTakeFirst()
    return row && (toSummary(row) as StaffItem<T, Text, As> & Pick<Row<T>, (Text | HiddenName) & keyof Row<T>>)
  }

  /** The text of a record, if it has never been rendered. */
  async function findUnrendered(database: Database, id: string): Promise<string | undefined> {
    const rows = present(database).where(keys[1], '=', id).where(column('renderedHtml'), 'is', null)
    return (await rows.select(column(text)).executeTakeFirst())?.[text]
  }

  const newestFirst = (rows: AnyRows): AnyRows => rows.orderBy(keys[0], 'desc').orderBy(keys[1], 'desc')

  /** The people with a record that visitors see, each with the newest one. The caller puts them into order. */
  function publicPeople({ db, now }: Database): AnyRows {
    const newest = newestFirst(rowsFor('visitor', db, now()))
      .where(column(person.column), '=', sql.ref(`${person.table.name}.id`))
      .select(keys[1])
      .limit(1)
    const people = anyTable(db).selectFrom(person.table.name).select(['id', 'name', 'bio', 'avatarUrl'])
    return anyTable(db)
      .selectFrom(people.select(newest.as('newestId')).as('person'))
      .innerJoin(table.name, keys[1], 'person.newestId')
      .select(['person.name', 'person.bio', 'person.avatarUrl', column('title'), column('slug')])
  }

  function hasStatus(rows: AnyRows, status: string, now: string): AnyRows {
    if (status === statuses[0]) return rows.where(isLive(table, flag, now))
    if (status === 'review') return rows.where(onlyInReview(table))
    if (status === 'proposed') return rows.where(onlyProposed(table))
    const state = scheduleStates.find((name) => name === status)
    if (state) return rows.where(isInState(table, flag, state, now))
    return rows.where((row) => (status === statuses[1] ? row(column(flag), '=', false) : row.lit(false)))
  }

  /** The staff's list, without an order. */
  async function staffRows(
    database: Database,
    { search, status }: StaffListQuery,
    narrow: (rows: AnyRows) => AnyRows = (rows) => rows,
  ): Promise<SelectQueryBuilder<Schema, keyof Schema, { id: string }>> {
    const db = await readerFor(database, table.name as keyof Schema)
    let rows = present({ db })
    if (search) rows = rows.where(contains({ db }, searched.map(column), search))
    if (status) rows = hasStatus(rows, status, database.now())
    return withPerson(narrow(rows), 'staff').select(marksIn(table))
  }

  /** Puts the staff's list into its order: newest first unless `sort` says otherwise. */
  const inListOrder = (
    { db }: Database,
    rows: SelectQueryBuilder<Schema, keyof Schema, { id: string }>,
    sort = '-createdAt',
  ) => {
    const usual = { title: byText(db, column('title')), category: byText(db, column('category')) }
    if (placed && sort === 'order') return newestFirst(rows.orderBy(sql.ref(column('order'))) as AnyRows) as typeof rows
    return sorted(rows, sort, { ...usual, createdAt: sql.ref(keys[0]), ...sortKeys }, keys[1])
  }

  return {
    ...sluggedRows({ ...kind, publicColumn: flag }),
    kind,
    keys,
    present,
    withPerson,
    toSummary,
    toStaffSummary,
    list,
    listPage,
    allListed,
    texts,
    toShown,
    find,
    findForStaff,
    findUnrendered,
    newestFirst,
    publicPeople,
    staffRows,
    inListOrder,
  }
}
