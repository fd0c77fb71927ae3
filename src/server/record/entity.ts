import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { decoded } from '#contract/addresses.ts'
import type { MarkedText } from '#contract/fields.ts'
import type { AskedForm } from '#contract/own-fields.ts'
import type { Permission } from '#contract/roles.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { addressOf, flagOf, isLive, presentRows } from '#server/database/lifecycle.ts'
import type { ContentList } from '#server/database/list-pages.ts'
import type { AnyRows } from '#server/database/long-reads.ts'
import { deleteRow } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'
import type { CsvTable } from '#server/http/long-lists.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { type Publishing, writeAccessOf } from './publishing.ts'

/**
 * One kind of record, as code for records of all kinds sees it. The columns of its table say what else its records have: a
 * trash (`trashColumns`), a schedule (`scheduleColumns`), an address (`slug` or `path`), a search appearance (`appearanceColumns`).
 */
export type Entity = {
  /** Its name is that of the entity in calls: `/trash/courses/…`. */
  table: Table
  /** The answer to staff about one record, which describes its fields in an export too. */
  record?: z.ZodMiniType
  /**
   * Said of records about people. An export leaves them out, unless it is with people: then it has these tables. All other entities are in every export,
   * with all their columns.
   */
  people?: (context: PeopleContext) => Promise<PeopleTable[]>
  /** The columns that name the records to which these belong, by the tables of these. Without such a one, a record is in no export. */
  parts?: Record<string, string>
  /** Further tables with what belongs to its records, for exports. */
  sides?: SideTable[]
  /** The name of one record: 'Course'. */
  label: string
  /** The name of several: 'Courses'. */
  plural: string
  nameColumn: string
  /** Its name in the paths of its calls, if that is not the table's. */
  calls?: string
  /** The name of a record in the trash and the activity log, if its column says too little: a select of one column. */
  fullName?: RawBuilder<string>
  /** The columns that the finder searches; none for what it leaves out. */
  foundBy: string[]
  /** The column with the id of the record of which one has become a part. The finder shows that one only. */
  partOf?: string
  /** The source of the full-text index in which the finder searches words too. */
  wordsOf?: string
  /** The sentences with the words of a search in these records, by their ids, for those whose name does not have them. */
  excerptsOf?(database: Database, ids: string[], search: string): Promise<Map<string, MarkedText>>
  /** The column that says whether staff have published a record. Left out, visitors see no record. */
  flag?: 'active' | 'published' | undefined
  /** Whether colleagues and guests review its records. Guests see one at its preview link (`previewRoute`), which staff can share without a review too. */
  reviewed?: true
  /** The permissions to see and change its records. Where `toPublish` names another permission, those without it change drafts only. */
  access: { read: Permission; write: Permission }
  /** How its records reach people outside, if that is not by the flag and the schedule. */
  publishing?: Publishing
  /** The path before the slug of a record's own page: '/courses'; '' where records have their whole paths. */
  path?: string
  /** Where links to its records lead. It follows from `path`; left out, texts cannot link to its records. */
  linked?: LinkedPages | undefined
  /** The former slugs or paths of its records, which lead to the present ones. */
  formerSlugs?(database: Database): Promise<{ slug: string; id: string }[]>
  /** The records that have such pages, for the sitemap. */
  addresses?: ContentList
  /** A page that exists only while visitors see a record. The footer links to it. */
  page?: ContentPage
  /** The records that the footer lists, in their order: their names as `label`, and their paths without the first slash as `to`. */
  footer?(db: Db, now: string): AnyRows
  /** The form at a record that visitors answer with `POST /contact`. */
  form?: RecordForm
  /** Events on the company's days, such as the start of a course, besides the scheduled ones. */
  days?(database: Database, from: string, until: string): Promise<PlannedDay[]>
  /** The columns with times at which public pages change, besides those of a schedule. */
  boundaries?: string[]
  /** Indexes all records for the full-text search again. @returns how many; left out where there is no such search */
  reindex?(database: Database, config: Config, signal?: AbortSignal): Promise<number>
  /** Runs before a record comes back from the trash, and may change or refuse it. */
  beforeRestore?(trx: Transaction, id: string, context: RestoreContext): Promise<unknown>
  /** Throws an HttpError while another record needs this one, which then stays in the trash. */
  refuseErasure?(trx: Transaction, id: string): Promise<void>
  /** Deletes a record for good, with all that belongs to it. */
  erase(trx: Transaction, id: string): Promise<unknown>
}

/** Says what of the program needs the path of a page without its first slash: 'the page Courses', 'this program'; undefined for a free one. */
export type PathOwner = (path: string) => Promise<string | undefined>

/** A table whose rows are in every export, with all their columns. */
export type SideTable = {
  table: Table
  /** The unique column by which its rows are read. */
  key: string
  parts?: Record<string, string>
  /** The columns that a row needs to be exported. */
  only?: string[]
}

type PeopleContext = { config: Config; database: Database; site: SiteConfig }
/** A table of people as CSV, by the rows of one table. */
// biome-ignore lint/suspicious/noExplicitAny: each has the columns of its own table
type PeopleTable = CsvTable<any> & { name: string }

/** The context for a record that comes back from the trash. */
type RestoreContext = { config: Config; pathOwner: PathOwner }

/** An event on a day, YYYY-MM-DD. `id` and `name` are those of the record of the entity `of` to which it belongs. */
export type PlannedDay = { of: string; id: string; name: string; what: 'starts' | 'closes'; day: string }

type RecordForm = {
  /** The field of the message that names the record. */
  key: 'openingId' | 'pageId'
  /** @param part its position, where a record has several @returns undefined where visitors see no form now */
  find(context: { config: Config; database: Database }, id: string, part?: number): Promise<AskedForm | undefined>
}

type ContentPage = { path: string; label: string; rows: (database: Database, config: Config) => AnyRows }

/** The kind of a record that colleagues and guests review, and colleagues remark on; undefined for all others. */
export const reviewedEntity = (entities: Entity[], name: string): Entity | undefined =>
  entities.find(({ table, reviewed }) => reviewed && table.name === name)

/** The differences from an entity of content that is one row of its table. */
export type EntityRules = Pick<Entity, 'label'> & Partial<Omit<Entity, 'table' | 'label'>>

/** Describes an entity. Omitted properties follow from the table and the label: the plural has an s, and its records are content. */
export function defineEntity(table: Table, { label, ...rules }: EntityRules): Entity {
  const nameColumn = 'title' in table.columns ? 'title' : 'name'
  const flag = flagOf(table)
  const entity: Entity = {
    table,
    label,
    plural: `${label}s`,
    nameColumn,
    foundBy: [rules.nameColumn ?? nameColumn],
    flag,
    linked: flag && rules.path !== undefined ? pagesBySlug(table, flag, rules.path) : undefined,
    access: { read: 'staff', write: writeAccessOf(table) },
    erase: (trx, id) => deleteRow(trx, table, id),
    ...rules,
  }
  ofTables.set(table.name, entity)
  return entity
}

const ofTables = new Map<string, Entity>()
/** The entity of a table, for code that has only the table. */
export const entityOf = ({ name }: Pick<Table, 'name'>): Entity | undefined => ofTables.get(name)

/** Where visitors find the records of an entity, for links that keep the record. */
type LinkedPages = {
  /** The page of all records, if there is one. A link leads there while visitors do not see its record. */
  list?: string
  /** The current addresses of those of these records that visitors see, by their ids. */
  find(database: Database, ids: string[]): Promise<Map<string, string>>
  /** The id of the record at an address of the site. */
  at(database: Database, url: URL): Promise<string | undefined>
}

/** The names of an entity in permanent addresses: `/go/pages/{id}`, and as people say it, `/go/page/{id}`. */
export const linkNames = ({ table, label }: Entity): string[] => [table.name, label.toLowerCase()]

/** The path of the page of a record with this slug or path. @param path that of its entity */
export const pathTo = (path: string, slug: string): string =>
  `${path}/${slug.split('/').map(encodeURIComponent).join('/')}`

/** The slug or path of a record in the path of its page; undefined for a path that no page of the entity can have. */
export const slugIn = (path: string, pathname: string): string | undefined =>
  pathname.startsWith(`${path}/`) ? decoded(pathname.slice(path.length + 1)) : undefined

/** Those of an entity whose records have pages with their slug or path. */
function pagesBySlug(table: Table, flag: string, path: string): LinkedPages {
  const column = addressOf(table) as string
  return {
    ...(path && { list: path }),
    async find({ db, now, today }, ids) {
      const rows = await presentRows(db, table)
        .select(['id', `${column} as slug`])
        .where('id', 'in', ids)
        .where(isLive(table, flag, now(), today()))
        .execute()
      return new Map(rows.map(({ id, slug }) => [id, pathTo(path, slug)]))
    },
    async at({ db }, { pathname }) {
      const slug = slugIn(path, pathname)
      if (slug === undefined) return undefined
      return (await presentRows(db, table).select('id').where(column, '=', slug).executeTakeFirst())?.id
    },
  }
}
