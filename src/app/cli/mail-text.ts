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
