/** Whether the bytes of a picture have several frames, without decoding them: a GIF, an animated WebP or PNG, or a sequence in an AVIF. */
export function isAnimated(bytes: Buffer): boolean {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (at(0, 3) === 'GIF') return hasTwo(gifFrames(bytes))
  if (at(1, 4) === 'PNG') return pngFrames(bytes) > 1
  if (at(8, 12) === 'WEBP') return hasTwo(webpFrames(bytes))
  return at(4, 8) === 'ftyp' && /^(....)*avis/s.test(at(8, Math.min(bytes.readUInt32BE(0), 256)))
}

const hasTwo = (frames: Iterator<unknown>) => !frames.next().done && !frames.next().done

/** The size of a table of colours, by the byte that describes it. */
const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function* gifFrames(bytes: Buffer): Generator<number> {
  let at = 13 + colours(bytes[10] ?? 0)
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x2c) {
      yield at
      at += 11 + colours(bytes[at + 9] ?? 0)
    } else if (block === 0x21) at += 2
    else return
    // Pieces of data, the last of which is empty.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1
    at++
  }
}

function* webpFrames(bytes: Buffer): Generator<number> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') yield at
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
}

/** An animated PNG says how many frames it has, before its pixels. */
function pngFrames(bytes: Buffer): number {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return bytes.readUInt32BE(at + 8)
    if (type === 'IDAT') break
  }
  return 1
}
