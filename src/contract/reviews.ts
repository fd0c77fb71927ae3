import * as z from 'zod/mini'
import { clearableEmail, optionalText, recordId, requiredText } from './fields.ts'
import { pageNumber } from './lists.ts'

/**
 * `asked`: open. `approved` and `changes`: answered. `withdrawn`: taken back by the one who asked, or replaced by a new one. `returned`: the
 * colleague who was asked has left.
 */
export const reviewStates = ['asked', 'approved', 'changes', 'withdrawn', 'returned'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Whether the person who was asked, or somebody else in their place, has answered. */
export const isAnswer = (state: ReviewState): state is 'approved' | 'changes' =>
  state === 'approved' || state === 'changes'

const notReviewed = new Set([
  ...['published', 'active', 'publishAt', 'unpublishAt', 'dateShown', 'createdAt', 'sendNotification', 'sendAt'],
  // The minutes follow from the text.
  ...['featured', 'correctedAt', 'readTime'],
])
/** Whether a field of a record is no content: a reviewed version may be published, scheduled and sent. */
export const isNotReviewed = (field: string): boolean => notReviewed.has(field)

/** The longest note of someone who asks or answers, in characters. */
export const longestNote = 5_000

/** Someone outside: `email` if the site sends them the link. */
const guest = z.object({
  name: requiredText('Name', 200),
  email: clearableEmail(),
})

/** The `code` of a refusal: a second person has not approved the version. */
export const reviewNeeded = 'review_needed'

/** Asks a colleague, by the id of the user, or a guest to review the present version of a record, which includes its unpublished changes. */
export const newReview = z.object({
  entity: recordId('entity'),
  id: recordId('id'),
  of: z.union(
    [recordId('Colleague').check(z.minLength(1, 'Choose a colleague')), guest],
    'Choose a colleague, or enter the name of a guest',
  ),
  note: optionalText('Note', longestNote, true),
})
export type NewReview = z.infer<typeof newReview>

const answerState = z.enum(['approved', 'changes'], 'Choose approved or changes')

/** Changes cannot be asked for without words. It is said together with what else is wrong. */
const saysChanges = z.refine<{ state: string; note?: string | undefined }>(
  ({ state, note }) => state !== 'changes' || /[\p{L}\p{N}]/u.test(note ?? ''),
  { path: ['note'], error: 'Please say what should change.', when: ({ value }) => isOpenAnswer(value) },
)
const isOpenAnswer = (value: unknown) => {
  if (typeof value !== 'object' || value === null) return false
  const { note } = value as { note?: unknown }
  return note === undefined || (typeof note === 'string' && note.length <= longestNote)
}

export const reviewAnswer = z
  .object({ state: answerState, note: optionalText('Note', longestNote, true) })
  .check(saysChanges)
export type ReviewAnswer = z.infer<typeof reviewAnswer>

/** A name that someone types about themselves: it needs a letter. */
const typedName = requiredText('Your name', 200).check(
  z.refine((name) => name === '' || /\p{L}/u.test(name), 'Please enter your name in letters'),
)

/**
 * The answer of a guest with the token of a link. `review` is the one that the page showed: that of the link, which it is without, or a later one
 * that was shared with the same guest.
 */
export const guestAnswer = z
  .object({
    token: z.string(),
    review: z.optional(z.string()),
    state: answerState,
    name: typedName,
    note: optionalText('Your message', longestNote, true),
  })
  .check(saysChanges)
export type GuestAnswer = z.infer<typeof guestAnswer>

/** The acts of the caller with a review as it is now. */
export const reviewActs = ['answer', 'withdraw'] as const

/**
 * A review of one version of a record. `entity` and `record` name the record, `name` is its title. `of` is the colleague (with an `id`) or the guest who was
 * asked; `undelivered` is the reason why the email to the guest did not arrive, while the review is open. `settledBy` is the person who answered, and `isTyped` says that the name is as someone with the guest's link typed it. `words` counts the words in which the present version differs from the
 * reviewed one, `isPresent` says that nothing of it differs. `counts`: the approval is that of a second person, as the rule for publishing needs.
 */
export const review = z.object({
  _id: z.string(),
  entity: z.string(),
  record: z.string(),
  name: z.string(),
  state: z.enum(reviewStates),
  askedAt: z.string(),
  askedBy: z.string(),
  askedById: z.optional(z.string()),
  of: z.object({ id: z.optional(z.string()), name: z.string(), email: z.optional(z.string()) }),
  note: z.optional(z.string()),
  undelivered: z.optional(z.string()),
  settledAt: z.optional(z.string()),
  settledBy: z.optional(z.string()),
  isTyped: z.optional(z.literal(true)),
  answer: z.optional(z.string()),
  isPresent: z.boolean(),
  words: z.int(),
  counts: z.boolean(),
  acts: z.array(z.enum(reviewActs)),
})
export type Review = z.infer<typeof review>

/** A new review. `link` is the path of a guest's preview link; it holds the token, which is not stored, so no other answer has it. */
export const madeReview = z.extend(review, { link: z.optional(z.string()) })
export type MadeReview = z.infer<typeof madeReview>

/** In the staff's lists: whether a record waits for the answer to a review. */
export const inReview = { inReview: z.optional(z.boolean()) }

/** `mine`: the open ones that the caller was asked for, and those that the caller asked for and has not acted on. Otherwise those of a record. */
export const reviewQuery = z.object({
  mine: z.optional(z.string()),
  entity: z.optional(z.string()),
  id: z.optional(z.string()),
  page: z.optional(pageNumber),
})
/** A page of reviews, the last asked first. */
export const reviewList = z.object({ reviews: z.array(review), more: z.boolean() })
export type ReviewList = z.infer<typeof reviewList>

/**
 * A review as the page of a guest's link shows it. `name` is the guest's, as it was entered by `askedBy`, whose address is `contact` while they have
 * access. `settledBy` is who answered, and `isTyped` says that the name is as someone with the link typed it. `isOlder`: the record has changed since. `hasLater`: a later version was shared with the same
 * guest, which `version=latest` shows.
 */
export const guestReview = z.object({
  _id: z.string(),
  state: z.enum(reviewStates),
  askedBy: z.string(),
  askedAt: z.string(),
  contact: z.optional(z.string()),
  name: z.string(),
  note: z.optional(z.string()),
  settledAt: z.optional(z.string()),
  settledBy: z.optional(z.string()),
  isTyped: z.boolean(),
  answer: z.optional(z.string()),
  isOlder: z.boolean(),
  hasLater: z.boolean(),
})
export type GuestReview = z.infer<typeof guestReview>
