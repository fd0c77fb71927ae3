/** The pages of SQLite's file format (https://www.sqlite.org/fileformat2.html), as far as they tell where deleted data may be. */

/** Where the header of the file has the first page of the list of free pages, in bytes. */
const freeListAt = 32
/** The file begins with a header, in front of the first page's own. */
const fileHeader = 100
/** The kinds of pages of a tree, with the size of their header. */
const pageHeaders: Record<number, number> = { 2: 12, 5: 12, 10: 8, 13: 8 }

/** The free pages. `emptied` are those that have nothing else: the others list them. */
export function freePages(read: (page: number) => Buffer): { all: Set<number>; emptied: Set<number> } {
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
export function unusedParts(page: Buffer, number: number): Buffer[] {
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
