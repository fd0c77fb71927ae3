import { type SourceEntry, SourceError, type SourceFile, type SourceReader } from '../../ground/source.ts'
import { Authors, isAuthorFile } from './authors.server.ts'
import { type MarkdownFile, readMarkdownFile } from './front-matter.ts'
import { type MarkdownSite, siteOf } from './generators.server.ts'
import { baseOf, leftOut } from './kinds.server.ts'
import { placeOf } from './places.server.ts'
import { addressesOf, recordOf } from './record.server.ts'
import { placeFacts, titleOf, withInner } from './record-facts.server.ts'
import { siteDefaults } from './site-defaults.server.ts'
import { isMarkdown } from './site-root.ts'
import { Targets } from './targets.server.ts'

/** No post is larger; a larger file has something else. */
const largestText = 10 * 1024 * 1024

/** A text of the site: its path below the root, and the facts that follow from folders. */
type SiteText = { path: string; file: SourceFile; defaults: unknown[] }

/** Reads a folder or an archive of Markdown files, as any program for sites has it. */
export const markdownReader: SourceReader = {
  kind: 'markdown',

  async recognises(files) {
    for await (const { path } of files.list()) if (isMarkdown(path)) return true
    return false
  },

  async *read(files, signal) {
    const all = new Map<string, SourceFile>()
    for await (const file of files.list()) {
      signal.throwIfAborted()
      all.set(file.path, file)
    }
    const site = await siteOf(all)
    yield {
      is: 'site',
      ...(site.title && { title: site.title }),
      ...(site.address && { address: site.address }),
      ...(site.timeZone && { timeZone: site.timeZone }),
    }
    const authors = new Authors(site)
    for (const [path, file] of all)
      if (path.startsWith(site.root)) await authors.read(path.slice(site.root.length), file)
    const targets = new Targets(site, all.values())
    const texts: SiteText[] = []
    const rest = new Rest(site)
    const defaultsOf = await siteDefaults(site, all)

    // All addresses are known before the first text is read, since texts link to later ones. No text is kept.
    for (const file of all.values()) {
      signal.throwIfAborted()
      if (!isText(file.path)) continue
      const found = await lookAt(site, file, targets, defaultsOf)
      if ('reason' in found) {
        const entry = rest.add(file.path, found)
        if (entry) yield entry
        continue
      }
      texts.push({ path: found.path, file, defaults: found.defaults })
      targets.add(found)
    }
    if (texts.length === 0) throw new SourceError('There is no text in Markdown among these files.')
    yield* rest.folders()
    yield* recordsOf({ site, authors, targets, texts, signal })
  },
}

const isText = (path: string) => isMarkdown(path) || /\.(?:html?|adoc|asciidoc|org|rst|textile|ipynb)$/i.test(path)

type LookedAt =
  | { reason: string; folder?: boolean; title?: string }
  | { path: string; addresses: string[]; title: string; defaults: unknown[] }

/** Reads the facts of a text, for its address. */
async function lookAt(
  site: MarkdownSite,
  file: SourceFile,
  targets: Targets,
  defaultsOf: (path: string) => unknown[],
): Promise<LookedAt> {
  if (!file.path.startsWith(site.root))
    return { reason: `It is outside of the folder ${site.root} of the site.`, folder: true }
  const path = file.path.slice(site.root.length)
  if (isAuthorFile(path)) return { reason: 'It describes an author.' }
  const folder = leftOut(site, path, true)
  if (folder) return { reason: folder, folder: !/_index\./.test(path) }
  if (!isMarkdown(path) && !/\.html?$/i.test(path))
    return { reason: `It is written in ${path.split('.').at(-1)}, not in Markdown.` }
  const read = await readFile(file)
  if ('reason' in read) return read
  const { markdown } = read
  const hasFacts = markdown.none === undefined
  // Without facts a file in HTML belongs to the design.
  if (!isMarkdown(path) && (!hasFacts || /<html[\s>]/i.test(markdown.text.slice(0, 2_000))))
    return { reason: 'It is a page in HTML, not in Markdown.', folder: true }
  if (!isMarkdown(path) && !/(?:^|\/)(?:_posts|_drafts|content)\//.test(path))
    return { reason: 'It is a template in HTML.', folder: true }
  const reason = leftOut(site, path, hasFacts)
  if (reason) return { reason }
  const defaults = defaultsOf(path)
  const facts = withInner(markdown, defaults)
  const place = placeOf(site, path, placeFacts(site, facts, markdown.text, path))
  return { path, addresses: addressesOf(place, targets), title: titleOf(facts, markdown.text, path), defaults }
}

async function* recordsOf(source: {
  site: MarkdownSite
  authors: Authors
  targets: Targets
  texts: SiteText[]
  signal: AbortSignal
}): AsyncGenerator<SourceEntry> {
  const { site, authors, targets, texts, signal } = source
  // One moment for all of them, to tell those that are due from the others.
  const now = Date.now()
  const [given, usedMedia] = [new Set<string>(), new Set<string>()]
  for (const { path, file, defaults } of texts) {
    signal.throwIfAborted()
    const read = await readFile(file)
    if ('reason' in read) {
      yield { is: 'rest', sourceId: path, title: baseOf(path), reason: read.reason }
      continue
    }
    const {
      record,
      media,
      authors: facts,
      leadsTo,
    } = recordOf({ site, targets, path, file: read.markdown, defaults, now })
    if (leadsTo !== '') {
      for (const from of record.addresses) yield { is: 'redirect', from, to: leadsTo }
      continue
    }
    if (record.is === 'page' && record.text.trim() === '') {
      yield {
        is: 'rest',
        sourceId: path,
        title: record.title,
        reason: 'It has no text of its own: its design makes the page.',
      }
      continue
    }
    for (const one of media) {
      if (!usedMedia.has(one.sourceId)) yield one
      usedMedia.add(one.sourceId)
    }
    const named = (facts.length > 0 ? facts : [authors.ofSite]).flatMap((fact) => authors.of(fact) ?? [])
    if (facts.length > 0 && named.length === 0)
      record.notes.push({ kind: 'author', subject: 'author', sentence: 'Its author has no name.' })
    const [author, ...more] = named
    for (const other of more)
      record.notes.push({
        kind: 'author',
        subject: other.name,
        sentence: `A post has one author, so ${other.name} is left out.`,
      })
    if (author) {
      record.author = author.sourceId
      if (!given.has(author.sourceId)) {
        const picture = author.picture ? targets.find(author.picture, { path: '' }) : undefined
        if (picture && picture !== 'outside' && picture.media && !usedMedia.has(picture.media.sourceId)) {
          usedMedia.add(picture.media.sourceId)
          yield picture.media
        }
        yield picture && picture !== 'outside' ? { ...author, picture: picture.address } : author
        given.add(author.sourceId)
      }
    }
    yield record
  }
  const unused = [...targets.mediaPaths()].filter((path) => !usedMedia.has(path))
  if (unused.length > 0)
    yield {
      is: 'rest',
      sourceId: 'unused files',
      title: counted(unused.length, 'picture or PDF', 'pictures and PDFs'),
      reason: 'No text uses them.',
    }
}

/** Reads a file, whatever its encoding, and separates its facts. */
async function readFile(file: SourceFile): Promise<{ markdown: MarkdownFile } | { reason: string }> {
  if (file.size > largestText) return { reason: 'The file is larger than 10 MB.' }
  try {
    const parts: Uint8Array[] = []
    for await (const part of await file.open()) parts.push(part as Uint8Array)
    return { markdown: readMarkdownFile(textIn(Buffer.concat(parts))) }
  } catch (error) {
    if (error instanceof SourceError) return { reason: error.message }
    throw error
  }
}

function textIn(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Files that are no texts of the site: those of a folder are counted together, since a package may have thousands. */
class Rest {
  private readonly counts = new Map<string, { reason: string; count: number }>()
  private readonly site: MarkdownSite

  constructor(site: MarkdownSite) {
    this.site = site
  }

  add(
    path: string,
    { reason, folder, title }: { reason: string; folder?: boolean; title?: string },
  ): SourceEntry | undefined {
    const below = path.startsWith(this.site.root) ? path.slice(this.site.root.length) : path
    const [top, inner] = below.split('/')
    if (!folder || inner === undefined) return { is: 'rest', sourceId: below, title: title ?? below, reason }
    const found = this.counts.get(`${top}/ ${reason}`)
    this.counts.set(`${top}/ ${reason}`, { reason, count: (found?.count ?? 0) + 1 })
    return undefined
  }

  *folders(): Iterable<SourceEntry> {
    for (const [key, { reason, count }] of this.counts) {
      const folder = key.split(' ')[0] ?? ''
      yield { is: 'rest', sourceId: key, title: `${folder} (${counted(count, 'text', 'texts')})`, reason }
    }
  }
}
