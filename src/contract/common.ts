import * as z from 'zod/mini'

/** Every error body of the API. `code` is a stable word, `issues` names the fields at fault. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorBody = z.infer<typeof errorBody>

/** A plain word of success for calls whose answer nobody needs to read. */
export const doneBody = z.object({ message: z.string() })

/** Items shown on a page of a public list when the caller does not say. */
const publicPageSize = 6
/** The most a caller may ask for at once. */
const maxPublicPageSize = 100

const hasNoNul = z.refine<string>((text) => !text.includes('\0'), 'This text holds a character that cannot be stored')

/** Any text that a database can hold (NUL is refused: PostgreSQL cannot store it). */
export const text = () => z.string().check(hasNoNul)

/** A text that says something: trimmed, and not empty afterwards. */
export const requiredText = (label: string, max = 10_000) =>
  z
    .string(`${label} is required`)
    .check(z.trim(), z.minLength(1, `${label} is required`), z.maxLength(max, `${label} is too long (at most ${max} characters)`), hasNoNul)

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

/** `page`, `limit` and `search` of every public list. Values arrive as text in the address. */
export const publicListQuery = {
  page: z._default(count('page', 1_000_000), 1),
  limit: z._default(count('limit', maxPublicPageSize), publicPageSize),
  search: z.optional(z.string()),
}
