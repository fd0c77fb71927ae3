import type { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The longest line of a table, in bytes. The longest row has a file of 20 MB as base64, some 28 MB. */
const longestLine = 32 * 1024 * 1024

/** Rows above this size are freed at once: V8 would keep several of them, and each is held as bytes, as text and as values. */
const longLine = 1024 * 1024

/** V8 has no other way to ask for it from within the program. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Why a part of an archive is not read any further. */
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

/** The whole of a part, which has at most so many bytes. @throws UnreadablePart */
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
    if (open > depth || separators > commas) throw new UnreadablePart('it has more values than it may have')
  }
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new UnreadablePart('it is no JSON')
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
