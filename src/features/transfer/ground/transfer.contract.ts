import * as z from 'zod/mini'
import { isWebAddress } from '#contract/addresses.ts'
import { choice, formList, optionalText } from '#contract/fields.ts'
import { staffListQuery } from '#contract/lists.ts'
import { blogCategories } from '#features/blog/blog-words.contract.ts'

/** The programs whose exports can be imported, with their names. */
export const sourceNames = { wordpress: 'WordPress', ghost: 'Ghost', markdown: 'Markdown', atrium: 'Atrium' } as const
export const sourceKinds = ['wordpress', 'ghost', 'markdown', 'atrium'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** The largest upload in bytes, all its files together. */
export const largestUpload = 200 * 1024 * 1024
export const mostUploadedFiles = 20

/**
 * `reading` while the files are read; `open` until it is applied; `applying` while it is, also after an interruption; `undoing` likewise. `failed` could
 * not be read, and says why.
 */
export const importStates = ['reading', 'failed', 'open', 'applying', 'applied', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/**
 * The kinds of items: `record` is one of another entity in an export of Atrium. A `file` is a picture or a PDF, a `redirect` an old address without an
 * item of its own.
 */
export const itemKinds = ['post', 'page', 'record', 'author', 'file', 'redirect', 'other'] as const
export type ItemKind = (typeof itemKinds)[number]

/**
 * `new` will be created; `changed` was imported before and differs in the source now; `here` was imported before and is the same, or was edited here
 * since; `leftOut` is not carried over, `failed` could not be, each with the reason.
 */
export const outcomes = ['new', 'changed', 'here', 'leftOut', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

/** Parts of an item that will look different or are missing. */
export const noteKinds = [
  'shortcode',
  'card',
  'block',
  'embed',
  'picture',
  'file',
  'link',
  'markup',
  'tag',
  'category',
  'author',
  'date',
  'address',
  'field',
] as const
export type NoteKind = (typeof noteKinds)[number]

/** `subject` is the name by which notes are counted: `contact-form-7`, an address. `sentence` says what happens with it, in plain English. */
export const note = z.object({ kind: z.enum(noteKinds), subject: z.string(), sentence: z.string() })
export type Note = z.infer<typeof note>

/** As it was in the source, or all as drafts. */
export const importedStatuses = ['same', 'drafts'] as const
/** `fetch` copies them from the old site; `given` takes only those among the files; `leave` keeps the links to the old site. */
export const pictureChoices = ['fetch', 'given', 'leave'] as const

export const siteError = 'Enter an address such as https://example.com'
export const isSiteAddress = (address: string) => isWebAddress(address) && !/[?#]/.test(address)
const siteAddress = z.string(siteError).check(
  z.trim(),
  z.maxLength(500, 'The address is too long'),
  z.refine((address) => address === '' || isSiteAddress(address), siteError),
)

const named = (label: string) => z.string().check(z.maxLength(500, `${label} is too long`))

/** Omitted fields keep their values. A category or an author that is not named keeps the suggestion. */
export const contentImportChoices = z.object({
  /** The category of the source → one of ours. */
  categories: z.optional(
    formList(z.object({ source: named('Category'), category: choice('Category', blogCategories) }), 2_000),
  ),
  /** The category of posts without one. */
  category: z.optional(choice('Category', blogCategories)),
  /** The author of the source → the id of a profile; `new` makes a profile without an account. */
  authors: z.optional(formList(z.object({ source: named('Author'), profile: named('Profile') }), 2_000)),
  /** The profile of items without an author. */
  author: optionalText('Author', 100),
  status: z.optional(z.enum(importedStatuses, 'Choose same or drafts')),
  pictures: z.optional(z.enum(pictureChoices, 'Choose fetch, given or leave')),
  /** The address of the old site, where its export does not say it. An empty text removes it. */
  site: z.optional(siteAddress),
})
export type ContentImportChoices = z.infer<typeof contentImportChoices>

/** An import as lists show it. Times are ISO 8601 in UTC. */
export const contentImportSummary = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.string(),
  fileName: z.string(),
  source: z.optional(z.enum(sourceKinds)),
  state: z.enum(importStates),
  /** Why it could not be read, or why it or its undo ended early. */
  reason: z.optional(z.string()),
  appliedAt: z.optional(z.string()),
  undoneAt: z.optional(z.string()),
  /** How many items there are of each kind and outcome. */
  counts: z.array(z.object({ kind: z.enum(itemKinds), outcome: z.enum(outcomes), count: z.int() })),
})
export type ContentImportSummary = z.infer<typeof contentImportSummary>
export const contentImportList = z.object({ imports: z.array(contentImportSummary) })

const keptRecord = z.object({ entity: z.string(), _id: z.string(), name: z.string() })

/** One import: its report while it is open, its progress while it is read or applied, its result afterwards. */
export const contentImport = z.extend(contentImportSummary, {
  /** The old site, as its export names it. */
  site: z.optional(z.object({ title: z.optional(z.string()), address: z.optional(z.string()) })),
  /** Of reading, applying or undoing. `total` is absent until it is known. */
  progress: z.optional(z.object({ done: z.int(), total: z.optional(z.int()) })),
  /** How often something could not be carried over, by its name; the most frequent first. */
  notes: z.array(z.object({ kind: z.enum(noteKinds), subject: z.string(), count: z.int() })),
  /** The choices as they are, suggestions included. */
  choices: z.object({
    categories: z.array(z.object({ source: z.string(), category: z.enum(blogCategories), items: z.int() })),
    category: z.enum(blogCategories),
    authors: z.array(z.object({ source: z.string(), name: z.string(), profile: z.string(), items: z.int() })),
    author: z.string(),
    status: z.enum(importedStatuses),
    pictures: z.enum(pictureChoices),
    /** The address of the old site that somebody has given; empty without one, and where the export says it. */
    site: z.string(),
  }),
  /** How many pictures and files the texts need, and how many of them are among the uploaded files. */
  pictures: z.object({ needed: z.int(), given: z.int() }),
  /** Whether it was begun at the command line, which also applies it. */
  commandLine: z.optional(z.literal(true)),
  /** When an upload that is not imported is deleted. */
  keptUntil: z.optional(z.string()),
  /** Until when it can be undone. */
  undoUntil: z.optional(z.string()),
  /** The records that an undo has kept, since they were edited after the import or others use them. */
  kept: z.optional(z.array(keptRecord)),
})
export type ContentImport = z.infer<typeof contentImport>

export const contentItemQuery = z.extend(z.pick(staffListQuery, { page: true, limit: true, search: true }), {
  kind: z.optional(z.enum(itemKinds)),
  outcome: z.optional(z.enum(outcomes)),
  /** Only items with notes. */
  noted: z.optional(z.stringbool()),
  /** Only items with a note of this kind, of this subject. */
  note: z.optional(z.enum(noteKinds)),
  subject: z.optional(z.string().check(z.maxLength(2_000))),
})
export type ContentItemQuery = z.infer<typeof contentItemQuery>

/** An item of the report. */
export const contentItem = z.object({
  /** Its place in the import, from 1. */
  place: z.int(),
  kind: z.enum(itemKinds),
  /** The kind of a record in an export of Atrium, in words: 'Course'. */
  called: z.optional(z.string()),
  title: z.string(),
  outcome: z.enum(outcomes),
  /** Why it is left out, or has failed. */
  reason: z.optional(z.string()),
  /** `public`, `draft` or `scheduled` as it will be, and its date. */
  status: z.optional(z.enum(['public', 'draft', 'scheduled'])),
  date: z.optional(z.string()),
  /** Its address in the old site, and the one that it gets. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  notes: z.array(note),
  /** The record, once it exists. */
  record: z.optional(z.object({ entity: z.string(), _id: z.string() })),
})
export type ContentItem = z.infer<typeof contentItem>
export const contentItemList = z.object({ items: z.array(contentItem) })
