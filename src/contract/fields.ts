import * as z from 'zod/mini'
import { isAscii, isOwnPath, isWebAddress, withAsciiDomain } from './addresses.ts'
import { cleanText, showsNothing } from './clean-text.ts'

/** The body of every error of the API. `code` is a stable identifier; `issues` names the fields at fault. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorBody = z.infer<typeof errorBody>

/** The audit fields of a record, for staff. `version` counts its changes; `updatedBy` is a person's name. */
export const auditFields = { version: z.int(), updatedAt: z.string(), updatedBy: z.optional(z.string()) }
/** The audit fields in answers for both visitors and staff: absent for visitors. */
export const optionalAuditFields = {
  version: z.optional(z.int()),
  updatedAt: z.optional(z.string()),
  updatedBy: z.optional(z.string()),
}

/** The schedule of a record, for staff: ISO 8601 in UTC; absent for at once and for never. */
export const scheduleFields = { publishAt: z.optional(z.string()), unpublishAt: z.optional(z.string()) }

/** Whether a text is a day, YYYY-MM-DD, that the calendar has. */
export const isDay = (value: string) => {
  const day = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Times are sorted as texts, so their years have four digits, without zeros before them. A year is left for what is added to one. */
const [firstDay, endOfDays] = ['1000-01-02', '9999-01-01']
const firstMoment = Date.parse(firstDay)
const endOfMoments = Date.parse(endOfDays)

// `Date` reads 30 February as 2 March.
const isMoment = (value: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
  isDay(value.slice(0, 10)) &&
  Date.parse(value) >= firstMoment &&
  Date.parse(value) < endOfMoments

/**
 * A value that null or an empty text removes. The call has `undefined` for one that is removed, and no such field for one that is left out, which stays.
 * @param none another value that removes it, such as 0
 */
export const clearable = <Value extends z.core.SomeType>(value: Value, none?: z.output<Value>) =>
  z.optional(
    z.pipe(
      z.nullable(value),
      z.transform((given: z.output<Value> | null): Exclude<z.output<Value>, ''> | undefined =>
        given === null || given === '' || given === none ? undefined : (given as Exclude<z.output<Value>, ''>),
      ),
    ),
  )

const time = (label: string, error: string) =>
  z.string(error).check(
    z.trim(),
    z.refine((value) => value === '' || isMoment(value), `${label} must be a time with its zone`),
    z.overwrite((value) => (isMoment(value) ? new Date(value).toISOString() : value)),
  )

/** A time with its zone, ISO 8601, which must be given. */
export const requiredTime = (label: string) =>
  time(label, `${label} is required`).check(z.minLength(1, `${label} is required`))

/** The same, which can be removed. */
export const optionalTime = (label: string) => clearable(time(label, `${label} must be a time`))

/** A day, YYYY-MM-DD, which must be given. */
export const requiredDay = (label: string) =>
  z.string(`${label} is required`).check(
    z.trim(),
    z.minLength(1, `${label} is required`),
    z.refine(
      (value) => value === '' || (isDay(value) && value >= firstDay && value < endOfDays),
      `${label} must be a date`,
    ),
  )

/** The schedule as forms send it. The end must be after the time of publication. */
export const scheduleInput = { publishAt: optionalTime('Publish at'), unpublishAt: optionalTime('End at') }

/** The body of `PATCH` for a record that can be active or not. */
export const activeFlag = z.object({ active: z.boolean('Send active') })

/** Who changed the record, and its present values. `changedAt` is ISO 8601 in UTC; `current` is the record as `GET` answers it. */
export type VersionConflict<Stored = unknown> = { changedBy: string; changedAt: string; current: Stored }

/** A record in the trash. `entity` is the path of its calls; times are ISO 8601 in UTC. */
export const trashedRecord = z.object({
  entity: z.string(),
  _id: z.string(),
  name: z.string(),
  deletedAt: z.string(),
  deletedBy: z.optional(z.string()),
})
export type TrashedRecord = z.infer<typeof trashedRecord>

/**
 * The body of a 409. A change to an outdated version (`If-Match`) has the code `version_conflict` and `conflict`; a slug that belongs to a
 * record in the trash has the code `in_trash` and `trashed`; a path that the program needs has the code `reserved`; other conflicts, such as a used slug,
 * have none of these.
 */
export const conflictBody = z.extend(errorBody, {
  conflict: z.optional(z.object({ changedBy: z.string(), changedAt: z.string(), current: z.unknown() })),
  trashed: z.optional(trashedRecord),
})
export type ConflictBody = z.infer<typeof conflictBody>

/** The answer of calls that return no data. */
export const doneBody = z.object({ message: z.string() })

/** PostgreSQL cannot store NUL. */
export const hasNoNul = z.refine<string>(
  (text) => !text.includes('\0'),
  'This text holds a character that cannot be stored',
)
type TextCheck = z.core.CheckFn<string> | z.core.$ZodCheck<string>

/** Removes invisible characters. A text that may be longer than 1,000 characters keeps its line ends; those of others become spaces. */
const clean = (max: number, lines = max > 1_000) => z.overwrite<string>((text) => cleanText(text, lines ? '\n' : ' '))
const emptied = z.overwrite<string>((text) => (showsNothing(text) ? '' : text))

const boundedText = (error: string, label: string, max: number, lines: boolean | undefined, ...checks: TextCheck[]) =>
  z
    .string(error)
    .check(clean(max, lines), ...checks, z.maxLength(max, `${label} is too long (at most ${max} characters)`), hasNoNul)

/** A text that is trimmed and must show something. @param lines whether it keeps its line ends */
export const requiredText = (label: string, max = 10_000, lines?: boolean) => {
  const error = `${label} is required`
  return boundedText(error, label, max, lines, z.trim(), emptied, z.minLength(1, error))
}

/** A text that may be empty or left out. @param lines whether it keeps its line ends */
export const optionalText = (label: string, max = 10_000, lines?: boolean) =>
  z.optional(boundedText(`${label} must be a text`, label, max, lines))

/** A trimmed text that can be removed. @param lines whether it keeps its line ends */
export const clearableText = (label: string, max = 10_000, lines?: boolean) =>
  clearable(boundedText(`${label} must be a text`, label, max, lines, z.trim()))

/** A list of texts. They may be empty, as rows of a form are. */
export const textList = (label: string, maxEntries = 100, maxLength = 1_000) =>
  z
    .array(
      z
        .string(`${label} must be a list of texts`)
        .check(clean(maxLength), z.maxLength(maxLength, `Each of these is at most ${maxLength} characters`), hasNoNul),
    )
    .check(z.maxLength(maxEntries, `${label}: at most ${maxEntries} entries`))

/** Values that are ticked in a form, which sends one of them, or several, as texts where it has no scripts. */
export const formList = <Item extends z.core.SomeType>(item: Item, most: number) =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === '' ? [] : Array.isArray(value) ? value : [value])),
      z.array(item).check(z.maxLength(most, `At most ${most} of these`)),
    ),
  )

/** The id of another record. The call looks for the record. */
export const recordId = (label: string) =>
  z.string(`${label} must be an id`).check(z.maxLength(100, `${label} is no id`), hasNoNul)

/** One of the options of a select. An empty text means that nothing was selected. */
export const choice = <const Options extends readonly string[]>(label: string, options: Options) =>
  z.enum(options, {
    error: ({ input }) => (input ? `${label} must be one of the listed ones` : `${label} is required`),
  })

const description =
  'HTML, Markdown or both. Images that it embeds (`data:`) are stored in the library. Pages leave out its front matter.'

/** HTML or Markdown as an author types it: at most a million characters, some 150,000 words. */
export const richText = (label: string) => optionalText(label, 1_000_000).register(z.globalRegistry, { description })

/** The same for a text that must not be empty. */
export const requiredRichText = (label: string) =>
  requiredText(label, 100_000).register(z.globalRegistry, { description })

/** Whether a description of a field is that of such a text. */
export const isRichText = (schema: { description?: string | undefined }): boolean => schema.description === description

/** How a call writes the texts of a record: as Markdown and HTML unless it says `plain`. They are stored as rich text. */
export const textFormat = z.optional(z.enum(['plain', 'rich'], 'format must be plain or rich'))

/** Names that our own addresses use in place of a slug. */
export const reservedSlugs = ['adminblogs', 'admincourses', 'id', 'new']

/** The last part of a record's address: lower-case letters and digits, with single hyphens between them. */
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

/** Line ends and tabs stay, so that an address with one is refused: browsers leave them out. */
const cleanAddress = z.overwrite<string>((text) => cleanText(text))

/** The address of a page elsewhere on the web: http or https, without a name or password. */
export const webAddress = (error: string) =>
  z.string(error).check(cleanAddress, z.trim(), z.refine(isWebAddress, error))

/** The address of a picture, here or elsewhere on the web. An empty text means no picture. */
export const pictureAddress = () =>
  z.string('The image address must be a text').check(
    cleanAddress,
    z.trim(),
    z.maxLength(2_000, 'The image address is too long'),
    hasNoNul,
    z.refine(
      (value) => value === '' || isOwnPath(value) || isWebAddress(value),
      'The image address must start with https://',
    ),
  )

const addressRules = [
  z.trim(),
  z.overwrite(withAsciiDomain),
  z.maxLength(254, 'Email is too long'),
  z.refine<string>((value) => value === '' || emailPattern.test(value), {
    error: ({ input }) =>
      emailPattern.test(`name${/@[^@]*$/.exec(String(input))?.[0]}`) && !isAscii(String(input))
        ? 'Before the @, only the letters a to z, digits and signs such as . and - can be used'
        : 'Please enter a valid email address',
  }),
]

/** An email address as a person types it: trimmed, with its domain as mail programs send it. */
export const emailAddress = () =>
  z.string('Email is required').check(...addressRules, z.minLength(1, 'Email is required'))

/** The same, which can be removed. */
export const clearableEmail = () => clearable(z.string('Email must be a text').check(...addressRules))

/** The HTML standard's rule for `<input type="email">`, but with a dot required in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** The author of a post or the instructor of a course, as public pages show them. */
export const person = z.object({ name: z.string(), avatarUrl: z.optional(z.string()), bio: z.string() })
export type Person = z.infer<typeof person>

/** A heading of rendered content, for a table of contents. */
export const heading = z.object({ id: z.string(), text: z.string(), depth: z.int() })
export type Heading = z.infer<typeof heading>

/** A text in parts, of which some are marked. */
export const markedText = z.array(z.object({ text: z.string(), marked: z.optional(z.boolean()) }))
export type MarkedText = z.infer<typeof markedText>
