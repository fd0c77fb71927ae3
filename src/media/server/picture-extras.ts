/** Chunks of a PNG that its pixels need, and those by which they look right: transparency, colours, which way is up. */
const needed = ['IHDR', 'PLTE', 'IDAT', 'IEND']
const useful = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'iCCP', 'eXIf']
/** The most that the useful ones may take together, in bytes. */
const mostUseful = 1024 * 1024
const signatureLength = 8
/** The length, type and checksum of a chunk. */
const frameLength = 12

/**
 * A picture without what a decoder would read for nothing. The texts in a PNG are compressed, and a decoder unpacks them all: a file of 10 MB
 * can hold many gigabytes of them. The other formats hold nothing that takes long.
 * @returns undefined when a PNG holds too much beside its pixels
 */
export function withoutExtras(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes
  const kept = [bytes.subarray(0, signatureLength)]
  let extra = 0
  const seen = new Set<string>()
  // What is cut off or follows the end is left out; the decoder finds out whether the rest makes a picture.
  for (let start = signatureLength; start + frameLength <= bytes.length; ) {
    const type = bytes.toString('latin1', start + 4, start + 8)
    const end = start + frameLength + bytes.readUInt32BE(start)
    const chunk = bytes.subarray(start, end)
    if (needed.includes(type)) kept.push(chunk)
    else if (useful.includes(type) && !seen.has(type)) {
      seen.add(type)
      kept.push(chunk)
      extra += chunk.length
    }
    if (type === 'IEND') break
    start = end
  }
  return extra > mostUseful ? undefined : Buffer.concat(kept)
}
