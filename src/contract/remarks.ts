import * as z from 'zod/mini'
import { optionalText, requiredText } from './fields.ts'
import { pageNumber } from './lists.ts'

/** The longest remark, and the longest marked words, in characters. */
const longestRemark = 5_000
export const longestQuote = 2_000
/** The longest text around marked words, on each side. */
export const longestContext = 100

/** Marked words of a field: `quote` as readers see it, without markup, and the text around it. */
const remarkAnchor = z.object({
  field: requiredText('Field', 100),
  quote: requiredText('Marked words', longestQuote, true),
  before: optionalText('Text before', longestContext, true),
  after: optionalText('Text after', longestContext, true),
})
export type RemarkAnchor = z.infer<typeof remarkAnchor>

/** The record of a new remark, which its address or its body names: `entity` is the path of the record's calls. */
export const namedRecord = z.object({ entity: z.optional(z.string()), id: z.optional(z.string()) })

/** A remark at marked words or, without an `anchor`, at the record; with a `parent` it is an answer to another remark. */
export const newRemark = z.extend(namedRecord, {
  text: requiredText('Remark', longestRemark, true),
  anchor: z.optional(remarkAnchor),
  parent: z.optional(z.string()),
})

/** `done` settles a remark with its answers, or opens it again. */
export const remarkChange = z.object({
  text: z.optional(requiredText('Remark', longestRemark, true)),
  done: z.optional(z.boolean('done must be true or false')),
})

/** The most answers to a remark. */
export const mostAnswers = 500
/** The remarks on a page. */
export const remarksPerPage = 50

const words = z.object({
  _id: z.string(),
  text: z.string(),
  at: z.string(),
  by: z.string(),
  byId: z.optional(z.string()),
  editedAt: z.optional(z.string()),
  /** Whether the caller may change and delete it: the author, and owners. */
  mayChange: z.boolean(),
})
/**
 * A remark with its answers, the first answer first. `lost`: the marked words are no longer in the text, so the remark is at the record; `anchor` still
 * has them. A deleted remark that others have answered has an empty `text` and keeps its answers.
 */
export const remark = z.extend(words, {
  anchor: z.optional(remarkAnchor),
  lost: z.boolean(),
  doneAt: z.optional(z.string()),
  doneBy: z.optional(z.string()),
  answers: z.array(words),
})
export type Remark = z.infer<typeof remark>

/** `done` lists the settled ones in place of the open ones. */
export const remarkQuery = z.object({
  entity: z.string(),
  id: z.string(),
  done: z.optional(z.string()),
  page: z.optional(pageNumber),
})
/** A page of the remarks on a record, the newest first; `open` and `done` count all of them. */
export const remarkList = z.object({ remarks: z.array(remark), open: z.int(), done: z.int(), more: z.boolean() })
export type RemarkList = z.infer<typeof remarkList>
