/** How workbooks begin: those of today are ZIP files, former ones compound files. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

export const isWorkbook = (bytes: Uint8Array): boolean =>
  workbooks.some((start) => start.every((byte, at) => bytes[at] === byte))

/** Why a file is not a table. Its message is shown to staff. */
export class UnreadableFile extends Error {}

/** The encodings of tables that are not in Unicode, the likely ones first, with their names for people. */
export const encodings = {
  'windows-1252': 'Western Europe (Windows)',
  'windows-1250': 'Central Europe (Windows)',
  macintosh: 'Western Europe (Mac)',
  'windows-1251': 'Cyrillic (Windows)',
  'windows-1253': 'Greek (Windows)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1257': 'Baltic (Windows)',
  ibm866: 'Cyrillic (DOS)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC)',
}
export type Encoding = keyof typeof encodings

/** The text of a file in UTF-16, UTF-8 or else an encoding. @throws UnreadableFile when it is no text, or the encoding is not known */
export function decodeTable(bytes: Uint8Array, encoding = 'windows-1252'): string {
  if (isWorkbook(bytes))
    throw new UnreadableFile('This is a workbook, not a CSV file. Please save it as CSV and choose that file.')
  const text = decodeUnicode(bytes) ?? decode(bytes, encoding)
  if (text === undefined) throw new UnreadableFile('This encoding is not known. Please save the file as CSV in UTF-8.')
  if (text.includes('\0')) throw new UnreadableFile('This file is not a text. Please save it as CSV in UTF-8.')
  return text
}

/** The text of a file in UTF-16 or UTF-8; undefined for one in another encoding. */
export function decodeUnicode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  return decode(bytes, 'utf-8', true)
}

function decode(bytes: Uint8Array, encoding: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    return undefined
  }
}

const samplesShown = 3
/** The longest sample, and the longest part of the file from which samples are taken, in bytes. */
const sampleLength = 60
const sampledBytes = 200_000

export type EncodingGuess = { encoding: Encoding; samples: string[] }

/** Words of a file that differ between encodings, in each that can be. The likely one is first; of those that read alike only one is there. */
export function guessEncodings(bytes: Uint8Array): EncodingGuess[] {
  const parts = partsBeyondAscii(bytes.subarray(0, sampledBytes))
  const guesses = (Object.keys(encodings) as Encoding[]).flatMap((encoding) => {
    const texts = parts.map((part) => decode(part, encoding, true))
    return texts.every((text) => text !== undefined) ? { encoding, texts, oddity: oddityOf(texts.join(' ')) } : []
  })
  const different = guesses.filter(
    ({ texts }, at) => guesses.findIndex((one) => one.texts.join() === texts.join()) === at,
  )
  return different
    .toSorted((a, b) => a.oddity - b.oddity)
    .map(({ encoding, texts }) => ({ encoding, samples: texts.slice(0, samplesShown) }))
}

/** The cells with a byte that is not ASCII, each once. */
function partsBeyondAscii(bytes: Uint8Array): Uint8Array[] {
  const found = new Map<string, Uint8Array>()
  const ends = new Set([...',;\t\n\r"'].map((end) => end.charCodeAt(0)))
  let start = 0
  let isBeyond = false
  for (let at = 0; at <= bytes.length && found.size < 200; at++) {
    const byte = bytes[at]
    if (byte !== undefined && byte > 127) isBeyond = true
    if (byte !== undefined && !ends.has(byte)) continue
    const part = bytes.subarray(start, at)
    // An end can be the second byte of a character, but no name begins with one.
    if (isBeyond && part.length <= sampleLength) found.set(part.join(), part)
    start = at + 1
    isBeyond = false
  }
  return [...found.values()]
}

/** How odd a text looks: signs within words, scripts that change within a word, and capitals after small letters. */
function oddityOf(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const beyond = Math.max(1, count(/[^\x20-\x7e]/g))
  const odd =
    count(/[^\x20-\x7e\p{L}\p{M}]/gu) +
    count(/(?<=\p{Ll})\p{Lu}/gu) +
    count(/(?<=[a-z])[^\x20-\x7e\p{Script=Latin}]|[^\x20-\x7e\p{Script=Latin}](?=[a-z])/giu)
  // Two bytes that make one character read well are no accident.
  const rare = count(/[\uff61-\uff9f\u3400-\u4dbf\ue000-\uf8ff]/gu) * 2
  return (odd + rare) / beyond
}
