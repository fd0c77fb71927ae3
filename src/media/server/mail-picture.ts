import { LRUCache } from 'lru-cache'
import { type Covered, type CoverNumbers, coverOf, coverToText, textToCover } from '#contract/cover.ts'
import { type MailFormat, widestInMail } from '#contract/media.ts'
import type { Database } from '#server/database/connect.ts'
import { createWorker } from '#server/runtime/worker-process.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'
import type { EncodeCalls } from './encode-worker.ts'
import { findImage } from './media-store.ts'

/** Apart from the worker of uploads, which each take seconds. */
const callWorker = createWorker<EncodeCalls>(new URL('./encode-worker.ts', import.meta.url), {
  size: 1,
  deadline: 15_000,
  memory: 256,
  queue: 60,
})

/** A picture in a message: `{hash}-{width}.jpg` or `.png`. Its pixels are those of the WebP variant of that width. */
const fileName = /^([0-9a-f]{16,64}-\d{1,4})\.(jpg|png)$/

/** Encodes a picture for messages; undefined when there is none, or not in this format. */
export async function findMailPicture(database: Database, name: string): Promise<Buffer | undefined> {
  const [, variant, format] = fileName.exec(name) ?? []
  if (!variant || Number(variant.split('-')[1]) > widestInMail) return undefined
  const stored = await findImage(database, `${variant}.webp`)
  const encoded = stored && (await callWorker('encodeForMail', [stored.bytes, format as MailFormat]))
  return encoded ? Buffer.from(encoded) : undefined
}

const formats = new LRUCache<string, MailFormat>({ max: 10_000 })

/** The address of a picture in a message: that of the JPEG, or of the PNG if it has transparent parts. Any other address stays. */
export async function mailPicture(database: Database, address: string): Promise<string> {
  const variant = /^\/media\/([0-9a-f]{16,64}-\d+)\.jpg$/.exec(address)?.[1]
  if (!variant) return address
  let format = formats.get(variant)
  if (!format) {
    const stored = await findImage(database, `${variant}.webp`)
    // Without a readable picture either address shows none.
    format = (stored && (await callWorker('mailFormatOf', [stored.bytes]).catch(() => undefined))) ?? 'jpg'
    if (stored) formats.set(variant, format)
  }
  return `/media/${variant}.${format}`
}

/** Raise it when covers are drawn differently: mail programs keep a picture by its address. */
const drawingVersion = 1

/** The path of a record's drawn cover as a picture, for messages. It contains our signature, so no one can request other drawings. */
export async function coverPicture(database: Database, record: Covered): Promise<string> {
  const text = coverToText(coverOf(record))
  return `/cards/cover/${text}.${await signature(database, text)}.jpg`
}

/** Reads the part of such a path after `/cards/cover/`; null if it is not ours. */
export async function readCoverPicture(database: Database, name: string): Promise<CoverNumbers | null> {
  const [, text = '', mac] = /^([\d-]+)\.([\w-]{22})\.jpg$/.exec(name) ?? []
  return mac === (await signature(database, text)) ? textToCover(text) : null
}

const signature = (database: Database, text: string) => keyedHash(database, 'cover', `${drawingVersion} ${text}`)
