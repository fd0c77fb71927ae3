import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { mediaIn } from '#contract/media.ts'
import { mediaItems, type Tone } from '#media/media.table.ts'
import type { Database } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { OriginalType } from './strip-metadata.ts'

/** An item of the library as people download it: the file, or the picture in its original form, or else as pages show it. */
export type Download = {
  id: string
  extension: 'pdf' | OriginalType
  /** In bytes. */
  size: number
  isOriginal: boolean
  tone?: Tone | undefined
}

const length = sql<number>`cast(length("bytes") as integer)`

/** The items of these addresses, by the address. Those in the trash, and those deleted for good, are left out. */
export async function findDownloads({ db }: Database, addresses: string[]): Promise<Map<string, Download>> {
  const ids = [...new Set(addresses.flatMap(mediaIn))]
  if (ids.length === 0) return new Map()
  const present = db.selectFrom('mediaItems').select('id').where(isPresent(mediaItems)).where('id', 'in', ids)
  const [items, pdfs, uploads, widest] = await Promise.all([
    present.execute(),
    db
      .selectFrom('fileContents')
      .select(['id', length.as('size')])
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('originals')
      .select(['id', 'type', 'tone', length.as('size')])
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('imageVariants')
      .select(['hash as id', 'width', length.as('size')])
      .where('hash', 'in', ids)
      .where('format', '=', 'webp')
      .execute(),
  ])
  const byId = new Map<string, Download>()
  for (const { id, size } of widest.toSorted((one, other) => one.width - other.width))
    byId.set(id, { id, extension: 'webp', size, isOriginal: false })
  for (const { id, type, tone, size } of uploads)
    byId.set(id, { id, extension: type, size, isOriginal: true, tone: tone ?? undefined })
  for (const { id, size } of pdfs) byId.set(id, { id, extension: 'pdf', size, isOriginal: true })
  const there = new Set(items.map(({ id }) => id))
  return new Map(
    addresses.flatMap((address) => {
      const [id = ''] = mediaIn(address)
      const found = there.has(id) && byId.get(id)
      return found ? [[address, found]] : []
    }),
  )
}

/** So many bytes of a file are in memory at once. */
const pieceSize = 1024 * 1024

/** The bytes of a download, read piece by piece as they leave. It fails if the item is deleted meanwhile. */
export const readDownload = (database: Database, of: Download): Readable =>
  Readable.from(pieces(database, of), { objectMode: false })

async function* pieces({ db }: Database, { id, extension, size, isOriginal }: Download) {
  for (let at = 0; at < size; at += pieceSize) {
    const piece = sql<Uint8Array>`substr("bytes", ${sql.lit(at + 1)}, ${sql.lit(pieceSize)})`.as('bytes')
    const rows =
      extension === 'pdf'
        ? db.selectFrom('fileContents').select(piece).where('id', '=', id)
        : isOriginal
          ? db.selectFrom('originals').select(piece).where('id', '=', id)
          : db
              .selectFrom('imageVariants')
              .select(piece)
              .where('hash', '=', id)
              .where('format', '=', 'webp')
              .orderBy('width', 'desc')
              .limit(1)
    const { bytes } = await rows.executeTakeFirstOrThrow()
    yield Buffer.from(bytes)
  }
}
