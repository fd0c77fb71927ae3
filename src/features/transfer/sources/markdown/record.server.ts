import type { SourceMedia, SourceRecord, TextFacts } from '../../ground/source.ts'
import type { Note } from '../../ground/transfer.contract.ts'
import type { Say } from '../text/notes.server.ts'
import { addressesIn, plainAddresses } from './addresses-in.ts'
import { CodeMarks } from './code-marks.ts'
import type { MarkdownFile } from './front-matter.ts'
import type { MarkdownSite } from './generators.server.ts'
import { type Place, placeOf, slugOf } from './places.server.ts'
import {
  aliasesOf,
  foldersOfJekyll,
  listOf,
  names,
  pictureOf,
  placeFacts,
  statusOf,
  summaryOf,
  withInner,
} from './record-facts.server.ts'
import type { Targets } from './targets.server.ts'

type ReadRecord = {
  record: SourceRecord
  media: SourceMedia[]
  /** The authors as the facts name them. */
  authors: unknown[]
  /** Where it leads instead, if it is no page. */
  leadsTo: string
}

type Source = {
  site: MarkdownSite
  targets: Targets
  path: string
  file: MarkdownFile
  defaults: unknown[]
  now: number
}

/** Reads a text with its facts. Its notes say what cannot be carried over. */
export function recordOf({ site, targets, path, file, defaults, now }: Source): ReadRecord {
  const facts = withInner(file, defaults)
  const notes: Note[] = []
  const add: Say = (kind, subject, sentence) => notes.push({ kind, subject, sentence })
  if (file.damaged !== undefined)
    add('field', 'front matter', `The front matter cannot be read: ${file.damaged}. The text becomes a draft.`)
  const ofPlace = placeFacts(site, facts, file.text, path)
  const place = placeOf(site, path, ofPlace)
  const addresses = addressesOf(place, targets)
  const media = new Map<string, SourceMedia>()
  const from = { path, address: addresses[0] }
  /** The address of a file or a text for an address as typed. */
  const resolve = (typed: string): string => {
    const found = targets.find(typed, from)
    if (found === undefined || found === 'outside') return typed
    if (found.media) media.set(found.media.sourceId, found.media)
    return found.address + found.rest
  }

  const { status, at } = statusOf(facts, site, place, { file, path, now }, add)
  const { picture, seoPicture } = pictureOf(facts, path, resolve, targets, from)
  const { excerpt, seo } = summaryOf(facts, file.text, seoPicture)
  const aliases = aliasesOf(facts, site, addresses[0], targets)
  const categories = [...ofPlace.categories, ...foldersOfJekyll(site, path)]
  const tags = listOf(site, facts.take(...names.tags)).filter(
    (tag) => site.generator !== 'eleventy' || !/^(?:posts?|all|blog|pages?|nav)$/i.test(tag),
  )
  const authors = [facts.take(...names.authors)].flat().filter((one) => one !== undefined)
  const slug =
    place.address
      ?.replace(/\.html?$|\/$/g, '')
      .split('/')
      .at(-1) ||
    ofPlace.slug ||
    slugOf(place.named)
  if (place.language !== '' && place.language !== site.language)
    add('field', 'language', `The language “${place.language}” is not carried over.`)
  const leadsTo = facts.text('redirectto')
  for (const name of facts.left()) add('field', name, `The field “${name}” is not carried over.`)

  const record: SourceRecord = {
    is: place.kind,
    sourceId: path,
    title: ofPlace.title,
    slug: slug === 'index' ? '' : slug,
    ...(place.kind === 'page' && { path: (place.address ?? slug).replace(/\.html?$/, '').replace(/^\/+|\/+$/g, '') }),
    text: file.text,
    facts: textFacts(site, path, ofPlace.title, addresses[0], file.text, targets, media, notes),
    ...(excerpt && { excerpt }),
    status,
    ...(at && { at }),
    categories: [...new Set(categories)],
    tags,
    ...(picture && { picture }),
    ...(seo && { seo }),
    addresses: [...new Set([...addresses, ...aliases])],
    notes,
  }
  return { record, media: [...media.values()], authors, leadsTo }
}

export const addressesOf = (place: Place, targets: Targets): string[] =>
  place.address === undefined ? [] : [targets.address(place.address)]

/** In characters. */
const longestRead = 2_000_000

/** What the text reader has to know: among it the addresses of all that the text names. */
function textFacts(
  site: MarkdownSite,
  path: string,
  title: string,
  address: string | undefined,
  text: string,
  targets: Targets,
  media: Map<string, SourceMedia>,
  notes: Note[],
): TextFacts {
  const files: Record<string, { address: string }> = {}
  const from = { path, address }
  const missing = new Set<string>()
  // A longer text is refused when it is converted.
  const read = text.length > longestRead ? '' : text
  const words = plainAddresses(new CodeMarks().take(read, { indented: !path.endsWith('.mdx') }))
  for (const { address: typed, kind } of addressesIn(words)) {
    if (Object.hasOwn(files, typed) || typed.length > 2_000) continue
    const found = targets.find(typed, from, kind === 'wiki')
    if (found === 'outside') continue
    if (found === undefined) {
      if (kind !== 'import' && isOfFile(typed)) missing.add(typed)
      continue
    }
    if (found.media) media.set(found.media.sourceId, found.media)
    if (found.other)
      notes.push({ kind: 'file', subject: typed, sentence: `The file ${typed} is not carried over; its link stays.` })
    files[typed] = { address: found.address + found.rest }
  }
  for (const typed of missing) {
    const isPicture = /\.(?:png|jpe?g|gif|webp|svg|avif)(?:[?#]|$)/i.test(typed)
    const sentence = isPicture ? `${typed} is not among the files.` : `${typed} leads to no page among the files.`
    notes.push({ kind: isPicture ? 'picture' : 'link', subject: typed, sentence })
  }
  return { site: site.address, address, path, title, dialect: site.generator, files }
}

/** Whether a relative address names a file, not a page. */
const isOfFile = (typed: string) =>
  !typed.startsWith('/') && /^[^:?#]*\.(?:mdx?|markdown|png|jpe?g|gif|webp|svg|avif|pdf)(?:[?#].*)?$/i.test(typed)
