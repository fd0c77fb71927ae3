import { reservedSlugs } from '#contract/fields.ts'
import { latinSlugOf, slugOf } from '#contract/slugs.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { addressOf, isLive, wasPublic } from '#server/database/lifecycle.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import { anyTable, deleteRow, insertRow, type NewRow } from '#server/database/rows.ts'
import { indexForSearch, removeFromSearch, type Searchable } from '#server/database/search.ts'
import type { Row, Table } from '#server/database/table.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { Step } from './change-record.ts'

/** An entity whose records have a slug, or a path, as a case study and a page have. Former ones redirect to the current one. */
type HistoryOf<T extends Table> = {
  table: T
  /** The column that says whether a record is public. */
  publicColumn: keyof T['columns'] & string
  /** The table of the former ones, in a column of the same name, and its column for the record's id. */
  history: { table: Table; idColumn: string }
}

/** One whose texts visitors search, such as a post. */
type SluggedEntity<T extends Table> = HistoryOf<T> & {
  /** The name of the entity in the search index. */
  source: string
  /** The searchable texts of a record; `text` is its content without the markup. */
  toSearchable(row: Row<T>, text: string): Searchable
}

/** How many records `reindex` reads at once. */
const batchSize = 20

/** A slug or a path that no record of the table has: this one, or else the same with a number. */
export async function unusedSlug(db: Db, table: Table, slug: string): Promise<string> {
  const column = addressOf(table) as string
  const cut = (most: number) => slug.slice(0, most).replace(/[-/]+$/, '')
  for (let number = 1; ; number++) {
    const free = number === 1 ? cut(200) : `${cut(190)}-${number}`
    const taken = await anyTable(db).selectFrom(table.name).select('id').where(column, '=', free).executeTakeFirst()
    if (!taken) return free
  }
}

/**
 * A slug that no record of the table has, from a title in any script.
 * @param label the name of one record: that of a title without letters
 */
export async function slugFromTitle(db: Db, table: Table, title: string, label: string): Promise<string> {
  const { default: anyAscii } = await import('any-ascii')
  const made = latinSlugOf(title.toWellFormed().slice(0, 500), anyAscii)
  const isOwn = made !== '' && !reservedSlugs.includes(made)
  return unusedSlug(db, table, isOwn ? made : slugOf(`${made} ${label}`))
}

/** How many records with one made slug may be made at once. */
const mostAttempts = 10

/** Makes a record whose slug its caller does not send; with another slug, where someone has made a record with this one meanwhile. */
export async function withMadeSlug<Made>(table: Table, make: () => Promise<Made>): Promise<Made> {
  const isTaken = (error: unknown) =>
    error instanceof HttpError && error.status === 409 && error.issues?.some(({ path }) => path === addressOf(table))
  for (let attempt = 1; ; attempt++)
    try {
      return await make()
    } catch (error) {
      if (attempt === mostAttempts || !isTaken(error)) throw error
    }
}

/** The slug history of an entity: the step of a save that keeps a former slug of a public record, and the queries about it. */
export function slugHistory<T extends Table>({ table, publicColumn, history }: HistoryOf<T>) {
  const column: string = addressOf(table) ?? 'slug'
  const keepSlug: Step = async (trx, { id, before, after }) => {
    if (!before?.[publicColumn] || before[column] === after[column]) return
    await anyTable(trx)
      .insertInto(history.table.name)
      .values({ [column]: before[column], [history.idColumn]: id })
      .onConflict((conflict) => conflict.column(column).doUpdateSet({ [history.idColumn]: id }))
      .execute()
  }
  return {
    steps: [keepSlug],

    /** The current slug of the public record with this former slug. */
    async findCurrentSlug(database: Database, formerSlug: string): Promise<string | undefined> {
      const row = await anyTable(database.db)
        .selectFrom(history.table.name)
        .innerJoin(table.name, `${table.name}.id`, `${history.table.name}.${history.idColumn}`)
        .where(`${history.table.name}.${column}`, '=', formerSlug)
        .where(isLive(table, publicColumn, database.now(), database.today()))
        .select(`${table.name}.${column} as slug`)
        .executeTakeFirst()
      return row?.slug
    },

    /** All former slugs, each with the id of its record. */
    formerSlugs: ({ db }: Database): Promise<{ slug: string; id: string }[]> =>
      anyTable(db)
        .selectFrom(history.table.name)
        .select([`${column} as slug`, `${history.idColumn} as id`])
        .execute(),

    /** Whether a record in the trash has or had this address, and was public when it was deleted. */
    async isGone({ db }: Database, idOrSlug: string): Promise<boolean> {
      const former = anyTable(db).selectFrom(history.table.name).where(column, '=', idOrSlug).select(history.idColumn)
      const deleted = await anyTable(db)
        .selectFrom(table.name)
        .select('id')
        .where(wasPublic(table, publicColumn))
        .where(({ eb, or }) => or([eb(column, '=', idOrSlug), eb('id', '=', idOrSlug), eb('id', 'in', former)]))
        .limit(1)
        .executeTakeFirst()
      return deleted !== undefined
    },
  }
}

/**
 * The steps of a save that only a record with a slug has: the slug history and the search. `text` is the content without its
 * markup (`extractText`), extracted before the transaction.
 */
export function sluggedRows<T extends Table>({ table, source, toSearchable, ...entity }: SluggedEntity<T>) {
  type Stored = Row<T> & { id: string; slug: string }
  const index = (trx: Transaction, row: Stored, text: string) =>
    indexForSearch(trx, source, row.id, toSearchable(row, text))
  /** Only what a form sends has another text. */
  const indexDraft: Step<Stored, { text: string }> = async (trx, { after, draft }) =>
    draft && index(trx, after, draft.text)

  const slugs = slugHistory({ table, ...entity })

  return {
    ...slugs,
    steps: [...slugs.steps, indexDraft],

    /** Adds a record that no member of staff saves, such as one of the sample content. */
    async create(trx: Transaction, values: NewRow<T>, text: string): Promise<Stored> {
      const row = (await insertRow(trx, table, values)) as Stored
      await index(trx, row, text)
      return row
    },

    /** @returns false when there is no such record */
    async remove(trx: Transaction, id: string): Promise<boolean> {
      await removeFromSearch(trx, source, id)
      return deleteRow(trx, table, id)
    },

    /**
     * Indexes all records for the search, oldest first. One that is saved meanwhile is indexed by its save.
     * @param textOf the content of a row without its markup
     * @returns how many there are
     */
    async reindex(database: Database, textOf: (row: Row<T>) => Promise<string>, signal?: AbortSignal): Promise<number> {
      let count = 0
      const all: AnyRows = anyTable(database.db).selectFrom(table.name).selectAll()
      for await (const stored of readPages(all, ['id'], { size: batchSize, direction: 'asc' })) {
        if (signal?.aborted) break
        const rows = stored.map((row) => table.decode(row) as Stored & { version: number })
        const texts = new Map<string, string>()
        for (const row of rows) texts.set(row.id, await textOf(row))
        await database.transaction(async (trx) => {
          for (const row of rows) {
            const same = anyTable(trx).selectFrom(table.name).select('id').where('version', '=', row.version)
            if (await same.where('id', '=', row.id).forUpdate().executeTakeFirst())
              await index(trx, row, texts.get(row.id) ?? '')
          }
        })
        count += rows.length
      }
      return count
    },
  }
}
