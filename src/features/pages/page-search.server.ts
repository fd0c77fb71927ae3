import type { MarkedText } from '#contract/fields.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import { deleteRow } from '#server/database/rows.ts'
import { indexForSearch, removeFromSearch } from '#server/database/search.ts'
import { findExcerpt } from '#server/database/search-excerpt.ts'
import type { Row } from '#server/database/table.ts'
import type { Step } from '#server/record/change-record.ts'
import { pages } from './pages.table.ts'
import { plainWords, wordsOfSections } from './section-words.ts'

type Searched = Pick<Row<typeof pages>, 'title' | 'sections'> & { id: string }

/** The name of pages in the search index, in which the finder searches their sections. */
const source = pages.name
/** How many pages are indexed at once: each may have two million characters. */
const batchSize = 20

const bodyOf = ({ sections }: Pick<Searched, 'sections'>) => wordsOfSections(sections, plainWords)
const index = (trx: Transaction, page: Searched) =>
  indexForSearch(trx, source, page.id, { title: page.title, excerpt: '', category: '', body: bodyOf(page) })

const indexStep: Step<Row<typeof pages>> = async (trx, { id, before, after }) => {
  if (before?.title === after.title && bodyOf(before) === bodyOf(after)) return
  await index(trx, { ...after, id })
}

async function reindex({ db, transaction }: Database, signal?: AbortSignal): Promise<number> {
  let count = 0
  const all: AnyRows<{ id: string }> = db.selectFrom('pages').select('id')
  for await (const rows of readPages(all, ['id'], { size: batchSize, direction: 'asc' })) {
    if (signal?.aborted) break
    const ids = rows.map(({ id }) => id)
    await transaction(async (trx) => {
      const locked = trx.selectFrom('pages').select(['id', 'title', 'sections']).where('id', 'in', ids).forUpdate()
      for (const row of await locked.execute()) await index(trx, pages.decode(row))
    })
    count += ids.length
  }
  return count
}

/** The sentences with the words of a search in pages whose title does not have them. */
async function excerptsOf(db: Db, ids: string[], search: string): Promise<Map<string, MarkedText>> {
  const rows = db.selectFrom('pages').select(['id', 'title', 'sections'])
  const found = await rows.where(isOneOf(db, 'id', ids)).execute()
  return new Map(
    found.map(pages.decode).flatMap(({ id, title, sections }) => {
      if (title.toLowerCase().includes(search.toLowerCase())) return []
      const hit = findExcerpt(bodyOf({ sections }).split('\n\n'), search)
      return hit ? [[id, hit.excerpt] as const] : []
    }),
  )
}

/** How the finder searches the words of pages: what the entity says, and the step of a save. */
export const pageSearch = {
  step: indexStep,
  async erase(trx: Transaction, id: string) {
    await removeFromSearch(trx, source, id)
    await deleteRow(trx, pages, id)
  },
  entity: {
    wordsOf: source,
    excerptsOf: ({ db }: Database, ids: string[], search: string) => excerptsOf(db, ids, search),
    reindex: (database: Database, _config: unknown, signal?: AbortSignal) => reindex(database, signal),
  },
}
