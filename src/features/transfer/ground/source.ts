import type { Readable } from 'node:stream'
import type { Note, SourceKind } from './transfer.contract.ts'

/** Why files cannot be read as the export of a program, as a sentence for people. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/** A file of a folder, of an archive or of an upload. */
export type SourceFile = {
  /** Below the root of the source, with slashes: `content/posts/hello.md`. It never leaves the root. */
  path: string
  /** In bytes. Reading fails beyond it, whatever an archive says. */
  size: number
  /** @throws SourceError when it is damaged */
  open(): Promise<Readable>
}

/** The files that someone imports: one file, several, a folder, or the files of a ZIP or gzip archive among them. */
export type SourceFiles = AsyncDisposable & {
  /** The name for people: that of the file or the folder. */
  name: string
  /** In the order of their paths. @throws SourceError when an archive is damaged, unsafe or too large */
  list(): AsyncIterable<SourceFile>
  find(path: string): Promise<SourceFile | undefined>
}

/** The site from which an export is. Each reader says it first. */
type SourceSite = {
  is: 'site'
  title?: string
  /** Its address with the folder that it is in, without a slash at the end: `https://old.example/news`. Absent where the export does not say. */
  address?: string
  /** The time zone of dates without one: 'Asia/Kolkata'. */
  timeZone?: string
}

export type SourceAuthor = {
  is: 'author'
  sourceId: string
  name: string
  bio?: string
  /** The address of the picture, as texts have it. */
  picture?: string
  notes?: Note[]
}

/** Whether something can have been published then: years in which nobody has, such as 0 and 9999, are placeholders. */
export const isPossibleDate = (date: Date): boolean => date.getUTCFullYear() >= 1800 && date.getUTCFullYear() < 2200

/** A picture or a PDF. */
export type SourceMedia = {
  is: 'file'
  sourceId: string
  title: string
  /** All addresses by which texts name it, absolute or below the root of the site. */
  addresses: string[]
  /** Its path among the files of the source, if it is there. */
  path?: string
  alt?: string
  caption?: string
}

/** Facts that a text reader needs to know about the surroundings of a text. It is cloned to another process. */
export type TextFacts = {
  /** The address of the site, see `SourceSite`. */
  site?: string | undefined
  /** The address of the item, for relative links: absolute, or below the root of the site. */
  address?: string | undefined
  /** The path of the text among the files of the source, for relative pictures. */
  path?: string | undefined
  /** The title of the item, which its text may repeat as a heading. */
  title?: string | undefined
  /** The program of a text in Markdown, whose signs it has: 'hugo'. */
  dialect?: string | undefined
  /** Attachments by their ids in the source, for galleries that name ids; in Markdown what its addresses lead to, by the addresses as typed. */
  files?: Record<string, { address: string; alt?: string; caption?: string }> | undefined
  /** The ids of the attachments of the item, for galleries that name none. */
  attached?: string[] | undefined
  /** Texts that the text contains by their ids. */
  blocks?: Record<string, string> | undefined
  /** The footnotes of the text, as the source has them. */
  footnotes?: string | undefined
}

/** A post, or a page that staff build. */
export type SourceRecord = {
  is: 'post' | 'page'
  /** The same in each export of the site. */
  sourceId: string
  title: string
  /** The last part of its address, decoded: `größe-und-übung`; '' where it has none. */
  slug: string
  /** The whole path of a page, decoded, without slashes at the ends: `about/team`. */
  path?: string
  /** As it is in the source. The text reader of the source converts it. */
  text: string
  facts: TextFacts
  excerpt?: string
  status: 'public' | 'draft' | 'scheduled'
  /** The date of publication, ISO 8601 in UTC. Absent where the source has none, or one that cannot be. */
  at?: string
  /** The `sourceId` of an author. */
  author?: string
  /** Names, the main one first. */
  categories: string[]
  tags: string[]
  picture?: { address: string; alt?: string }
  seo?: { title?: string; description?: string; picture?: string }
  /** All addresses at which its site has or had it, absolute or below its root, with their queries: `/2021/03/hello/`, `/?p=12`. */
  addresses: string[]
  notes: Note[]
}

/** A record in an export of Atrium. `fields` are as the export has them, `stored` further columns, such as its dates. */
export type SourceEntity = {
  is: 'record'
  entity: string
  sourceId: string
  title: string
  fields: Record<string, unknown>
  stored: Record<string, unknown>
  notes: Note[]
}

/** An old address that belongs to no item: of a file of redirects, or of a category. */
type SourceRedirect = { is: 'redirect'; from: string; to: string }

/** Something that is not carried over: 'Comment', 'Revision', 'Custom type “product”'. */
export type SourceRest = { is: 'rest'; sourceId: string; title: string; reason: string }

export type SourceEntry =
  | SourceSite
  | SourceAuthor
  | SourceMedia
  | SourceRecord
  | SourceEntity
  | SourceRedirect
  | SourceRest

/** Reads the export of one program. */
export type SourceReader = {
  kind: SourceKind
  /** Whether files look like such an export. It reads little of them. */
  recognises(files: SourceFiles): Promise<boolean>
  /**
   * Reads all entries, as a stream: it holds no more than one text. An entry that cannot be read is a `rest` with the reason, and the others follow.
   * @throws SourceError when it is no such export, or is damaged as a whole
   */
  read(files: SourceFiles, signal: AbortSignal): AsyncGenerator<SourceEntry>
}

/** A text as its source has it, before its addresses are replaced: as HTML in the forms of `sources/text/to-content.ts`, or as Markdown of ours. */
export type ReadText = { notes: Note[] } & ({ html: string } | { markdown: string })

/** Brings the text of a program into HTML, or Markdown, that says the same. It runs in a worker process. */
export type TextReader = (text: string, facts: TextFacts) => ReadText

/**
 * A text in the form of ours. Its pictures and links have the tokens of `pictureToken` and `linkToken` as addresses, by their places in the lists. The
 * addresses are absolute where the source or the site of `TextFacts` allow it, else as typed.
 */
export type ConvertedText = {
  content: string
  pictures: { address: string; alt: string }[]
  links: string[]
  /** The first words, without markup, for a summary. */
  begin: string
  notes: Note[]
}

export const pictureToken = (place: number): string => `https://atrium.invalid/p/${place}/`
export const linkToken = (place: number): string => `https://atrium.invalid/l/${place}/`
const token = /https:\/\/atrium\.invalid\/([pl])\/(\d+)\//g

/** Puts addresses in the place of tokens. They must be encoded, so that they need no escapes in Markdown and HTML. */
export const withAddresses = (content: string, { pictures, links }: { pictures: string[]; links: string[] }): string =>
  content.replace(
    token,
    (whole, kind: string, place: string) => (kind === 'p' ? pictures : links)[Number(place)] ?? whole,
  )

/** An address that needs no escapes, neither in Markdown nor in HTML. */
export const encodedAddress = (address: string): string =>
  address.replace(/[\s"'()<>\\^`{|}*_[\]]/g, (sign) =>
    Buffer.from(sign).toString('hex').toUpperCase().replace(/../g, '%$&'),
  )
