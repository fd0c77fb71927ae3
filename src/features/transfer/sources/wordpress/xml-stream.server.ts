import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { SourceError } from '../../ground/source.ts'

/** An export has five levels. */
const deepest = 64
const longestTag = 64 * 1024

type XmlEvents = {
  /** The prefix of `name` is the one that WordPress writes, whichever the file declares. */
  open(name: string, attributes: Record<string, string>): void
  /** A part of the text of the element that is open. */
  text(part: string): void
  close(name: string): void
}

/** A parser of XML that comes in parts. It keeps no more than a tag, so a text may have any length. */
type XmlParser = {
  /** @throws SourceError for a document type definition, and for markup that only an attack has */
  write(part: string): void
  /** @returns whether the document was complete */
  end(): boolean
}

/**
 * Reads XML as exports have it, damage included: it goes on after characters that XML forbids, `&` without a name, and wrong closing tags. `saxes` reads
 * tags and references. It would keep a whole section of CDATA, and those are almost all of an export, so they are found here.
 */
export function xmlParser(events: XmlEvents): XmlParser {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: string[] = []
  let within: 'markup' | 'cdata' | 'comment' | 'instruction' = 'markup'
  let kept = ''
  /** Whether `saxes` may hold text that it has not reported. */
  let held = false
  let seen = false
  let closed = false

  parser.on('error', () => {})
  parser.on('opentag', (tag) => {
    if (open.length >= deepest)
      throw new SourceError('The file nests elements too deeply for an export of WordPress, so it was not read.')
    open.push(tag.name)
    seen = true
    events.open(wordpressName(tag), attributesOf(tag))
  })
  parser.on('text', (text) => {
    if (open.length > 0) events.text(text)
  })
  parser.on('closetag', (tag) => {
    open.pop()
    closed = open.length === 0
    events.close(wordpressName(tag))
  })

  /** A comment makes `saxes` report the text before it. */
  const report = () => {
    if (held) parser.write('<!---->')
    held = false
  }

  const writeText = (text: string) => {
    if (text === '') return
    parser.write(text.replace(looseAmpersand, '&amp;'))
    held = true
  }

  /** @returns the position after the tag; -1 while its end is not there yet */
  const readTag = (part: string, at: number): number => {
    if (part.startsWith('<![CDATA[', at)) {
      report()
      within = 'cdata'
      return at + 9
    }
    if (part.startsWith('<!--', at)) {
      within = 'comment'
      return at + 4
    }
    if (part.startsWith('<?', at)) {
      within = 'instruction'
      return at + 2
    }
    if ('<![CDATA['.startsWith(part.slice(at, at + 9)) || '<!--'.startsWith(part.slice(at, at + 4))) return -1
    if (part[at + 1] === '!')
      throw new SourceError(
        'The file has a document type definition, which WordPress never writes, so it was not read.',
      )
    if (!/[\p{L}_:/]/u.test(part[at + 1] ?? '')) {
      writeText('&lt;')
      return at + 1
    }
    const end = endOfTag(part, at)
    if (end < 0) {
      if (part.length - at > longestTag) throw new SourceError('The file is damaged: one of its tags never ends.')
      return -1
    }
    const tag = part.slice(at, end)
    const closing = /^<\/\s*([^\s>]+)/.exec(tag)?.[1]
    // For a closing tag without an opening one, saxes would close everything.
    if (closing === undefined || open.includes(closing)) {
      parser.write(tag)
      held = false
    }
    return end
  }

  const read = (part: string): string => {
    let at = 0
    while (at < part.length) {
      if (within !== 'markup') {
        const mark = { cdata: ']]>', comment: '-->', instruction: '?>' }[within]
        const end = part.indexOf(mark, at)
        const upTo = end < 0 ? Math.max(at, part.length - mark.length + 1) : end
        if (within === 'cdata' && upTo > at && open.length > 0) events.text(part.slice(at, upTo))
        if (end < 0) return part.slice(upTo)
        within = 'markup'
        at = end + mark.length
        continue
      }
      const tag = part.indexOf('<', at)
      if (tag < 0) {
        const text = part.slice(at)
        const reference = /&[^\s;&]{0,40}$/.exec(text)?.index ?? text.length
        writeText(text.slice(0, reference))
        report()
        return text.slice(reference)
      }
      writeText(part.slice(at, tag))
      const after = readTag(part, tag)
      if (after < 0) return part.slice(tag)
      at = after
    }
    return ''
  }

  return {
    write(part) {
      kept = read(kept + part.replace(forbidden, ''))
    },
    end: () => seen && closed && within === 'markup',
  }
}

/** Characters that XML does not allow. Exports have them, since people paste them into texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const looseAmpersand = /&(?!(?:[a-z][a-z\d]{0,31}|#\d{1,7}|#x[\da-f]{1,6});)/gi

function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at] as string
    if (quote) {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
    if (at - from > longestTag) return -1
  }
  return -1
}

function wordpressName({ uri, local, name }: SaxesTagNS): string {
  if (/wordpress\.org\/export\/[^/]*\/excerpt/.test(uri)) return `excerpt:${local}`
  if (/wordpress\.org\/export\//.test(uri)) return `wp:${local}`
  if (uri.includes('purl.org/rss/1.0/modules/content')) return `content:${local}`
  if (uri.includes('purl.org/dc/elements')) return `dc:${local}`
  // Another program's element may have the same prefix.
  return uri === '' ? name : `other:${local}`
}

const attributesOf = ({ attributes }: SaxesTagNS) =>
  Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]))

/** The first bytes of a stream, which is closed. */
export async function beginning(stream: Readable, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    if (length >= bytes) break
  }
  return Buffer.concat(parts).subarray(0, bytes)
}

/** The encoding of XML by its first bytes: a byte order mark, the zeros of UTF-16, or its declaration. */
export function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  const declared = /^[^<]*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(bytes.toString('latin1'))?.[1]
  // A file that can be read byte by byte is none of UTF-16, whatever it says.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

export function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new SourceError(`The file says that its encoding is “${encoding}”, which cannot be read. Save it as UTF-8.`)
  }
}
