import { addRedirects, type NewRedirect } from '#features/redirects/redirects.shared.server.ts'
import { changeContent } from '#server/database/content-version.ts'
import type { Note } from '../ground/transfer.contract.ts'
import { type ContentImportRow, type ContentItemRow, contentItems } from '../ground/transfer.table.ts'
import { type AddressIndex, absolute, oldSiteOf } from './addresses.ts'
import type { ImportContext } from './context.server.ts'
import type { FoundItem } from './find-files.server.ts'
import { changeItem, itemsOf } from './import-store.server.ts'
import { sentence } from './read-source.server.ts'

/** The old addresses of all items lead to their records from now on. Those of an item that is done stay as they are. */
export async function storeRedirects(
  context: ImportContext,
  row: ContentImportRow,
  index: AddressIndex<FoundItem>,
): Promise<void> {
  const { database } = context
  for await (const items of itemsOf(database.db, row.id, ['post', 'page', 'redirect'])) {
    const list: (NewRedirect & { item: (typeof items)[number] })[] = []
    for (const item of items) {
      const { data, done, outcome, entity, recordId, plan } = item
      if (data && 'redirect' in data && !done && outcome === 'new')
        list.push({ ...redirectOf({ ...data.redirect, to: plan?.to ?? data.redirect.to }, row, index), item })
      if (!data || !('record' in data) || !done || !entity || !recordId) continue
      for (const address of data.record.addresses) {
        const from = pathOf(address, row)
        if (from !== undefined) list.push({ from, to: { entity, id: recordId }, item })
      }
    }
    if (list.length === 0) continue
    await changeContent(database, async (trx) => {
      const { refused } = await addRedirects(
        context,
        trx,
        list.map(({ from, to }) => ({ from, to })),
        { importId: row.id },
      )
      const byItem = Map.groupBy(refused, ({ place }) => list[place]?.item.place ?? 0)
      for (const item of items) {
        const problems = byItem.get(item.place) ?? []
        if (item.kind === 'redirect' && item.outcome === 'new')
          await changeItem(trx, item, {
            done: true,
            ...(problems[0] && { outcome: 'leftOut', reason: sentence(problems[0].reason) }),
          })
        else if (problems.length > 0) await noteProblems(trx, item, problems)
      }
    })
  }
}

async function noteProblems(
  trx: Parameters<typeof changeItem>[0],
  { importId, place }: Pick<ContentItemRow, 'importId' | 'place'>,
  problems: { from: string; reason: string; taken?: true }[],
) {
  const stored = await trx
    .selectFrom('contentItems')
    .select('notes')
    .where('importId', '=', importId)
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  const { notes } = contentItems.decode(stored)
  const more = problems
    // A page at its old address needs none.
    .filter(({ reason, taken }) => !taken && !/is a page of this site$/.test(reason))
    .map(
      ({ from, reason }): Note => ({
        kind: 'address',
        subject: from,
        sentence: `The old address ${from} gets no redirect: ${sentence(reason)}`,
      }),
    )
  const all = [...notes, ...more.filter((one) => !notes.some((other) => other.sentence === one.sentence))]
  if (all.length > notes.length) await changeItem(trx, { importId, place }, { notes: all, noted: true })
}

/** An old address as this site would get it; undefined for its first page. */
function pathOf(address: string, row: ContentImportRow): string | undefined {
  const url = absolute(address, {}, oldSiteOf(row))
  if (!url) return undefined
  const path = `${url.pathname}${url.search}`
  return path === '/' ? undefined : path
}

/** A redirect of the old site to the record that its target has become, or to an address. */
function redirectOf(
  { from, to }: { from: string; to: string },
  row: ContentImportRow,
  index: AddressIndex<FoundItem>,
): NewRedirect {
  const found = index.findRecord(to, {})
  const record = found?.entity !== undefined &&
    found.recordId !== undefined && { entity: found.entity, id: found.recordId }
  return { from: pathOf(from, row) ?? from, to: record || to }
}
