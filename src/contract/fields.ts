import * as z from 'zod/mini'
import { cleanText } from './clean-text.ts'

/** Every error body of the API. `code` is a stable word, `issues` names the fields at fault. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorBody = z.infer<typeof errorBody>

/** What staff see of a record beside what everybody sees. `version` counts its changes; `updatedBy` is a person's name. */
export const recordStamps = { version: z.int(), updatedAt: z.string(), updatedBy: z.optional(z.string()) }
/** The same in answers that both visitors and staff get: absent for visitors. */
export const openStamps = {
  version: z.optional(z.int()),
  updatedAt: z.optional(z.string()),
  updatedBy: z.optional(z.string()),
}

/** What `PATCH` takes of a record that can be active or not. */
export const activeFlag = z.object({ active: z.boolean('Send active') })

/** Who was faster, and what is stored now. `changedAt` is ISO 8601 in UTC, `current` the record as its own call gives it. */
export type VersionConflict<Stored = unknown> = { changedBy: string; changedAt: string; current: Stored }

/**
 * The 409 of a change made to an older version than the stored one (`If-Match`), whose `code` is `version_conflict`. Other conflicts, such as
 * a slug that is taken, come without `conflict`.
 */
export const conflictBody = z.extend(errorBody, {
  conflict: z.optional(z.object({ changedBy: z.string(), changedAt: z.string(), current: z.unknown() })),
})
export type ConflictBody = z.infer<typeof conflictBody>

/** A plain word of success for calls whose answer nobody needs to read. */
export const doneBody = z.object({ message: z.string() })

/** Items shown on a page of a public list when the caller does not say. */
const publicPageSize = 6
/** The most a caller may ask for at once. */
const maxPublicPageSize = 100

/** PostgreSQL cannot store it. */
const hasNoNul = z.refine<string>((text) => !text.includes('\0'), 'This text holds a character that cannot be stored')

/** The longest text that is typed into a field of one line, in characters. */
const longestLine = 1_000

/** Takes away what cannot be seen or printed. */
const clean = (max = longestLine) => z.overwrite<string>((text) => cleanText(text, max > longestLine ? '\n' : ' '))

/** A text that says something: trimmed, and not empty afterwards. */
export const requiredText = (label: string, max = 10_000) =>
  z
    .string(`${label} is required`)
    .check(
      clean(max),
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(max, `${label} is too long (at most ${max} characters)`),
      hasNoNul,
    )

/** A text that may be empty or left out. */
export const optionalText = (label: string, max = 10_000) =>
  z.optional(
    z
      .string(`${label} must be a text`)
      .check(clean(max), z.maxLength(max, `${label} is too long (at most ${max} characters)`), hasNoNul),
  )

/** A list of texts, which may be empty ones, as rows of a form are. */
export const textList = (label: string, maxEntries = 100, maxLength = 1_000) =>
  z
    .array(
      z
        .string(`${label} must be a list of texts`)
        .check(clean(maxLength), z.maxLength(maxLength, `Each of these is at most ${maxLength} characters`), hasNoNul),
    )
    .check(z.maxLength(maxEntries, `${label}: at most ${maxEntries} entries`))

/** One of the options of a select; the unchosen one is an empty text. */
export const choice = <const Options extends readonly string[]>(label: string, options: Options) =>
  z.enum(options, {
    error: ({ input }) => (input ? `${label} must be one of the listed ones` : `${label} is required`),
  })

/** Content as an author types it, HTML or Markdown: some 150,000 words at most. */
export const richText = (label: string) => optionalText(label, 1_000_000)

/** Words that our own addresses use where a slug would stand. */
const reservedSlugs = ['adminblogs', 'admincourses', 'id', 'new']

/** The last part of a record's address: small letters and digits, in words joined by hyphens. */
export const slug = () =>
  z.string('Slug is required').check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Slug is required'),
    z.maxLength(200, 'Slug is too long (at most 200 characters)'),
    z.refine(
      (value) => value === '' || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
      'Slug may hold letters a to z, digits and hyphens between them',
    ),
    z.refine((value) => !reservedSlugs.includes(value), 'This slug is reserved; please choose another'),
  )

/** Where a picture is: with us, or elsewhere on the web. An empty text is none. */
export const pictureAddress = () =>
  z.string('The image address must be a text').check(
    clean(),
    z.trim(),
    z.maxLength(2_000, 'The image address is too long'),
    z.refine(
      (value) => value === '' || /^(https?:\/\/[^\s/]|\/(?!\/))[^\s\0]*$/i.test(value),
      'The image address must start with https://',
    ),
  )

/** An e-mail address as a person types it: trimmed. */
export const emailAddress = () =>
  z.string('Email is required').check(
    z.trim(),
    z.minLength(1, 'Email is required'),
    z.maxLength(254, 'Email is too long'),
    z.refine((value) => value === '' || emailPattern.test(value), 'Please enter a valid email address'),
  )

/** The HTML standard's own rule for `<input type="email">`, asking for a dot in the domain as well. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** Who wrote a post or teaches a course, as public pages name them. */
export const person = z.object({ name: z.string(), avatarUrl: z.optional(z.string()), bio: z.string() })
export type Person = z.infer<typeof person>

/** A heading of rendered content, for a table of contents. */
export const heading = z.object({ id: z.string(), text: z.string(), depth: z.int() })
export type Heading = z.infer<typeof heading>

const count = (name: string, most: number) =>
  z.coerce
    .number(`${name} must be a number`)
    .check(
      z.int(`${name} must be a whole number`),
      z.minimum(1, `${name} must be 1 or more`),
      z.maximum(most, `${name} must be at most ${most}`),
    )

/** Pages count from 1. */
export const pageNumber = count('page', 1_000_000)

/** `page`, `limit` and `search` of every public list. Values arrive as text in the address. */
export const publicListQuery = {
  page: z._default(pageNumber, 1),
  limit: z._default(count('limit', maxPublicPageSize), publicPageSize),
  search: z.optional(z.string().check(clean())),
}

/**
 * `page`, `limit`, `search` and `status` of the staff's lists. With none of them a list answers all; with any, that part, and in
 * `X-Total-Count` how many there are in all. Without `page` a part is up to 1,000 long, with it 50 unless `limit` says otherwise.
 */
export const staffListQuery = z.object({
  page: z.optional(pageNumber),
  limit: z.optional(count('limit', 1_000)),
  search: z.optional(z.string().check(clean(), z.trim())),
  status: z.optional(z.string()),
})
export type StaffListQuery = z.infer<typeof staffListQuery>
