import * as z from 'zod/mini'
import type { WorkingCopy } from '#contract/unpublished.ts'

/** The description by which a form renders, fills, validates and sends a field, and names it in a comparison of two versions. */
export type FormField<Value = unknown> = {
  label: string
  /** The control; a `custom` one is rendered by the form itself. */
  control: 'input' | 'line' | 'textarea' | 'marked' | 'select' | 'checkbox' | 'rows' | 'picture' | 'choices' | 'custom'
  initial: Value
  /** Converts the stored record's field into the form's value. The record may be an older one, without the fields of today. */
  read: (stored: unknown, record: Record<string, unknown>) => Value
  /** Converts the value into the contract's input; `undefined` omits the field. */
  write: (value: Value) => unknown
  hint?: string | undefined
  /** The value as shipped, which the form can restore. */
  standard?: Value | undefined
  /** Whether an emptied field has a meaning. Otherwise `standard` returns to it. */
  mayBeEmpty?: boolean
  options?: readonly string[]
  /** The choices of `choices`, or of a `select` whose values differ from its texts: their values and texts. */
  named?: Record<string, string>
  /** The name of one row of `rows`, such as 'Feature'. */
  one?: string
  rich?: boolean
  /** For a value that is neither a text nor a list of texts. */
  pieces?: Pieces<Value>
  /** Whether it is stored with the record but not in its history. */
  unversioned?: boolean
  attributes?: Record<string, string | number | boolean>
}

/** How a list of objects is compared with another version of it. */
type Pieces<Value> = {
  /** The objects, each as a text in one line, which is the same for equal ones. */
  of: (value: Value) => string[]
  from: (pieces: string[]) => Value
  /** An object as people read it. */
  words: (piece: string, readers: PieceReaders) => string
  /** The records that an object names by their ids, each with its entity. */
  records?: (piece: string) => { of: string; id: string }[]
  /** Whether one may have become the other. They are then compared by their words. */
  alike: (one: string, other: string) => boolean
}

/** How the values of objects are read: a text of the editor, the id of a record, and a moment. */
export type PieceReaders = Record<'rich' | 'record' | 'moment', (value: string) => string>

// biome-ignore lint/suspicious/noExplicitAny: pieces are read and written only with the value of their own field
export type AnyPieces = Pieces<any>

// biome-ignore lint/suspicious/noExplicitAny: a description is read and written only with the value of its own kind
type AnyField = FormField<any>
export type FormFields<Values> = { [Name in keyof Values]: FormField<NonNullable<Values[Name]>> }
export type ValuesOf<Fields extends Record<string, AnyField>> = { [Name in keyof Fields]: Fields[Name]['initial'] }

type Options<Value> = Partial<Omit<FormField<Value>, 'label' | 'control'>>

const same = <Value>(value: Value) => value
const kind =
  <Value>(control: FormField['control'], empty: Value, kind: Options<Value> = {}) =>
  (label: string, options: Options<Value> = {}): FormField<Value> => ({
    label,
    control,
    initial: empty,
    read: (stored) => (stored ?? empty) as Value,
    write: same,
    ...kind,
    ...options,
    attributes: { ...kind.attributes, ...options.attributes },
  })

/** A single line of text. An absent value is ''. */
export const text = kind('input', '')
/** A text without line breaks: its control grows with it. */
export const line = kind('line', '')
export const textArea = kind('textarea', '')
/** A text with bold words, lists and links, and buttons for them. */
export const markedText = kind('marked', '')
export const url = kind('input', '', { attributes: { type: 'url', placeholder: 'https://' } })
export const flag = kind('checkbox', false)
/** Rows of text. A new record starts with an empty row. */
export const rows = (label: string, one: string) =>
  kind<string[]>('rows', [''])(label, { one, read: (stored) => stored as string[] })
/** A choice from a list; '' until one is chosen. */
export const choice = (label: string, options: readonly string[], initial = '') =>
  kind('select', '')(label, { options, initial })
export const namedChoice = kind('select', '')
/** An amount in rupees, as typed. An empty one is sent as 0. */
export const rupees = kind('input', '', {
  attributes: { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 },
  write: (typed) => (typed.trim() === '' ? 0 : Number(typed)),
})
/** A date, `YYYY-MM-DD`; '' is none. */
export const day = kind('input', '', {
  attributes: { type: 'date' },
  read: (stored) => String(stored ?? '').slice(0, 10),
})
/** A picture by its address; '' is none. */
export const picture = kind('picture', '')
/** Any of several options, each with the text of its checkbox. */
export const choices = (label: string, named: Record<string, string>) => kind<string[]>('choices', [])(label, { named })
/** A field that the form renders itself: a picture, a reference. An absent value is ''. */
export const custom = kind('custom', '')
export const richText = kind('custom', '', { rich: true })
/** When a record appears and ends, which every form of a scheduled record offers. */
export const scheduleFields = { publishAt: custom('Appears'), unpublishAt: custom('Ends') }

const entriesOf = <Values extends object>(fields: FormFields<Values>) => Object.entries(fields) as [string, AnyField][]
const mapFields = <Values extends object>(fields: FormFields<Values>, to: (field: AnyField, name: string) => unknown) =>
  Object.fromEntries(entriesOf(fields).map(([name, field]) => [name, to(field, name)]))

export const initialValues = <Values extends object>(fields: FormFields<Values>) =>
  mapFields(fields, ({ initial }) => initial) as Values

export const readValues = <Values extends object>(fields: FormFields<Values>, stored: object) => {
  const record = stored as Record<string, unknown>
  return mapFields(fields, ({ read }, name) => read(record[name], record)) as Values
}

/** The form's values for a stored record with its working copy, if that is the newest state. */
export const readNewest = <Values extends object>(
  fields: FormFields<Values>,
  record: { version: number; workingCopy?: WorkingCopy | undefined },
) => readValues(fields, record.workingCopy?.version === record.version ? record.workingCopy.fields : record)

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** The form's values with the shipped ones in place of those that were emptied and must not be empty. */
export const withStandards = <Values extends object>(fields: FormFields<Values>, values: Values) =>
  mapFields(fields, ({ standard, mayBeEmpty }, name) => {
    const value = values[name as keyof Values]
    return standard !== undefined && !mayBeEmpty && isBlank(value) ? standard : value
  }) as Values

export const writeValues = <Values extends object>(fields: FormFields<Values>, values: Values): object =>
  Object.fromEntries(
    entriesOf(fields)
      .map(([name, { write }]) => [name, write(values[name as keyof Values])])
      .filter(([, value]) => value !== undefined),
  )

/** The fields that versions of a record are compared by, with their labels, in the form's order. */
export const fieldLabels = <Values extends object>(fields: FormFields<Values>) =>
  entriesOf(fields)
    .filter(([, { unversioned }]) => !unversioned)
    .map(([name, { label, rich = false, pieces }]) => ({
      ...{ name: name as keyof Values & string, label, rich },
      pieces: pieces as AnyPieces | undefined,
    }))

export function isRequired(contract: z.ZodMiniType, name: string): boolean {
  const rule = contract instanceof z.ZodMiniObject ? contract.shape[name] : undefined
  return rule !== undefined && !z.safeParse(rule, '').success && !z.safeParse(rule, undefined).success
}

/** The fields of a form whose record can have its own search result and link preview. */
export const appearanceFields = {
  seoTitle: custom('Meta title'),
  seoDescription: custom('Meta description'),
  socialImage: custom('Social image'),
}

/** The values with which a new record is a draft. */
export const switchedOff = (fields: object) =>
  Object.fromEntries(['published', 'active'].filter((name) => name in fields).map((name) => [name, false]))

/** A form's values for multipart calls: every value is text, lists and objects are JSON, null is empty. */
export function toFormData(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input))
    form.set(name, typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''))
  return form
}

/** For `JSON.stringify`, so that equal objects are equal texts: a database may store the keys of an object in an order of its own. */
export const inOrder = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
