import { SourceError } from '../../ground/source.ts'

/** A row of a table of an export. `bytes` is absent for tables that nobody reads; of a row that is too long it is its beginning. */
export type TableRow = { table: string; bytes?: Buffer; tooLong?: true; tooDeep?: true }

/** In bytes. The text of a post is in its row three times or more. */
const longestRow = 48 * 1024 * 1024
const longestKept = 8 * 1024
const deepest = 500
const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const closings: Record<number, number> = { 123: 0x7d, 91: 0x5d }
const closing = new Set(Object.values(closings))

/**
 * The rows of the tables of an export, as a stream: `{ "db": [{ "meta": {…}, "data": { "posts": [{…}, …] } }] }`, or without `db`. `meta` is a table of one row.
 * It finds only where the rows begin and end, so that the parser of the language reads each of them.
 * @param wanted whether the rows of a table are read
 * @param longest the bytes of a row that is read
 * @throws SourceError when the file is cut off or is no JSON
 */
export async function* tableRows(
  source: AsyncIterable<Buffer>,
  name: string,
  wanted: (table: string) => boolean,
  longest = longestRow,
): AsyncGenerator<TableRow> {
  const scan = new Scan(name, wanted, longest)
  for await (const chunk of source) yield* scan.rowsIn(chunk)
  scan.end()
}

class Scan {
  private readonly name: string
  private readonly wanted: (table: string) => boolean
  private readonly longest: number
  /** The signs that close what is open, and the keys under which it is. */
  private readonly open: number[] = []
  private readonly keys: string[] = []
  /** The last text outside of rows, if it is short, and whether it is a key. */
  private text = ''
  private key = ''
  /** How many are open in a row below the deepest that are kept. */
  private beyond = 0
  private inText = false
  private escaped = false
  private row:
    | { table: string; depth: number; parts: Buffer[]; length: number; kept: boolean; tooDeep?: true }
    | undefined
  private done = false

  constructor(name: string, wanted: (table: string) => boolean, longest: number) {
    this.name = name
    this.wanted = wanted
    this.longest = longest
  }

  end(): void {
    if (!this.done) throw new SourceError(`${this.name} is incomplete: it ends in the middle.`)
  }

  *rowsIn(chunk: Buffer): Generator<TableRow> {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      if (this.inText) {
        at = this.throughText(chunk, at)
        continue
      }
      const byte = chunk[at] as number
      if (byte === quote) {
        this.inText = true
        this.text = ''
      } else if (byte in closings) {
        const table = this.opens(byte)
        if (table !== undefined) {
          from = at
          this.row = { table, depth: this.open.length, parts: [], length: 0, kept: this.wanted(table) }
        }
      } else if (closing.has(byte)) {
        this.closes(byte)
        if (this.row && this.open.length < this.row.depth) {
          yield this.finished(this.row, chunk.subarray(from, at + 1))
          this.row = undefined
        }
      } else if (!this.row) {
        if (byte === colon) this.key = this.text
        else if (byte === comma) this.key = ''
        else if (this.open.length === 0 && byte > 0x20 && !isMark(byte)) throw this.damaged()
      }
    }
    if (this.row) this.keep(this.row, chunk.subarray(from))
  }

  /** @returns the place of the last byte of the text, or of the chunk */
  private throughText(chunk: Buffer, start: number): number {
    let at = start
    for (; at < chunk.length; at++) {
      if (this.escaped) this.escaped = false
      else if (chunk[at] === backslash) this.escaped = true
      else if (chunk[at] === quote) {
        this.inText = false
        break
      }
    }
    if (!this.row && this.text.length < 100) this.text += chunk.toString('latin1', start, Math.min(at, start + 100))
    return at
  }

  /** @returns the table whose row begins */
  private opens(byte: number): string | undefined {
    if (this.done) throw this.damaged()
    if (this.open.length >= deepest) {
      if (!this.row) throw this.damaged()
      this.row.tooDeep = true
      this.beyond++
      return undefined
    }
    this.open.push(closings[byte] as number)
    if (this.row) return undefined
    this.keys.push(this.key)
    this.key = ''
    if (byte !== 0x7b) return undefined
    const path = this.keys.filter((key) => key !== '').join('.')
    const [, meta, table] = /^(?:db\.)?(?:(meta)|data\.([^.]+))$/.exec(path) ?? []
    return meta ?? (this.keys.at(-1) === '' ? table : undefined)
  }

  private closes(byte: number): void {
    if (this.beyond > 0) {
      this.beyond--
      return
    }
    if (this.open.pop() !== byte) throw this.damaged()
    if (!this.row || this.open.length < this.row.depth) {
      this.keys.pop()
      this.key = ''
    }
    if (this.open.length === 0) this.done = true
  }

  private keep(row: NonNullable<Scan['row']>, bytes: Buffer): void {
    if (!row.kept) return
    row.length += bytes.length
    if (row.length > this.longest) row.parts = [(row.parts[0] ?? bytes).subarray(0, longestKept)]
    else row.parts.push(bytes)
  }

  private finished(row: NonNullable<Scan['row']>, last: Buffer): TableRow {
    const { table, kept } = row
    if (!kept) return { table }
    this.keep(row, last)
    const deep = row.tooDeep && { tooDeep: true as const }
    const bytes = row.parts.length === 1 ? (row.parts[0] as Buffer) : Buffer.concat(row.parts)
    return row.length > this.longest ? { table, bytes, tooLong: true } : { table, bytes, ...deep }
  }

  private damaged(): SourceError {
    return new SourceError(`${this.name} is damaged: it is not the JSON of an export.`)
  }
}

/** A byte of the mark at the beginning of a text in UTF-8. */
const isMark = (byte: number) => byte === 0xef || byte === 0xbb || byte === 0xbf
