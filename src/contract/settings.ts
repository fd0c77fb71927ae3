import * as z from 'zod/mini'
import { isWebAddress } from './addresses.ts'
import { cleanText } from './clean-text.ts'
import { hasNoNul, pictureAddress } from './fields.ts'
import type { Permission } from './roles.ts'

/** How the back office shows a setting. */
export type Shown = {
  label: string
  hint?: string
  /** `links` are rows of a text and an address, `topics` rows of names, `people` those of a section of pages. */
  control?:
    | 'text'
    | 'lines'
    | 'url'
    | 'email'
    | 'flag'
    | 'links'
    | 'topics'
    | 'people'
    | 'time'
    | 'day'
    | 'content'
    | 'logo'
    | 'accent'
  /** The choices of a select: their values and texts. */
  named?: Record<string, string>
  /** Whether it can be emptied, which hides it on the site. Otherwise the default returns. */
  mayBeEmpty?: boolean
}

/** A value that staff change without a programmer. Calls and stored groups have it by its name. */
export type Setting<Value = unknown> = Shown & {
  /** The value that holds while staff have set none; undefined if there is none, or if it depends on the server. */
  standard?: unknown
  /** Checks what a caller sends. Null restores the default. */
  rule: z.ZodMiniType
  /** Reads the stored value, or else the default. A restored backup may have a value that today's rule refuses. */
  read(value: unknown): Value
  /** Whether pages show it, which get the changed ones (`useWords`). */
  isWord?: true
}

type Own = Omit<Partial<Setting>, 'label' | 'rule' | 'read'>

/** Makes a setting whose rule or value no other function here has. */
export const setting = <Value = unknown>(
  label: string,
  own: Own & Pick<Setting, 'rule'> & Partial<Pick<Setting<Value>, 'read'>>,
): Setting<Value> => ({ read: (value) => value as Value, ...own, label })

/** The lines of a text as one, because no page shows a line break. */
const asOneLine = (text: string) =>
  text
    .split(/[\r\n\u2028\u2029]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

type TextRules = Own & {
  /** Its name in messages, if that is not the label. */
  called?: string
  /** In characters. */
  max?: number
  accepts?: (value: string) => boolean
  error?: string | ((value: string) => string)
}

const textRule = (called: string, { max = 200, control, accepts = () => true, error = '' }: TextRules) =>
  z.nullish(
    z.string(`${called} must be a text`).check(
      z.overwrite((value) => {
        const text = cleanText(value, '\n').trim()
        return control === 'lines' ? text : asOneLine(text)
      }),
      z.maxLength(max, `${called} is too long (at most ${max} characters)`),
      hasNoNul,
      z.refine((value) => value === '' || accepts(value), {
        error: ({ input }) => (typeof error === 'string' ? error : error(String(input))),
      }),
    ),
  )

/** A text of one line, or of several with the control `lines`. An empty one restores the default, unless it `mayBeEmpty`. */
export function text<Value = string>(
  label: string,
  { read = (value) => value as Value, ...rules }: TextRules & { read?: (value: string) => Value } = {},
): Setting<NoInfer<Value>> {
  const { called = label, max: _, accepts: __, error: ___, ...own } = rules
  return { ...own, label, rule: textRule(called, rules), read: (value) => read(String(value ?? '')) }
}

/** The address of a page elsewhere on the web. */
export const webAddress = (label: string, { called = label, ...rules }: TextRules = {}): Setting<string> =>
  text(label, {
    control: 'url',
    called,
    max: 500,
    accepts: isWebAddress,
    error: `${called} must be an http or https address without a name or password`,
    ...rules,
  })

/** A choice between yes and no. */
export const flag = (label: string, own: Own & { standard: boolean }): Setting<boolean> => ({
  read: (value) => value === true,
  control: 'flag',
  ...own,
  label,
  rule: z.nullish(z.boolean('Send true or false')),
})

/** A number, which forms send as a text; whole, unless a `pattern` allows others. Without a default it is 0 while it is not set. */
export function number(
  label: string,
  least: number,
  most: number,
  {
    pattern = /^\d+$/,
    error = `${label} must be a whole number from ${least} to ${most}`,
    ...own
  }: Own & { pattern?: RegExp; error?: string } = {},
): Setting<number> {
  const read = (value: unknown) => Number(String(value).replace(',', '.')) || 0
  const accepts = (value: number | string) =>
    value === '' || (pattern.test(`${value}`) && read(value) >= least && read(value) <= most)
  const rule = z.nullish(z.union([z.number(), z.string().check(z.trim())], error).check(z.refine(accepts, error)))
  return { ...own, label, rule, read }
}

/** One of some named values, or none of them (''). */
export const choice = <Name extends string>(
  label: string,
  none: string,
  named: Record<Name, string>,
): Setting<Name | undefined> => ({
  label,
  standard: '',
  named: { '': none, ...named },
  mayBeEmpty: true,
  rule: z.nullish(z.enum(['', ...(Object.keys(named) as Name[])], 'Choose one of the lines')),
  read: (value) => (Object.keys(named) as Name[]).find((name) => name === value),
})

/** How long a text of the site may be: a line, a paragraph, or rows of a table. */
export const longestFor = (standard: string) => (standard.includes('\n') ? 4_000 : standard.length > 60 ? 1_000 : 200)

type Panels = Record<string, Record<string, Setting>>
type Labels = Record<string, Record<string, string | Shown>>
type NamesIn<Groups> = { [Title in keyof Groups]: keyof Groups[Title] }[keyof Groups]
type None<Problem extends string, Names> = [Names] extends [never] ? unknown : { [P in Problem]: Names }

/**
 * The texts of a part of the site as shipped, with their labels in panels. The compiler names a text without a label, and a label without a
 * text.
 */
export const words = <Words extends Record<string, string>, Given extends Labels>(
  standards: Words,
  labels: Given &
    None<'unknown text', Exclude<NamesIn<Given>, keyof Words>> &
    None<'text without a label', Exclude<keyof Words, NamesIn<Given>>>,
): Panels =>
  Object.fromEntries(
    Object.entries(labels as Labels).map(([title, panel]) => [
      title,
      Object.fromEntries(
        Object.entries(panel).map(([name, given]) => {
          const standard = standards[name] ?? ''
          const { label, ...own } = typeof given === 'string' ? { label: given } : given
          return [name, text(label, { called: 'This text', max: longestFor(standard), standard, isWord: true, ...own })]
        }),
      ),
    ]),
  )

/** The search appearance of a page, in place of its own metadata. */
const appearanceInput = {
  seoTitle: textRule('Meta title', {}),
  seoDescription: textRule('Meta description', { max: 500 }),
  socialImage: z.nullish(pictureAddress()),
}

type Screen<Given> = {
  title: string
  lead: string
  /** The permission to read and change it, and to read its history. */
  access: Permission
  /** Groups of one section are tabs; without a name it is the first section. */
  section?: string
  /** Whether another screen than Settings edits it. */
  isElsewhere?: true
  /** The pages that show it, for the preview: path and name. Without any there is no preview. */
  pages: [path: string, name: string][]
  /** The selector of the place that the preview shows for a field, or at first. A text that the server marks needs none. */
  shows?: (name?: string) => string
  /** The path of the page that shows a field, if not all of them do. */
  pageFor?: (name: string) => string | undefined
  /** Whether its texts can be edited on the first of its pages. */
  isOnPage?: true
  /** Whether the first of them has its search appearance here. */
  hasAppearance?: true
  /** Panels of settings, by their titles. */
  panels: Given
  /** The titles of the columns, if the panels are the rows of a table. */
  columns?: string[]
}

type ValuesOf<Given extends Panels> = (
  { [Title in keyof Given]: (panel: Given[Title]) => void }[keyof Given] extends (panels: infer All) => void
    ? All
    : never
) extends infer All
  ? { [Name in keyof All]: All[Name] extends Setting<infer Value> ? Value : never }
  : never

type Fields = Record<string, unknown>

/** A group of settings: one screen, one row of the database, one version and history. */
export type Group<Given extends Panels = Panels> = Screen<Given> & {
  id: string
  settings: Record<string, Setting>
  /** The defaults that do not depend on the server. */
  standards: Fields
  input: z.ZodMiniObject
  of(site: { own?: Record<string, Fields> | undefined }): ValuesOf<Given>
  read(stored?: Fields): ValuesOf<Given>
}

/** Declares a group of settings. */
export function group<Given extends Panels>(id: string, screen: Screen<Given>): Group<Given> {
  const settings: Record<string, Setting> = Object.assign({}, ...Object.values(screen.panels))
  const read = (stored: Fields = {}) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, { read, standard }]) => [name, read(stored[name] ?? standard)]),
    ) as ValuesOf<Given>
  const standards = Object.entries(settings).flatMap(([name, { standard }]) =>
    standard === undefined ? [] : [[name, standard]],
  )
  const rules = Object.entries(settings).map(([name, { rule }]) => [name, rule])
  return {
    ...screen,
    id,
    settings,
    standards: Object.fromEntries(standards),
    input: z.object({ ...Object.fromEntries(rules), ...(screen.hasAppearance && appearanceInput) }),
    of: ({ own }) => read(own?.[id]),
    read,
  }
}
