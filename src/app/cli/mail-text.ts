const [esc, shiftOut, shiftIn] = ['\u001b', '\u000e', '\u000f']
const japanese = new RegExp(`${esc}(\\$[@B(]|\\([IJ])`)
const designation = new RegExp(`${esc}\\$[)*+][A-Z]`, 'g')
const shiftedRun = new RegExp(`${shiftOut}([^${shiftIn}\n]*)${shiftIn}?`, 'g')

/** Reads a text of ISO 2022, which switches its characters by escape sequences of ASCII; undefined for any other. */
function ofEscapes(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.includes(esc)) return undefined
  if (japanese.test(text)) return new TextDecoder('iso-2022-jp').decode(bytes)
  const isKorean = text.includes(`${esc}$)C`)
  if (!isKorean && !text.includes(`${esc}$)A`)) return undefined
  // The shift characters say which bytes are halves of a character. EUC has the same halves with the highest bit.
  const halves = (_: string, run: string) =>
    Buffer.from(Buffer.from(run, 'latin1').map((byte) => byte | 0x80)).toString('latin1')
  const plain = text.replace(designation, '').replace(shiftedRun, halves)
  return new TextDecoder(isKorean ? 'euc-kr' : 'gbk').decode(Buffer.from(plain, 'latin1'))
}

/**
 * The text of bytes that tell themselves what they are; undefined where only a header can tell. Senders often name another character set than they
 * use, but a text of another is hardly ever valid UTF-8.
 */
export function ofBytes(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const escaped = ofEscapes(bytes)
  if (escaped !== undefined) return escaped
  if (!bytes.some((byte) => byte >= 0x80)) return undefined
  try {
    // The last character may have been cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** The text of bytes whose header names a character set that they cannot have, or that no decoder knows; undefined for any other. */
export function ofMisnamed(bytes: Uint8Array, charset = 'utf-8'): string | undefined {
  if (/^(unicode-1-1-)?utf-?7$/i.test(charset)) return ofUtf7(Buffer.from(bytes).toString('latin1'))
  if (!/^utf-?8/i.test(charset)) return undefined
  const characters = new TextDecoder().decode(bytes).match(/[^\0-\u007f]/g) ?? []
  const broken = characters.filter((character) => character === '\ufffd').length
  // In a text of UTF-8 few characters are broken.
  return broken > characters.length / 2 ? new TextDecoder('windows-1252').decode(bytes) : undefined
}

const ofUtf7 = (text: string) =>
  text.replace(/\+([a-z0-9+/]*)-?/gi, (_, data: string) =>
    data === '' ? '+' : new TextDecoder('utf-16be').decode(Buffer.from(data, 'base64')).replace(/\ufffd$/, ''),
  )

/** A message whose headers are UTF-8. Old programs write them in the character set of the text, without encoding. */
export function mendHeaders(source: Uint8Array): Uint8Array {
  const all = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const end = all
    .subarray(0, longestHeaders)
    .toString('latin1')
    .search(/\r?\n\r?\n/)
  const headers = all.subarray(0, end < 0 ? longestHeaders : end)
  if (!headers.some((byte) => byte >= 0x80) || ofBytes(headers) !== undefined) return source
  const [, charset = 'windows-1252'] = /charset\s*=\s*["']?([\w-]+)/i.exec(headers.toString('latin1')) ?? []
  return Buffer.concat([Buffer.from(decoderOf(charset).decode(headers)), all.subarray(headers.length)])
}

export const longestHeaders = 200_000

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(/^utf/i.test(charset) ? 'windows-1252' : charset)
  } catch {
    return new TextDecoder('windows-1252')
  }
}

/** The text of a header, in which each encoded word of valid UTF-8 is named so. */
export const mendWords = (header: string): string =>
  (ofEscapes(Buffer.from(header, 'latin1')) ?? header).replace(
    /=\?([^?\s]+)\?([bq])\?([^?\s]*)\?=/gi,
    (word, _, form: string, data: string) => {
      const bytes =
        form.toLowerCase() === 'b'
          ? Buffer.from(data, 'base64')
          : Buffer.from(
              data
                .replaceAll('_', ' ')
                .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            )
      return bytes.some((byte) => byte >= 0x80) && ofBytes(bytes) !== undefined ? `=?utf-8?${form}?${data}?=` : word
    },
  )

/** A text with the lines that `format=flowed` (RFC 3676) broke. Lines of different quotations are never one. */
export function unflow(text: string, deletesSpace: boolean): string {
  const done: { quotes: string; line: string }[] = []
  let isOpen = false
  for (const raw of text.split(/\r?\n/)) {
    const quotes = /^>*/.exec(raw)?.[0] ?? ''
    const line = raw.slice(quotes.length).replace(/^ /, '')
    const last = done.at(-1)
    if (isOpen && last?.quotes === quotes) last.line = (deletesSpace ? last.line.slice(0, -1) : last.line) + line
    else done.push({ quotes, line })
    isOpen = line.endsWith(' ') && line !== '-- '
  }
  return done.map(({ quotes, line }) => (quotes === '' ? line : `${quotes} ${line}`)).join('\n')
}
