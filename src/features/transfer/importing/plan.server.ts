import * as z from 'zod/mini'
import { cleanText, showsNothing } from '#contract/clean-text.ts'
import type { SourceRecord } from '../ground/source.ts'
import type { Note, Outcome } from '../ground/transfer.contract.ts'
import type { ItemData, ItemPlan } from '../ground/transfer.table.ts'
import { cutAt, type Noting, named, uniqueNotes } from './notes.server.ts'
import { type KnownAddresses, pathOf, slugOf } from './plan-address.server.ts'
import { type Choices, newProfile } from './suggestions.server.ts'

/** The record that an item has become before. `version` is its present one, `imported` that of the import. */
export type Earlier = {
  entity: string
  recordId: string
  hash: string
  imported: number | undefined
  version: number
  isTrashed: boolean
  /** Whether it has changes that are not public. */
  hasCopy: boolean
  address: string | undefined
}

/** What a plan needs to know of the site. */
export type Known = KnownAddresses & {
  choices: Choices
  /** By the source's ids; without those of records that were deleted for good. */
  earlier: Map<string, Earlier>
  /** The contracts of the calls that create records, by entity. */
  inputs: Map<string, z.ZodMiniType>
  /** The present time, ISO 8601. */
  now: string
}

export type Planned = { outcome: Outcome; reason?: string; notes: Note[]; plan: ItemPlan; recordId?: string }

type Item = {
  kind: 'post' | 'page'
  title: string
  hash: string
  sourceId: string
  data: Extract<ItemData, { record: unknown }>
}

/** What the forms take, in characters. */
const limits = {
  post: { title: 300, text: 1_000_000, entity: 'blogs' },
  page: { title: 200, text: 100_000, entity: 'pages' },
} as const

const inTrash = 'It was imported before and is in the trash now. Restore it, or delete it for good to import it again.'
const editedHere = 'It was edited here after its import, so it stays as it is.'

/** Compares an item with the record that it has become before. @returns undefined for one that is new, or that has to be written again */
export function compared(earlier: Earlier | undefined, hash: string): Pick<Planned, 'outcome' | 'reason'> | undefined {
  if (!earlier) return undefined
  if (earlier.isTrashed) return { outcome: 'leftOut', reason: inTrash }
  if (earlier.hash === hash) return { outcome: 'here' }
  if (earlier.version !== earlier.imported || earlier.hasCopy) return { outcome: 'here', reason: editedHere }
  return undefined
}

/** What becomes of a post or a page. */
export async function planRecord(item: Item, known: Known): Promise<Planned> {
  const { kind, data } = item
  const { record } = data
  const { entity, text: longest } = limits[kind]
  const earlier = known.earlier.get(item.sourceId)
  const notes = [...data.notes]
  const from = record.addresses[0]
  const done = compared(earlier, item.hash)
  const same = earlier && { recordId: earlier.recordId }
  if (done) {
    const to = done.outcome === 'here' && earlier?.address !== undefined && { to: addressOf(kind, earlier.address) }
    return { ...done, ...same, notes, plan: { ...(from !== undefined && { from }), ...to } }
  }
  const fault =
    data.fault ??
    (data.text && data.text.length > longest
      ? `Its text is too long: ${data.text.length.toLocaleString('en')} characters. At most ${longest.toLocaleString('en')} can be stored.`
      : undefined)
  if (fault !== undefined)
    return { outcome: 'failed', reason: fault, ...same, notes, plan: { ...(from !== undefined && { from }) } }

  const note = (kind: Note['kind'], subject: string, sentence: string) => void notes.push({ kind, subject, sentence })
  const title = titleOf(item, note)
  const address =
    earlier?.address ??
    (kind === 'post' ? slugOf(record, title, known, note) : await pathOf(record, title, known, note))
  const times = timesOf(item, known, note)
  const body: Record<string, unknown> = {
    title,
    ...seoOf(record, note),
    ...(kind === 'post'
      ? {
          slug: address,
          excerpt: excerptOf(record, data.text?.begin ?? '', title, note),
          category: categoryOf(record, known, note),
          ...(record.picture?.alt && { imageAlt: cutAt(cleanText(record.picture.alt, ' ').trim(), 500) }),
          ...times.post,
          sendNotification: false,
        }
      : { path: address, ...times.page, listed: false }),
  }
  if (record.tags.length > 0)
    note(
      'tag',
      'Tags',
      `${record.tags.length === 1 ? 'The tag' : 'The tags'} ${named(record.tags)} ${record.tags.length === 1 ? 'is' : 'are'} left out.`,
    )
  const author = kind === 'post' ? authorOf(record, known) : {}
  const plan: ItemPlan = {
    status: times.status,
    ...(times.date !== undefined && { date: times.date }),
    ...(from !== undefined && { from }),
    to: addressOf(kind, address),
    body,
    ...author,
    ...(earlier && { version: earlier.imported }),
  }
  const refusal = refusalOf(known.inputs.get(entity), body)
  const planned = { ...same, notes: uniqueNotes(notes), plan }
  if (refusal !== undefined) return { ...planned, outcome: 'failed', reason: refusal }
  return { ...planned, outcome: earlier ? 'changed' : 'new' }
}

export const addressOf = (kind: 'post' | 'page', address: string) =>
  kind === 'post' ? `/blog/${address}` : `/${address}`

/** The sentence with which the contract of a form refuses values; undefined where it takes them. */
export function refusalOf(input: z.ZodMiniType | undefined, body: Record<string, unknown>): string | undefined {
  if (!input) return 'Records of this kind cannot be created.'
  const read = z.safeParse(input, body)
  if (read.success) return undefined
  const [issue] = read.error.issues
  return `${issue?.message ?? 'Its values cannot be stored'}${/[.!?]$/.test(issue?.message ?? '') ? '' : '.'}`
}

function titleOf({ kind, data: { record, text } }: Item, note: Noting): string {
  const most = limits[kind].title
  const title = cleanText(record.title.replaceAll('\0', ''), ' ').trim()
  if (showsNothing(title)) {
    const begin = (text?.begin ?? '').trim()
    const first = showsNothing(begin) ? 'Untitled' : cutAt(begin.split(/\s+/).slice(0, 8).join(' '), 80)
    note(
      'field',
      'Title',
      begin === ''
        ? 'It has no title, so it is called “Untitled”.'
        : 'It has no title, so its first words are the title.',
    )
    return first
  }
  if (title.length > most) note('field', 'Title', `The title is cut to ${most} characters.`)
  return cutAt(title, most)
}

function excerptOf(
  { excerpt = '' }: SourceRecord | Item['data']['record'],
  begin: string,
  title: string,
  note: Noting,
) {
  const own = cleanText(excerpt.replaceAll('\0', ''), '\n').trim()
  const first = [own, begin.trim()].find((text) => !showsNothing(text)) ?? title
  if (own.length > 1_000) note('field', 'Excerpt', 'The excerpt is cut to 1,000 characters.')
  return cutAt(first, 1_000)
}

function seoOf({ seo = {} }: Item['data']['record'], note: Noting) {
  const text = (value: string | undefined, most: number, label: string) => {
    const clean = cleanText((value ?? '').replaceAll('\0', ''), ' ').trim()
    if (showsNothing(clean)) return undefined
    if (clean.length > most) note('field', label, `The ${label.toLowerCase()} is cut to ${most} characters.`)
    return cutAt(clean, most)
  }
  const title = text(seo.title, 200, 'Meta title')
  const description = text(seo.description, 500, 'Meta description')
  return { ...(title && { seoTitle: title }), ...(description && { seoDescription: description }) }
}

const isTime = (value: string) =>
  !Number.isNaN(Date.parse(value)) &&
  Date.parse(value) >= Date.UTC(1000, 0, 2) &&
  Date.parse(value) < Date.UTC(9999, 0, 1)

function timesOf({ kind, data: { record, text } }: Item, { choices, now }: Known, note: Noting) {
  const date = record.at !== undefined && isTime(record.at) ? new Date(record.at).toISOString() : undefined
  const isWanted = record.status !== 'draft' && choices.status === 'same'
  const isLater = date !== undefined && date > now
  // The day of a post is what readers see and what lists are sorted by.
  const isUndated = kind === 'post' && date === undefined
  if (isUndated && record.status !== 'draft')
    note(
      'date',
      'Date',
      record.at === undefined ? 'It has no date, so it becomes a draft.' : 'Its date cannot be, so it becomes a draft.',
    )
  const isEmpty = kind === 'page' && (text?.length ?? 0) === 0
  if (isEmpty && isWanted) note('field', 'Text', 'It has no text, so it becomes a draft.')
  const isOn = isWanted && !isUndated && !isEmpty
  const status: NonNullable<ItemPlan['status']> = !isOn ? 'draft' : isLater ? 'scheduled' : 'public'
  const publishAt = status === 'scheduled' ? { publishAt: date } : {}
  return {
    status,
    date,
    post: { published: isOn, ...publishAt, ...(date !== undefined && !isLater && { dateShown: date }) },
    page: { active: isOn, ...publishAt },
  }
}

function categoryOf({ categories }: Item['data']['record'], { choices }: Known, note: Noting) {
  const [main, ...others] = categories
  if (others.length > 0)
    note(
      'category',
      'Further categories',
      `A post has one category, so ${named(others)} ${others.length === 1 ? 'is' : 'are'} left out.`,
    )
  return choices.categories.find(({ source }) => source === main)?.category ?? choices.category
}

function authorOf({ author }: Item['data']['record'], { choices }: Known) {
  const chosen = choices.authors.find(({ source }) => source === author)
  if (!chosen) return { author: choices.author }
  return chosen.profile === newProfile ? { authorItem: chosen.source } : { author: chosen.profile }
}
