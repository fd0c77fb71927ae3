import { lookup } from '#contract/lookup.ts'
import type { SourceFile } from '../../ground/source.ts'
import { beginning, decoderOf, encodingOf, xmlParser } from './xml-stream.server.ts'

/** An `item` of an export: a post, a page, an attachment, or another record of WordPress. */
export type WxrItem = {
  /** The texts of its elements by their names. */
  fields: Map<string, string>
  /** Values of custom fields by their keys. Some keys are there more than once. */
  meta: Map<string, string[]>
  terms: { domain: string; slug: string; name: string }[]
  comments: number
  /** The names of the elements whose text was too long, and is cut off. */
  cut: Set<string>
}

type WxrPart =
  | { is: 'channel'; name: string; value: string }
  | { is: 'author' | 'category' | 'tag' | 'term'; fields: Map<string, string> }
  | { is: 'item'; item: WxrItem }
  /** The end of the file. `within` is the title of an item that it cuts off; `reason` says why it ends early. */
  | { is: 'end'; complete: boolean; within?: string; reason?: string }

/** A text of ours has at most one million characters, with its escapes. */
const longestText = 900_000
const longest = new Map([
  ['content:encoded', longestText],
  ['wp:meta_value', 2_000_000],
  ['excerpt:encoded', 100_000],
])
const mostMeta = 5_000
const mostTerms = 2_000

const groups: Record<string, 'author' | 'category' | 'tag' | 'term'> = {
  'wp:author': 'author',
  'wp:category': 'category',
  'wp:tag': 'tag',
  'wp:term': 'term',
}

/** The parts of one file, in their order, one item at a time. @throws SourceError when it is no XML that can be read */
export async function* readWxr(file: SourceFile, signal: AbortSignal): AsyncGenerator<WxrPart> {
  const parts: WxrPart[] = []
  const structure = wxrStructure((part) => parts.push(part))
  const parser = xmlParser(structure)
  let decoder: TextDecoder | undefined
  let reason: string | undefined
  let some = false
  const decode = (bytes?: Buffer) => {
    if (bytes) decoder ??= decoderOf(encodingOf(bytes.subarray(0, 1024)))
    parser.write(decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '')
  }
  const stream = await file.open()
  try {
    let first: Buffer | undefined = Buffer.alloc(0)
    for await (const bytes of stream) {
      signal.throwIfAborted()
      // The declaration of the encoding may be in two parts.
      const whole: Buffer = first ? Buffer.concat([first, bytes as Buffer]) : (bytes as Buffer)
      if (first && whole.length < 1024) {
        first = whole
        continue
      }
      first = undefined
      decode(whole)
      for (const part of parts.splice(0)) {
        some ||= part.is === 'item'
        yield part
      }
    }
    if (first) decode(first)
    decode()
  } catch (error) {
    // A damaged archive ends early: the items before are whole.
    signal.throwIfAborted()
    if (!some || !(error instanceof Error)) throw error
    reason = error.message
  } finally {
    stream.destroy()
  }
  yield* parts.splice(0)
  const within = structure.openItem()
  yield {
    is: 'end',
    complete: reason === undefined && parser.end(),
    ...(within !== undefined && { within }),
    ...(reason !== undefined && { reason }),
  }
}

/** Puts the events of XML together to parts. */
function wxrStructure(found: (part: WxrPart) => void) {
  let item: WxrItem | undefined
  let group: { is: 'author' | 'category' | 'tag' | 'term'; fields: Map<string, string> } | undefined
  let term: { domain: string; slug: string } | undefined
  let meta: { key: string; value: string; cut: boolean } | undefined
  let comment = 0
  /** Elements that are open within an item. */
  let depth = 0
  let leaf: { name: string; parts: string[]; length: number; cut: boolean } | undefined
  let metas = 0

  const end = () => {
    if (item) found({ is: 'item', item })
    item = undefined
    term = undefined
    meta = undefined
    leaf = undefined
    comment = 0
    depth = 0
  }

  const store = (name: string, value: string, cut: boolean) => {
    if (group) group.fields.set(name, value)
    else if (!item) found({ is: 'channel', name, value })
    else if (meta) {
      if (name === 'wp:meta_key') meta.key = value
      if (name === 'wp:meta_value') Object.assign(meta, { value, cut })
    } else if (name === 'category') {
      if (term && item.terms.length < mostTerms) item.terms.push({ ...term, name: value })
      term = undefined
    } else if (depth === 1) {
      // An element that is there twice says nothing more the second time, except that it is empty the first time.
      if (!item.fields.get(name)) item.fields.set(name, value)
      if (cut) item.cut.add(name)
    }
  }

  return {
    open(name: string, attributes: Record<string, string>) {
      leaf = undefined
      if (name === 'item' && depth <= 1) {
        end()
        metas = 0
        item = { fields: new Map(), meta: new Map(), terms: [], comments: 0, cut: new Set() }
        return
      }
      if (item) depth += 1
      const is = lookup(groups, name)
      if (!item && is) group = { is, fields: new Map() }
      else if (item && name === 'wp:comment') {
        if (comment === 0) item.comments += 1
        comment += 1
      } else if (item && name === 'wp:postmeta') meta = { key: '', value: '', cut: false }
      else if (comment === 0) {
        if (item && name === 'category')
          term = { domain: attributes['domain'] ?? '', slug: attributes['nicename'] ?? '' }
        leaf = { name, parts: [], length: 0, cut: false }
      }
    },
    text(part: string) {
      if (!leaf || leaf.cut) return
      const room = (longest.get(leaf.name) ?? 20_000) - leaf.length
      leaf.parts.push(part.length > room ? part.slice(0, room) : part)
      leaf.length += part.length
      leaf.cut = part.length > room
    },
    close(name: string) {
      if (name === 'item') return end()
      if (leaf?.name === name) store(name, leaf.parts.join('').toWellFormed(), leaf.cut)
      leaf = undefined
      if (group && lookup(groups, name)) {
        found(group)
        group = undefined
      }
      if (!item) return
      depth = Math.max(0, depth - 1)
      if (name === 'wp:comment') comment = Math.max(0, comment - 1)
      if (name === 'wp:postmeta' && meta) {
        metas += 1
        const { key, value, cut } = meta
        if (key && metas <= mostMeta) {
          const known = item.meta.get(key)
          if (known) known.push(value)
          else item.meta.set(key, [value])
          if (cut) item.cut.add(key)
        }
        meta = undefined
      }
    },
    /** The title of the item that is not closed. */
    openItem: () => (item ? (item.fields.get('title') ?? '') : undefined),
  }
}

/** Folders have many of them, and each would be opened. */
const isPicture = (path: string) => /\.(?:jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)$/i.test(path)

/** Whether a file begins as an export of WordPress, whatever its name, unless it has that of a picture. */
export async function isWxr(file: SourceFile): Promise<boolean> {
  if (isPicture(file.path)) return false
  const bytes = await beginning(await file.open(), 16 * 1024)
  if (bytes.length === 0) return false
  let text: string
  try {
    text = decoderOf(encodingOf(bytes.subarray(0, 1024))).decode(bytes)
  } catch {
    // It says a name of an encoding that there is not: it is read as bytes, so that the reader can name it.
    text = bytes.toString('latin1')
  }
  return /<rss\b/i.test(text) && /wordpress\.org\/export\/1\.\d|<wp:wxr_version>/i.test(text)
}
