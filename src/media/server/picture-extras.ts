/** The chunks of a PNG that are required for its pixels, and those for transparency, colours and orientation. */
const required = ['IHDR', 'PLTE', 'IDAT', 'IEND']
const optional = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'iCCP', 'eXIf']
/** The total size limit of the optional chunks, in bytes. */
const maxOptionalBytes = 1024 * 1024
const signatureLength = 8
/** The bytes of a chunk's length, type and checksum. */
const frameLength = 12

/**
 * Removes parts that a decoder would read in vain. Texts in a PNG are compressed, and a decoder unpacks them all: a file of 10 MB can contain many
 * gigabytes of them. The other formats contain nothing comparable.
 * @returns undefined when a PNG contains too much besides its pixels
 */
export function withoutExtras(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes
  const chunks = [bytes.subarray(0, signatureLength)]
  let extra = 0
  const seen = new Set<string>()
  // An incomplete chunk and anything after the end are dropped; the decoder decides whether the rest is a picture.
  for (let start = signatureLength; start + frameLength <= bytes.length; ) {
    const type = bytes.toString('latin1', start + 4, start + 8)
    const end = start + frameLength + bytes.readUInt32BE(start)
    const chunk = bytes.subarray(start, end)
    if (required.includes(type)) chunks.push(chunk)
    else if (optional.includes(type) && !seen.has(type)) {
      seen.add(type)
      chunks.push(chunk)
      extra += chunk.length
    }
    if (type === 'IEND') break
    start = end
  }
  return extra > maxOptionalBytes ? undefined : Buffer.concat(chunks)
}
