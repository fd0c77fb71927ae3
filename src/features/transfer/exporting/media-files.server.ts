import { sql } from 'kysely'
import { mediaIn } from '#contract/media.ts'
import { images, mediaAliases, mediaItems } from '#media/media.table.ts'
import { type Download, findDownloads, readDownload } from '#media/server/downloads.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { ExportedFile } from '../ground/atrium-export.contract.ts'
import { type Names, namesFor } from './file-names.ts'
import { findRows, type ReadOptions, readRows } from './read-rows.server.ts'

const library = { table: mediaItems, key: 'id' }

/** The names of the pictures and PDFs of the library, without their extensions. */
export const mediaNames = (options: ReadOptions): Promise<Names> =>
  namesFor(
    (async function* () {
      for await (const rows of readRows({ ...options, size: 1_000 }, library, ['id', 'name']))
        yield rows.map(({ name }) => ({ title: String(name) }))
    })(),
    'file',
  )

const pathOf = (names: Names, { id, name }: { id: string; name: string }, { extension }: Download) =>
  `media/${names({ id, title: name })}.${extension}`

/** An address by which an item of either kind is found. */
const addressOf = (id: string) =>
  id.length === 32 ? `/files/${id}/x.pdf /media/${id}-1x1.webp` : `/media/${id}-1x1.webp`

/** Where the pictures and PDFs of texts are in the export, by the ids in their addresses. */
export async function pathsOfMedia(options: ReadOptions, names: Names, texts: string): Promise<Map<string, string>> {
  const ids = mediaIn(texts)
  if (ids.length === 0) return new Map()
  const replaced = await findRows(options, mediaAliases, 'id', ids, ['id', 'target'])
  const targets = new Map(replaced.map(({ id, target }) => [String(id), String(target)]))
  const items = await findRows(options, mediaItems, 'id', [...ids, ...targets.values()], ['id', 'name'])
  const present = new Map(items.map(({ id, name }) => [String(id), String(name)]))
  const downloads = await findDownloads(options.database, [...present.keys()].map(addressOf))
  return new Map(
    ids.flatMap((id) => {
      const item = present.has(id) ? id : (targets.get(id) ?? '')
      const download = downloads.get(addressOf(item))
      return download ? [[id, pathOf(names, { id: item, name: present.get(item) ?? '' }, download)]] : []
    }),
  )
}

type MediaFile = ExportedFile & { content: AsyncIterable<Uint8Array> }

/** All pictures and PDFs of the library, one after the other, then the pictures of people, which are not in it. */
export async function* readMedia(options: ReadOptions, names: Names): AsyncGenerator<MediaFile> {
  const { database } = options
  for await (const rows of readRows({ ...options, size: 100 }, library, ['id', 'name'])) {
    const items = rows.map(({ id, name }) => ({ id: String(id), name: String(name) }))
    const downloads = await findDownloads(
      database,
      items.map(({ id }) => addressOf(id)),
    )
    const sizes = await sizesOf(
      options,
      items.map(({ id }) => id),
    )
    for (const item of items) {
      const download = downloads.get(addressOf(item.id))
      if (!download) continue
      yield {
        id: item.id,
        path: pathOf(names, item, download),
        ...sizes.get(item.id),
        isOriginal: download.isOriginal,
        inLibrary: true,
        content: readDownload(database, download),
      }
    }
  }
  for await (const id of picturesOutside(options)) {
    const content = (async function* () {
      const row = await database.db
        .selectFrom('imageVariants')
        .select('bytes')
        .where('hash', '=', id)
        .where('format', '=', 'webp')
        .orderBy('width', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (row) yield row.bytes
    })()
    const size = (await sizesOf(options, [id])).get(id)
    yield { id, path: `media/picture-${id}.webp`, ...size, isOriginal: false, inLibrary: false, content }
  }
}

const sizesOf = async (options: ReadOptions, ids: string[]) => {
  const rows = await findRows(options, images, 'hash', ids, ['hash', 'width', 'height'])
  return new Map(
    rows.map(({ hash, width, height }) => [String(hash), { width: Number(width), height: Number(height) }]),
  )
}

/** The ids of the pictures that exported records name and the library does not have, such as portraits. */
async function* picturesOutside({ database, tables, signal }: ReadOptions): AsyncGenerator<string> {
  const reader = await readerFor(database, 'mediaUses')
  const names = tables.map(({ table }) => table.name)
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const row = await anyTable(reader)
      .selectFrom('mediaUses')
      .innerJoin('images', 'images.hash', 'mediaUses.mediaId')
      .where('entity', 'in', names)
      .where('mediaId', '>', after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mediaItems').select(sql.lit(1).as('one')).whereRef('mediaItems.id', '=', 'mediaUses.mediaId'),
          ),
        ),
      )
      .select('mediaId')
      .orderBy('mediaId')
      .limit(1)
      .executeTakeFirst()
    if (!row) return
    after = row['mediaId']
    yield after
  }
}
