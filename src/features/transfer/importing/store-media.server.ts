import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { cleanText } from '#contract/clean-text.ts'
import { fileUrl } from '#contract/media.ts'
import { maxUploadBytes } from '#contract/media-library.ts'
import { isPdf } from '#media/server/pdf.ts'
import { isPicture, storeFile, storeUpload } from '#media/server/store-upload.ts'
import { OutsideError } from '#server/http/fetch-outside.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { SourceFiles, SourceMedia } from '../ground/source.ts'
import { type ContentImportRow, contentFiles } from '../ground/transfer.table.ts'
import { type AddressIndex, absolute, isKnown, oldSiteOf } from './addresses.ts'
import type { ImportContext } from './context.server.ts'
import type { FoundItem } from './find-files.server.ts'
import { changeItem, findItem, rememberSource, sourceKey } from './import-store.server.ts'
import type { MediaFolder } from './media-folder.server.ts'
import { keyOf } from './storable.server.ts'
import type { Choices } from './suggestions.server.ts'

/** The old site gets one request at a time, with a pause, and none after so many failures in a row. Times are in milliseconds. */
const pause = 100
const mostFailures = 5
const timeout = 5_000
/** The longest time and the most bytes that one run fetches. */
const longestFetch = 60 * 60_000
const mostFetched = 20 * 1024 * 1024 * 1024

type Run = {
  row: ContentImportRow
  actor: Staff
  signal: AbortSignal
  pictures: Choices['pictures']
  index: AddressIndex<FoundItem>
  /** The files of an import that was begun at the command line. */
  files: SourceFiles | undefined
  media: MediaFolder | undefined
}
type Place = Parameters<AddressIndex<FoundItem>['findFile']>[1]
/** A stored file, or why it could not be stored, as a sentence. */
type Stored = { url: string } | { reason: string | undefined }

/** Stores the pictures and files that texts need, each once. */
export function createMedia(context: ImportContext, run: Run) {
  const { database, fetchOutside } = context
  const { row, actor, signal, index } = run
  const underWay = new Map<number, Promise<Stored>>()
  const hosts = new Map<string, { last: Promise<unknown>; failures: number }>()
  const began = performance.now()
  let fetched = 0

  /** The address of ours for one that a text has; undefined where there is no such file. */
  async function urlOf(address: string, at: Place): Promise<Stored | undefined> {
    if (/^data:image\//i.test(address)) return embedded(address)
    const found = index.findFile(address, at)
    if (!found) return undefined
    return underWay.getOrInsertComputed(found.place, () =>
      storeOnce(found.place).finally(() => underWay.delete(found.place)),
    )
  }

  async function embedded(address: string): Promise<Stored> {
    const [, encoding, data = ''] = /^data:[^,]*?(;base64)?,(.*)$/is.exec(address) ?? []
    const bytes = encoding ? Buffer.from(data, 'base64') : Buffer.alloc(0)
    return store(bytes, { sourceId: '', title: 'Image', addresses: [] })
  }

  async function storeOnce(place: number): Promise<Stored> {
    const item = await findItem(database.db, row.id, place, [
      'sourceId',
      'hash',
      'data',
      'plan',
      'outcome',
      'reason',
      'done',
    ])
    const { data, plan, outcome, reason } = item
    if (plan?.url !== undefined) return { url: plan.url }
    if (item.done || outcome !== 'new' || !data || !('file' in data)) return { reason }
    const bytes = await bytesOf(data.file)
    const stored = Buffer.isBuffer(bytes) ? await store(bytes, data.file) : bytes
    if (!('url' in stored)) {
      await changeItem(
        database.db,
        { importId: row.id, place },
        { outcome: 'failed', reason: stored.reason, done: true },
      )
      return stored
    }
    const { id, url } = stored
    await database.transaction(async (trx) => {
      await changeItem(trx, { importId: row.id, place }, { done: true, recordId: id, plan: { ...plan, url, to: url } })
      const { sourceId, hash } = item
      await rememberSource(trx, {
        source: sourceKey(row),
        sourceId,
        entity: 'mediaItems',
        recordId: id,
        hash,
        version: undefined,
        importId: row.id,
      })
    })
    return { url }
  }

  async function store(
    bytes: Buffer,
    file: SourceMedia | Omit<SourceMedia, 'is'>,
  ): Promise<{ url: string; id: string } | { reason: string }> {
    const name = file.title || (file.addresses[0] ?? '').split(/[?#]/)[0]?.split('/').at(-1)
    const upload = { bytes, owner: 'content import', signal, name, by: actor.name }
    try {
      if (isPdf(bytes)) {
        const id = await storeFile(database, upload)
        return { id, url: fileUrl(id, name ?? '') }
      }
      if (!isPicture(bytes)) return { reason: 'It is neither an image (JPEG, PNG, WebP, AVIF or GIF) nor a PDF.' }
      const { url } = await storeUpload(database, upload)
      const id = /^\/media\/([0-9a-f]+)-/.exec(url)?.[1] ?? ''
      await addDescription(id, file)
      return { id, url }
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) return { reason: error.message }
      throw error
    }
  }

  /** The library keeps a description that somebody has written here. */
  async function addDescription(
    id: string,
    { alt = '', caption = '' }: { alt?: string; caption?: string },
  ): Promise<void> {
    const [text, below] = [alt, caption].map((one) => cleanText(one, ' ').trim().slice(0, 500).toWellFormed())
    const item = database.db.updateTable('mediaItems').where('id', '=', id)
    if (text) await item.set({ alt: text }).where('alt', '=', '').execute()
    if (below) await item.set({ caption: below }).where('caption', '=', '').execute()
  }

  async function bytesOf(file: Omit<SourceMedia, 'is'>): Promise<Buffer | { reason: string }> {
    if (file.path !== undefined) {
      const rows = database.db.selectFrom('contentFiles').selectAll().where('importId', '=', row.id)
      const kept = await rows.where('path', '=', keyOf(file.path)).executeTakeFirst()
      if (kept) return contentFiles.decode(kept).bytes
      const given = await run.files?.find(file.path)
      if (given) return given.size > maxUploadBytes ? { reason: tooLarge } : buffer(await given.open())
    }
    const path = run.media?.find([...file.addresses, file.path ?? ''])
    if (path !== undefined) return (await run.media?.read(path, maxUploadBytes)) ?? { reason: tooLarge }
    if (run.pictures !== 'fetch') return { reason: 'It is not among the files.' }
    return fetchFirst(file.addresses)
  }

  async function fetchFirst(addresses: string[]): Promise<Buffer | { reason: string }> {
    let answer: Buffer | { reason: string } = { reason: 'It has no address on the web.' }
    for (const address of addresses) {
      const url = absolute(address, {}, oldSiteOf(row))
      if (!url || !isKnown(url) || !['http:', 'https:'].includes(url.protocol)) continue
      answer = await fetchInTurn(url)
      if (Buffer.isBuffer(answer)) break
    }
    return answer
  }

  function fetchInTurn(url: URL): Promise<Buffer | { reason: string }> {
    const host = hosts.getOrInsertComputed(url.host, () => ({ last: Promise.resolve(), failures: 0 }))
    const turn = host.last.then(async () => {
      signal.throwIfAborted()
      if (host.failures >= mostFailures)
        return { reason: `${url.host} did not answer several times, so it was not asked again.` }
      if (performance.now() - began > longestFetch || fetched > mostFetched)
        return { reason: 'The import has fetched images for as long as it may.' }
      try {
        const { status, body } = await fetchOutside(url.href, { maxBytes: maxUploadBytes, timeout, signal })
        host.failures = 0
        fetched += body.length
        await wait(pause, undefined, { signal }).catch(() => {})
        return status === 200 ? body : { reason: `The old site answers with ${status}.` }
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
        host.failures++
        return { reason: error.message }
      }
    })
    host.last = turn.catch(() => {})
    return turn
  }

  return { urlOf }
}

const tooLarge = `It is too large: at most ${maxUploadBytes / 1024 / 1024} MB.`
export type Media = ReturnType<typeof createMedia>
