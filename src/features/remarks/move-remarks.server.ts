import { moveAnchors } from '#content/render/rendered-content.ts'
import type { RemarkAnchor } from '#contract/remarks.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { type Row, textIn } from '#server/database/table.ts'
import { type PresentContent, presentContents } from '#server/record/present-version.ts'
import { remarks } from '#server/record/records.table.ts'
import { anchoredRemarks, findRemarkedTexts } from '#server/record/remarked-texts.ts'
import { ofRecord, type RecordKey } from '#server/record/revisions.ts'
import { lockRow } from '#server/record/versions.ts'
import { WorkerBusy } from '#server/runtime/worker-process.ts'

/** The most remarks at words that follow them. The words of older ones are found where they are unchanged. */
const mostMoved = 1_000
/** How often a record may be saved while its remarks move. The next reading moves them otherwise. */
const mostTries = 3

type Anchored = Pick<Row<typeof remarks>, 'id' | 'lostAt'> & { anchor: RemarkAnchor }
type Move = { remark: Anchored; anchor: RemarkAnchor | undefined }

/**
 * Moves the open remarks on a record with their words, if its texts have changed since. Those whose words are gone become lost, and those whose words have
 * come back are no longer.
 */
export async function moveRemarks(database: Database, record: RecordKey): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const texts = await findRemarkedTexts(database.db, record)
    if (texts.size === 0) return
    const present = (await presentContents(database.db, record.table, [record.id])).get(record.id)
    if (!present) return
    const moves = await findMoves(database, record, texts, present).catch((error) => {
      // The next reading moves them.
      if (error instanceof WorkerBusy) return undefined
      throw error
    })
    if (!moves || (await database.transaction((trx) => applyMoves(trx, record, present, moves)))) return
  }
}

/** @param texts those to which the anchors belong */
async function findMoves(
  { db }: Database,
  record: RecordKey,
  texts: Map<string, string>,
  { fields }: PresentContent,
): Promise<Move[]> {
  const rows = await anchoredRemarks(db, record)
    .select(['id', 'anchor', 'lostAt'])
    .orderBy('at', 'desc')
    .limit(mostMoved)
    .execute()
  const byField = Map.groupBy(rows.map(remarks.decode) as Anchored[], ({ anchor }) => anchor.field)
  const moves: Move[] = []
  for (const [field, before] of texts) {
    const own = byField.get(field) ?? []
    if (own.length === 0) continue
    const after = textIn(record.table.columns[field], fields[field]) ?? ''
    // Those in a text that takes too long to read stay, and are found by their words.
    const anchors = await moveAnchors(
      before,
      after,
      own.map(({ anchor }) => anchor),
    )
    moves.push(...own.flatMap((remark, at) => (anchors ? [{ remark, anchor: anchors[at] ?? undefined }] : [])))
  }
  return moves
}

/** @returns false when the record has been saved meanwhile */
async function applyMoves(
  trx: Transaction,
  record: RecordKey,
  present: PresentContent,
  moves: Move[],
): Promise<boolean> {
  const row = await lockRow(trx, record.table, record.id)
  if (!row) return true
  if (row.version !== present.row.version) return false
  // Another process may have moved them.
  const { numDeletedRows } = await ofRecord(trx.deleteFrom('remarkedTexts'), record).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return true
  for (const { remark, anchor } of moves) {
    const isSame = anchor ? same(anchor, remark.anchor) && remark.lostAt === undefined : remark.lostAt !== undefined
    if (isSame) continue
    const changes = anchor ? { anchor, lostAt: undefined } : { lostAt: nowIn(trx) }
    await trx.updateTable('remarks').set(remarks.encode(changes)).where('id', '=', remark.id).execute()
  }
  return true
}

const same = (one: RemarkAnchor, other: RemarkAnchor) => JSON.stringify(one) === JSON.stringify(other)
