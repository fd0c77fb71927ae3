import { closeSync, openSync, readSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Traces, TraceTask } from './overwrite-file.ts'
import { defineFunctions } from './sqlite-values.ts'

// Visitors come first: reading a large file takes seconds. Only Linux has priorities for threads.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

/** How long to wait for readers of the write-ahead log, and how often to look, in milliseconds. */
const readersLeave = { within: 10_000, every: 200 }
/** How much of the file is read at once, in bytes. */
const piece = 4 * 1024 * 1024

// SQLite's file format: https://www.sqlite.org/fileformat2.html
/** Where the header of the file has the first page of the list of free pages, in bytes. */
const freeListAt = 32
/** The file begins with a header, in front of the first page's own. */
const fileHeader = 100
/** The kinds of pages of a tree, with the size of their header. */
const pageHeaders: Record<number, number> = { 2: 12, 5: 12, 10: 8, 13: 8 }

/** How long a statement waits for another process that is writing, in milliseconds. */
const busyTimeout = 1_000

const { file, texts, reindex }: TraceTask = workerData
// The log is emptied without waiting within SQLite, which would keep the writers of the site waiting too.
const database = new DatabaseSync(file, { timeout: reindex === undefined ? 0 : busyTimeout })
database.exec('pragma synchronous = full; pragma secure_delete = on')
defineFunctions(database)
if (reindex === undefined)
  parentPort?.postMessage((await isLogEmptied()) ? { logEmptied: true, ...findTraces() } : { logEmptied: false })
else {
  database.exec(`reindex "${reindex}"`)
  parentPort?.postMessage(null)
}
database.close()

/** Writes the log into the file, and empties it. @returns false when a reader needs it for too long */
async function isLogEmptied(): Promise<boolean> {
  const end = performance.now() + readersLeave.within
  for (;;) {
    // Writers need not wait for this step, which leaves little for the next.
    database.exec('pragma wal_checkpoint(passive)')
    if (database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0) return true
    if (performance.now() > end) return false
    await wait(readersLeave.every)
  }
}

/** Where the file has deleted data. A page that is written meanwhile may be read in halves, which only makes the answer too long. */
function findTraces(): Omit<Traces, 'logEmptied'> {
  const pageSize = Number(database.prepare('pragma page_size').get()?.['page_size'])
  // As the file has them, byte by byte.
  const wanted = texts.map((text) => bytesAsText(Buffer.from(text)))
  const hasText = (bytes: Buffer) => wanted.some((text) => bytesAsText(bytes).includes(text))
  const handle = openSync(file, 'r')
  try {
    const readAt = (at: number, length: number) => {
      const buffer = Buffer.alloc(length)
      return buffer.subarray(0, readSync(handle, buffer, 0, length, at))
    }
    const free = freePages((page) => readAt((page - 1) * pageSize, pageSize))
    const old = [...free.emptied].some((page) => readAt((page - 1) * pageSize, pageSize).some((byte) => byte !== 0))
    const pages: number[] = []
    for (let at = 0; wanted.length > 0; at += piece) {
      const read = readAt(at, piece)
      if (read.length === 0) break
      if (!hasText(read)) continue
      for (let from = 0; from < read.length; from += pageSize) {
        const page = (at + from) / pageSize + 1
        const bytes = read.subarray(from, from + pageSize)
        if (free.all.has(page) ? hasText(bytes) : unusedParts(bytes, page).some(hasText)) pages.push(page)
      }
    }
    return {
      freePages: old || pages.some((page) => free.all.has(page)),
      trees: treesOf(pages.filter((page) => !free.all.has(page))),
    }
  } finally {
    closeSync(handle)
  }
}

/** The tables and indexes that have these pages. */
function treesOf(pages: number[]): Traces['trees'] {
  if (pages.length === 0) return []
  const rows = database.prepare(
    'select "name", count(*) as "pages" from dbstat where "name" in (select "name" from dbstat where "pageno" in (select "value" from json_each(?))) group by "name"',
  )
  return rows.all(JSON.stringify(pages)).map(({ name, pages }) => ({ name: String(name), pages: Number(pages) }))
}

function bytesAsText(bytes: Buffer): string {
  return bytes.toString('latin1').toLowerCase()
}

/** The free pages. `emptied` are those that have nothing else: the others list them. */
function freePages(read: (page: number) => Buffer): { all: Set<number>; emptied: Set<number> } {
  const all = new Set<number>()
  const emptied = new Set<number>()
  let next = read(1).readUInt32BE(freeListAt)
  while (next !== 0 && !all.has(next)) {
    all.add(next)
    const list = read(next)
    if (list.length < 8) break
    const count = Math.min(list.readUInt32BE(4), list.length / 4 - 2)
    for (let at = 8; at < 8 + count * 4; at += 4) {
      const page = list.readUInt32BE(at)
      all.add(page)
      emptied.add(page)
    }
    next = list.readUInt32BE(0)
  }
  return { all, emptied }
}

/** The parts of a page of a tree that no row uses: between the list of its cells and the first of them, and between cells. */
function unusedParts(page: Buffer, number: number): Buffer[] {
  const start = number === 1 ? fileHeader : 0
  const header = pageHeaders[page[start] ?? 0]
  if (header === undefined) return []
  const cells = page.readUInt16BE(start + 3)
  // A page of 64 KB writes its size as 0.
  const content = page.readUInt16BE(start + 5) || 65_536
  const parts = [page.subarray(start + header + cells * 2, content)]
  // Free blocks are in the order of the page.
  for (let at = page.readUInt16BE(start + 1), last = 0; at > last && at + 4 <= page.length; ) {
    parts.push(page.subarray(at + 4, at + page.readUInt16BE(at + 2)))
    last = at
    at = page.readUInt16BE(at)
  }
  return parts
}
