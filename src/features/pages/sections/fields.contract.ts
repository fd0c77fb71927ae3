import * as z from 'zod/mini'
import { isLinkTarget } from '#contract/addresses.ts'
import { showsNothing } from '#contract/clean-text.ts'
import {
  choice as choiceRule,
  optionalText,
  pictureAddress,
  recordId,
  requiredRichText,
  requiredText,
  requiredTime,
  textList,
  webAddress,
} from '#contract/fields.ts'
import { isUploaded } from '#contract/media.ts'

/** The control of a field in the form. */
type Control =
  | { control: 'text' | 'lines'; max: number }
  /** Several texts, one in each line. */
  | { control: 'texts'; most: number; max: number }
  | { control: 'rich' | 'picture' | 'file' | 'target' | 'address' | 'tick' | 'moment' }
  | { control: 'number'; least: number; most: number }
  | { control: 'choice'; options: readonly string[] }
  /** One or several records of an entity, by their ids. */
  | { control: 'records'; of: string; most: number }
  | { control: 'rows'; one: string; least: number; most: number; fields: Fields }
  /** Fields of one object, such as a button. */
  | { control: 'group'; fields: Fields }

/** One field of a section: its rule in the calls, and its label and control in the form. */
export type Field<Rule extends z.ZodMiniType = z.ZodMiniType> = Control & {
  label: string
  hint?: string
  /** Whether the form shows it, of the values next to it. */
  when?: (values: Record<string, unknown>) => boolean
  required: boolean
  rule: Rule
}
export type Fields = Record<string, Field>

type More = Pick<Field, 'hint' | 'when'>

const nothing = (value: unknown) =>
  value === null || (typeof value === 'string' && showsNothing(value)) || (Array.isArray(value) && value.length === 0)

/** A field that may be left out. An empty value is the same. */
export const optional = <Rule extends z.ZodMiniType>(field: Field<Rule>): Field<z.ZodMiniOptional<Rule>> => ({
  ...field,
  required: false,
  rule: z.optional(
    z.codec(z.unknown(), z.optional(field.rule as z.ZodMiniType<unknown, unknown>), {
      decode: (value) => (nothing(value) ? undefined : value),
      encode: (value) => value,
    }),
  ) as unknown as z.ZodMiniOptional<Rule>,
})

/** A text in one line. */
export const text = (label: string, max = 200, more: More = {}) =>
  ({ control: 'text', max, label, required: true, rule: requiredText(label, max, false), ...more }) as const
/** A plain text that keeps its line ends. */
export const lines = (label: string, max = 1_000, more: More = {}) =>
  ({ control: 'lines', max, label, required: true, rule: requiredText(label, max, true), ...more }) as const
/** A list of texts, which a form shows as one text with a line for each. Blank ones are left out. */
export const texts = (label: string, most: number, max = 200, more: More = {}) =>
  ({
    control: 'texts',
    most,
    max,
    label,
    required: true,
    rule: textList(label, most, max).check(
      z.overwrite((list) => list.map((one) => one.trim()).filter((one) => one !== '')),
    ),
    ...more,
  }) as const
/** A text of the editor. The server adds its HTML as `html`. */
export const rich = (label: string, more: More = {}) =>
  ({ control: 'rich', label, required: true, rule: requiredRichText(label), ...more }) as const
/** The address of a picture, here or elsewhere. */
export const picture = (label = 'Image', more: More = {}) =>
  ({
    control: 'picture',
    label,
    required: true,
    rule: pictureAddress().check(z.refine((address) => address !== '', `${label} is required`)),
    ...more,
  }) as const
/** The points that pictures show in a smaller frame, by their ids, as CSS positions them (`picture-focus.server.ts`). */
export const pictureFocus = { focus: z.optional(z.record(z.string(), z.string())) }
/** A picture's alternative text. One that a page cannot do without is a `text`. */
export const alternative = (more: More = {}) =>
  ({
    control: 'text',
    max: 500,
    label: 'Alternative text',
    required: false,
    rule: optionalText('Alternative text', 500),
    ...more,
  }) as const
/** A file of the media library, by its address. */
export const file = (label = 'File', more: More = {}) =>
  ({
    control: 'file',
    label,
    required: true,
    rule: z
      .string(`${label} is required`)
      .check(z.trim(), z.maxLength(2_000), z.refine(isUploaded, `${label} must be from the library`)),
    ...more,
  }) as const

const targetError = 'Enter a page of this site, #form, or an address that begins with https://, mailto: or tel:'
const isTarget = (value: string) =>
  value === '' || value === '#form' || (isLinkTarget(value) && !value.toLowerCase().startsWith('http:'))
/** Where a button or a card leads: a record, a page of this site, the form of the page, or an address elsewhere. */
export const target = (label = 'Link', more: More = {}) =>
  ({
    control: 'target',
    label,
    required: true,
    rule: z
      .string(`${label} is required`)
      .check(z.trim(), z.minLength(1, `${label} is required`), z.maxLength(2_000), z.refine(isTarget, targetError)),
    ...more,
  }) as const
/** An address elsewhere on the web. */
export const address = (label: string, more: More = {}) =>
  ({
    control: 'address',
    label,
    required: true,
    rule: webAddress(`${label} must start with https://`).check(
      z.maxLength(2_000),
      z.refine((value) => value.toLowerCase().startsWith('https:'), `${label} must start with https://`),
    ),
    ...more,
  }) as const
/** A box to tick: true, false or absent. */
export const tick = (label: string, more: More = {}) =>
  ({
    control: 'tick',
    label,
    required: false,
    rule: z.optional(z.boolean(`${label} is true or false`)),
    ...more,
  }) as const
/** One of some values, which the form shows with a capital letter. */
export const choice = <const Options extends readonly string[]>(label: string, options: Options, more: More = {}) =>
  ({ control: 'choice', options, label, required: true, rule: choiceRule(label, options), ...more }) as const
/** A whole number between two others, which are allowed too. */
export const number = (label: string, least: number, most: number, more: More = {}) =>
  ({
    control: 'number',
    least,
    most,
    label,
    required: true,
    rule: z
      .int(`${label} must be a whole number`)
      .check(
        z.minimum(least, `${label} must be at least ${least}`),
        z.maximum(most, `${label} must be at most ${most}`),
      ),
    ...more,
  }) as const
/** A time with its zone, stored as ISO 8601 in UTC. */
export const moment = (label: string, more: More = {}) =>
  ({ control: 'moment', label, required: true, rule: requiredTime(label), ...more }) as const
/** Records by their ids, in the order of the page. */
export const records = (label: string, of: string, most: number, more: More = {}) =>
  ({
    control: 'records',
    of,
    most,
    label,
    required: true,
    rule: z
      .array(recordId(label))
      .check(z.minLength(1, `${label} is required`), z.maxLength(most, `${label}: at most ${most}`)),
    ...more,
  }) as const
/** One record by its id. */
export const record = (label: string, of: string, more: More = {}) =>
  ({ control: 'records', of, most: 1, label, required: true, rule: recordId(label), ...more }) as const
/** A list of objects. @param one the name of one of them: 'Card' */
export const rows = <Own extends Fields>(
  label: string,
  { one, least, most, fields }: { one: string; least: number; most: number; fields: Own },
  more: More = {},
) => {
  const many = (count: number) => `${count} ${count === 1 ? one.toLowerCase() : label.toLowerCase()}`
  return {
    control: 'rows',
    one,
    least,
    most,
    fields,
    label,
    required: least > 0,
    rule: z
      .array(objectOf(fields), `${label} must be a list`)
      .check(z.minLength(least, `At least ${many(least)}`), z.maxLength(most, `At most ${many(most)}`)),
    ...more,
  } as const
}

/** One object with fields of its own. */
export const group = <Own extends Fields>(label: string, fields: Own, more: More = {}) =>
  ({
    control: 'group',
    fields,
    label,
    required: true,
    rule: objectOf(fields, `${label} is required`),
    ...more,
  }) as const

type Rules<Own extends Fields> = { [Name in keyof Own]: Own[Name]['rule'] }

export const rulesOf = <Own extends Fields>(fields: Own) =>
  Object.fromEntries(Object.entries(fields).map(([name, { rule }]) => [name, rule])) as Rules<Own>

const objectOf = <Own extends Fields>(fields: Own, error?: string) => z.strictObject(rulesOf(fields), error)
