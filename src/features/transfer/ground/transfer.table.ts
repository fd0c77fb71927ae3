import {
  boolean,
  bytes,
  integer,
  json,
  optional,
  type Row,
  type Stored,
  table,
  text,
  time,
} from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { SourceAuthor, SourceEntity, SourceMedia, SourceRecord } from './source.ts'
import type {
  ContentImport,
  ContentImportChoices,
  ContentItem,
  ImportState,
  ItemKind,
  Note,
  Outcome,
  SourceKind,
} from './transfer.contract.ts'

/** A text that was converted, without its content. `length` is in characters. */
type StoredText = {
  pictures: { address: string; alt: string }[]
  links: string[]
  begin: string
  length: number
}

/** An item as its source has it. `fault` is why its text could not be read, as a sentence. `needed` are files that texts show or link to,
 * `unlisted` those that only they name. */
export type ItemData = { notes: Note[] } & (
  | { record: Omit<SourceRecord, 'text' | 'notes'>; text?: StoredText; fault?: string }
  | { author: Omit<SourceAuthor, 'notes'> }
  | { file: Omit<SourceMedia, 'is'>; needed: boolean; given: boolean; unlisted?: true }
  | { entity: Omit<SourceEntity, 'notes'> }
  | { redirect: { from: string; to: string } }
  | { rest: string }
)

/**
 * What becomes of an item. `body` has the fields of the call that would save it, without its text and pictures; `author` is the id of a profile, or
 * `authorItem` the source's id of an author who gets one. `url` is the address of a stored file.
 */
export type ItemPlan = Pick<ContentItem, 'status' | 'date' | 'from' | 'to'> & {
  body?: Record<string, unknown>
  author?: string | undefined
  authorItem?: string | undefined
  url?: string
  /** Of a record that is changed, as an earlier import has left it. */
  version?: number | undefined
}

/** The result of a report that counts of items do not have. */
export type Found = Pick<ContentImport, 'notes' | 'pictures'> & {
  categories: { source: string; items: number }[]
  authors: { source: string; name: string; items: number }[]
}

/**
 * An import of content. `origin` names the files and the folder of pictures of one that was begun at the command line, as absolute paths. `done` and
 * `total` are the progress of what it does now.
 */
export const contentImports = table('contentImports', {
  id: text(),
  at: time(),
  by: text(),
  /** The user whose import it is; absent at the command line. */
  byId: optional(text()),
  fileName: text(),
  source: optional(text<SourceKind>()),
  state: text<ImportState>(),
  reason: optional(text()),
  site: optional(json<{ title?: string; address?: string; timeZone?: string }>()),
  origin: optional(json<{ paths: string[]; media?: string }>()),
  choices: json<ContentImportChoices>(),
  done: integer(),
  total: optional(integer()),
  /** What the report says about all items together. */
  found: optional(json<Found>()),
  /** Who applies it, as the author of all that it writes. */
  actor: optional(json<Staff>()),
  startedAt: optional(time()),
  appliedAt: optional(time()),
  undoneAt: optional(time()),
  kept: optional(json<ContentImport['kept']>()),
})

/**
 * An item of an import. `data` is the item as its source has it; it is deleted once the item is done. `recordId` is chosen when it is read, so that links to
 * it are known before it exists. `before` has the columns of a record that the import has changed, for its undo.
 */
export const contentItems = table('contentItems', {
  importId: text(),
  place: integer(),
  kind: text<ItemKind>(),
  sourceId: text(),
  title: text(),
  /** Tells one state of the item in the source from another. */
  hash: text(),
  data: optional(json<ItemData>()),
  /** The converted text, in which places of addresses have tokens. */
  content: optional(text()),
  /** Its outcome. The parts that only its writing needs are deleted once it is done. */
  plan: optional(json<ItemPlan>()),
  notes: json<Note[]>(),
  /** Whether there are notes. */
  noted: boolean(),
  outcome: text<Outcome>(),
  reason: optional(text()),
  entity: optional(text()),
  recordId: optional(text()),
  done: boolean(),
  /** The version of the record as the import has left it. */
  version: optional(integer()),
  before: optional(json<Record<string, unknown>>()),
})

/** A file of an upload that its items need: a picture or a PDF. Deleted with the import's data. */
export const contentFiles = table('contentFiles', { importId: text(), path: text(), bytes: bytes() })

/**
 * The item of a source from which a record came, so that an import can be repeated. `source` names the kind and the site: `wordpress old.example`. `version`
 * is that of the record as the import has left it.
 */
export const importedFrom = table('importedFrom', {
  source: text(),
  sourceId: text(),
  entity: text(),
  recordId: text(),
  hash: text(),
  version: optional(integer()),
  importId: text(),
})

export type ContentImportRow = Row<typeof contentImports>
export type ContentItemRow = Row<typeof contentItems>

declare module '#server/database/schema.ts' {
  interface Schema {
    contentImports: Stored<typeof contentImports>
    contentItems: Stored<typeof contentItems>
    contentFiles: Stored<typeof contentFiles>
    importedFrom: Stored<typeof importedFrom>
  }
}
