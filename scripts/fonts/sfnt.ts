/** A font file taken apart: its tables by tag. */
export type Tables = Map<string, Buffer>

export function readTables(font: Buffer): Tables {
  const tables: Tables = new Map()
  for (let n = 0; n < font.readUInt16BE(4); n++) {
    const entry = 12 + 16 * n
    const offset = font.readUInt32BE(entry + 8)
    tables.set(font.toString('latin1', entry, entry + 4), font.subarray(offset, offset + font.readUInt32BE(entry + 12)))
  }
  return tables
}

/** Puts tables together again. Checksums are left at 0: the subsetter that reads this font next writes its own. */
export function writeTables(tables: Tables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const head = Buffer.alloc(12 + 16 * sorted.length)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(sorted.length, 4)
  let offset = head.length
  const parts = sorted.map(([tag, bytes], n) => {
    head.write(tag, 12 + 16 * n, 'latin1')
    head.writeUInt32BE(offset, 12 + 16 * n + 8)
    head.writeUInt32BE(bytes.length, 12 + 16 * n + 12)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    offset += padded.length
    return padded
  })
  return Buffer.concat([head, ...parts])
}

export function table(tables: Tables, tag: string): Buffer {
  const bytes = tables.get(tag)
  if (!bytes) throw new Error(`The font has no ${tag} table`)
  return bytes
}

/** Which glyph stands for which character (the first subtable of format 4). */
export function readCharacters(tables: Tables): Map<number, number> {
  const cmap = table(tables, 'cmap')
  const characters = new Map<number, number>()
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const at = cmap.readUInt32BE(4 + 8 * n + 4)
    if (cmap.readUInt16BE(at) !== 4) continue
    const doubled = cmap.readUInt16BE(at + 6)
    for (let segment = 0; segment < doubled; segment += 2) {
      const end = cmap.readUInt16BE(at + 14 + segment)
      const start = cmap.readUInt16BE(at + 16 + doubled + segment)
      const delta = cmap.readUInt16BE(at + 16 + 2 * doubled + segment)
      const rangeAt = at + 16 + 3 * doubled + segment
      const range = cmap.readUInt16BE(rangeAt)
      for (let character = start; character <= end && character < 0xffff; character++) {
        const glyph = range === 0 ? character : cmap.readUInt16BE(rangeAt + range + 2 * (character - start))
        if (glyph) characters.set(character, (glyph + delta) & 0xffff)
      }
    }
  }
  return characters
}

/** A character map of format 4 with one segment a character, which is plain to write. */
export function writeCharacters(characters: Map<number, number>): Buffer {
  const entries = [...characters].sort(([a], [b]) => a - b)
  const segments = [...entries.map(([character, glyph]) => [character, (glyph - character) & 0xffff]), [0xffff, 1]]
  const length = 16 + 8 * segments.length
  const cmap = Buffer.alloc(12 + length)
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt16BE(3, 4)
  cmap.writeUInt16BE(1, 6)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(4, 12)
  cmap.writeUInt16BE(length, 14)
  cmap.writeUInt16BE(2 * segments.length, 18)
  segments.forEach(([character = 0, delta = 0], n) => {
    cmap.writeUInt16BE(character, 26 + 2 * n)
    cmap.writeUInt16BE(character, 28 + 2 * segments.length + 2 * n)
    cmap.writeUInt16BE(delta, 28 + 4 * segments.length + 2 * n)
  })
  return cmap
}

/** Where each glyph's piece begins in `glyf` (or, with the flag's place in `gvar`, in its data), as byte offsets; one more than glyphs. */
export function readOffsets(bytes: Buffer, count: number, long: boolean, at = 0): number[] {
  return Array.from({ length: count + 1 }, (_, n) => (long ? bytes.readUInt32BE(at + 4 * n) : bytes.readUInt16BE(at + 2 * n) * 2))
}
