import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BackupError } from './manifest.ts'

const label = 'atrium sha256 '
/** The comment of the archive, which is the end of the file. It is replaced by the digest of all bytes before it. */
export const emptyComment = label + '0'.repeat(64)
const length = emptyComment.length

/** Passes an archive on and writes the digest of its bytes as its comment. */
export function sealArchive(): Transform {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([held, chunk])
      const passed = all.subarray(0, Math.max(0, all.length - length))
      held = all.subarray(passed.length)
      hash.update(passed)
      done(null, passed)
    },
    flush(done) {
      done(null, Buffer.from(label + hash.digest('hex')))
    },
  })
}

/**
 * Reads the whole file and compares it with its digest, to detect a single changed bit.
 * @throws BackupError if it is not a backup, was cut off, or has changed
 */
export async function checkSeal(file: string): Promise<void> {
  const name = basename(file)
  const unreadable = (cause: NodeJS.ErrnoException) =>
    new BackupError(`${file} cannot be read (${cause.code ?? cause.message})`, { cause })
  const [start, end] = [Buffer.alloc(4), Buffer.alloc(length)]
  let size: number
  try {
    const found = await stat(file)
    if (!found.isFile()) throw new Error('it is not a file')
    size = found.size
    await using handle = await open(file)
    await handle.read(start, 0, 4, 0)
    await handle.read(end, 0, length, Math.max(0, size - length))
  } catch (cause) {
    throw unreadable(cause as Error)
  }
  if (start.toString('latin1') !== 'PK\x03\x04')
    throw new BackupError(`${name} is not a backup of Atrium, or its beginning is damaged`)
  const [, digest] = new RegExp(`^${label}([0-9a-f]{64})$`).exec(end.toString('latin1')) ?? []
  if (digest === undefined) throw new BackupError(`${name} is cut off or damaged: the digest at its end is missing`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { end: size - length - 1 }), hash).catch((cause) => {
    throw unreadable(cause)
  })
  if (hash.digest('hex') !== digest)
    throw new BackupError(`${name} is damaged: its bytes are not those that were written`)
}

/** The longest line of a table, in bytes. The longest row has a file of 20 MB as base64, about 28 MB. */
const longestLine = 32 * 1024 * 1024

/** Rows above this size are freed at once: V8 would keep several of them, and each is held as bytes, as text and as values. */
const longLine = 1024 * 1024

/** V8 has no other way to ask for it from within the program. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Why the rest of a part of an archive is not read. */
export class UnreadablePart extends Error {
  override name = 'UnreadablePart'
}

/**
 * Splits only at line feeds: `readline` would also split at U+2028, which texts contain.
 * @param read converts each line into a value, after which its bytes are freed
 * @throws UnreadablePart
 */
export async function* linesOf<Value>(stream: Readable, read: (line: Buffer) => Value): AsyncGenerator<Value> {
  const held: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      held.push(chunk.subarray(start, end + 1))
      const value = read(whole(held.splice(0)))
      if (length > longLine) collectGarbage()
      length = 0
      start = end + 1
      yield value
    }
    if (start < chunk.length) held.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > longestLine) throw new UnreadablePart(`a line is longer than ${longestLine >> 20} MB`)
  }
  if (held.length > 0) yield read(whole(held.splice(0)))
}

/** The bytes of parts without other references. */
function whole(parts: Buffer[]): Buffer {
  if (parts.length === 1) return parts[0] as Buffer
  const bytes = Buffer.concat(parts)
  parts.length = 0
  if (bytes.length > longLine) collectGarbage()
  return bytes
}

/** The bytes of a part. @param most how many it may have @throws UnreadablePart */
export async function bytesOf(stream: Readable, most: number): Promise<Buffer> {
  const held: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held.push(chunk)
    length += chunk.length
    if (length > most) throw new UnreadablePart(`it is longer than ${most >> 20} MB`)
  }
  return Buffer.concat(held)
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening = [0x5b, 0x7b]
const closing = [0x5d, 0x7d]

/**
 * Parses JSON whose structure is counted first, since a value of a few megabytes can take gigabytes: `[[[[…`.
 * @param depth how deep lists and objects may be in each other
 * @param commas how many commas may separate values
 * @throws UnreadablePart
 */
export function parseBounded(bytes: Buffer, { depth, commas }: { depth: number; commas: number }): unknown {
  let open = 0
  let separators = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === comma) separators++
    else if (opening.includes(byte)) open++
    else if (closing.includes(byte)) open--
    if (open > depth || separators > commas) throw new UnreadablePart('it has too many values')
  }
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new UnreadablePart('it is not JSON')
  }
}

/** The end of the string that begins at a quotation mark. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0
    while (bytes[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return bytes.length
}
