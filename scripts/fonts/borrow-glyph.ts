import { readCharacters, readOffsets, type Tables, table, writeCharacters } from './sfnt.ts'

/**
 * Fontsource cuts its families by script, and the rupee sign stands in another file than the letters. This takes one character's glyph from
 * `donor` into `base`: two cuts of the same family at the same axes. A variable font must come without `HVAR` (its widths then follow from `gvar`).
 */
export function borrowGlyph(base: Tables, donor: Tables, character: number): Tables {
  const from = readCharacters(donor).get(character)
  if (from === undefined) throw new Error(`The donor has no U+${character.toString(16)}`)
  const count = table(base, 'maxp').readUInt16BE(4)
  const outline = glyphOutline(donor, from)
  if (outline.readInt16BE(0) < 0) throw new Error('A composite glyph cannot be borrowed alone')

  const merged: Tables = new Map(base)
  const offsets = readOffsets(table(base, 'loca'), count, isLong(base))
  const padded = Buffer.concat([outline, Buffer.alloc(-outline.length & 3)])
  merged.set('glyf', Buffer.concat([table(base, 'glyf').subarray(0, offsets[count]), padded]))
  merged.set('loca', uint32s([...offsets, (offsets[count] ?? 0) + padded.length]))
  merged.set('head', patched(table(base, 'head'), 50, 1))
  merged.set('maxp', withLargerMaxima(patched(table(base, 'maxp'), 4, count + 1), table(donor, 'maxp')))
  merged.set('hmtx', uint16s([...readAdvances(base, count), readAdvances(donor, from + 1)[from] ?? [0, 0]].flat()))
  merged.set('hhea', patched(table(base, 'hhea'), 34, count + 1))
  merged.set('cmap', writeCharacters(new Map(readCharacters(base)).set(character, count)))
  // Glyph names say nothing on the web; without them the new glyph needs none.
  merged.set('post', patched(table(base, 'post').subarray(0, 32), 0, 3))
  if (base.has('gvar')) merged.set('gvar', withVariation(table(base, 'gvar'), variationOf(table(donor, 'gvar'), from)))
  return merged
}

const isLong = (tables: Tables) => table(tables, 'head').readInt16BE(50) === 1

function glyphOutline(tables: Tables, glyph: number): Buffer {
  const offsets = readOffsets(table(tables, 'loca'), glyph + 1, isLong(tables))
  return table(tables, 'glyf').subarray(offsets[glyph], offsets[glyph + 1])
}

/** Width and left side bearing of the first `count` glyphs. */
function readAdvances(tables: Tables, count: number): [number, number][] {
  const hmtx = table(tables, 'hmtx')
  const full = table(tables, 'hhea').readUInt16BE(34)
  return Array.from({ length: count }, (_, n) =>
    n < full
      ? [hmtx.readUInt16BE(4 * n), hmtx.readUInt16BE(4 * n + 2)]
      : [hmtx.readUInt16BE(4 * (full - 1)), hmtx.readUInt16BE(4 * full + 2 * (n - full))],
  )
}

function uint16s(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length)
  numbers.forEach((number, n) => {
    bytes.writeUInt16BE(number, 2 * n)
  })
  return bytes
}

function uint32s(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  numbers.forEach((number, n) => {
    bytes.writeUInt32BE(number, 4 * n)
  })
  return bytes
}

function patched(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(value, at)
  return copy
}

/** `maxp` says how large a glyph may be; the borrowed one may be the largest. */
function withLargerMaxima(base: Buffer, donor: Buffer): Buffer {
  return [6, 8].reduce((bytes, at) => patched(bytes, at, Math.max(base.readUInt16BE(at), donor.readUInt16BE(at))), base)
}

/** How one glyph varies, its peaks written out, since the two fonts' shared lists of peaks may differ. */
function variationOf(gvar: Buffer, glyph: number): Buffer {
  const axes = gvar.readUInt16BE(4)
  const offsets = readOffsets(gvar, glyph + 1, (gvar.readUInt16BE(14) & 1) === 1, 20)
  const data = gvar.readUInt32BE(16)
  const piece = gvar.subarray(data + (offsets[glyph] ?? 0), data + (offsets[glyph + 1] ?? 0))
  const tuples = piece.readUInt16BE(0) & 0x0fff
  const headers: Buffer[] = []
  let at = 4
  for (let n = 0; n < tuples; n++) {
    const index = piece.readUInt16BE(at + 2)
    const embedded = (index & 0x8000) !== 0
    const length = 4 + (embedded ? 2 * axes : 0) + (index & 0x4000 ? 4 * axes : 0)
    const shared = gvar.readUInt32BE(8) + 2 * axes * (index & 0x0fff)
    const first = Buffer.from(piece.subarray(at, at + 4))
    if (!embedded) first.writeUInt16BE((index & 0xf000) | 0x8000, 2)
    headers.push(first, embedded ? Buffer.alloc(0) : gvar.subarray(shared, shared + 2 * axes), piece.subarray(at + 4, at + length))
    at += length
  }
  const head = Buffer.concat([uint16s([piece.readUInt16BE(0), 0]), ...headers])
  head.writeUInt16BE(head.length, 2)
  return Buffer.concat([head, piece.subarray(piece.readUInt16BE(2))])
}

/** Adds one glyph's variation at the end. */
function withVariation(gvar: Buffer, piece: Buffer): Buffer {
  const axes = gvar.readUInt16BE(4)
  const count = gvar.readUInt16BE(12)
  const offsets = readOffsets(gvar, count, (gvar.readUInt16BE(14) & 1) === 1, 20)
  const data = gvar.readUInt32BE(16)
  const sharedAt = gvar.readUInt32BE(8)
  const shared = gvar.subarray(sharedAt, sharedAt + 2 * axes * gvar.readUInt16BE(6))
  const end = offsets[count] ?? 0
  const places = uint32s([...offsets, end + piece.length])
  const head = Buffer.from(gvar.subarray(0, 20))
  head.writeUInt32BE(20 + places.length, 8)
  head.writeUInt16BE(count + 1, 12)
  head.writeUInt16BE(1, 14)
  head.writeUInt32BE(20 + places.length + shared.length, 16)
  return Buffer.concat([head, places, shared, gvar.subarray(data, data + end), piece])
}
