import * as z from 'zod/mini'

/**
 * One field of a form, described once: the form draws it, fills it from the stored record, checks it by the contract, sends it, and
 * names it when two versions are compared.
 */
export type FormField<Value = unknown> = {
  label: string
  /** The control that draws it; `custom` is drawn by the form itself. */
  control: 'input' | 'textarea' | 'select' | 'checkbox' | 'rows' | 'custom'
  /** The value of a new record. */
  initial: Value
  /** Reads the value from the field of a stored record. */
  read: (stored: unknown) => Value
  /** Writes the value as the contract takes it; `undefined` leaves it out. */
  write: (value: Value) => unknown
  hint?: string
  /** Of a `select`: what to choose from. */
  options?: readonly string[]
  /** Of `rows`: the name of one row, 'Feature'. */
  one?: string
  /** Further attributes of the control, such as `type`. */
  attributes?: Record<string, string | number | boolean>
}

// biome-ignore lint/suspicious/noExplicitAny: a description is read and written with the value of its own kind alone
type AnyField = FormField<any>
export type FormFields<Values> = { [Name in keyof Values]: FormField<NonNullable<Values[Name]>> }
/** The values of a form with these fields. */
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
  })

/** A line of text. An absent value is ''. */
export const text = kind('input', '')
/** A text of several lines. */
export const textArea = kind('textarea', '')
/** A web address. */
export const url = kind('input', '', { attributes: { type: 'url', placeholder: 'https://' } })
/** A box to tick. */
export const flag = kind('checkbox', false)
/** Rows of text. A new record begins with one empty row. */
export const rows = (label: string, one: string) =>
  kind<string[]>('rows', [''])(label, { one, read: (stored) => stored as string[] })
/** One of a list; '' until one is chosen. */
export const choice = (label: string, options: readonly string[], initial = '') =>
  kind('select', '')(label, { options, initial })
/** An amount in rupees, kept as typed. A blank one is sent as 0. */
export const rupees = kind('input', '', {
  attributes: { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 },
  write: (typed) => (typed.trim() === '' ? 0 : Number(typed)),
})
/** A day, `YYYY-MM-DD`; '' is none. */
export const day = kind('input', '', {
  attributes: { type: 'date' },
  read: (stored) => String(stored ?? '').slice(0, 10),
})
/** A field that the form draws itself: rich text, a picture, a reference. An absent value is ''. */
export const custom = kind('custom', '')

const entriesOf = <Values extends object>(fields: FormFields<Values>) => Object.entries(fields) as [string, AnyField][]
const mapFields = <Values extends object>(fields: FormFields<Values>, to: (field: AnyField, name: string) => unknown) =>
  Object.fromEntries(entriesOf(fields).map(([name, field]) => [name, to(field, name)]))

export const initialValues = <Values extends object>(fields: FormFields<Values>) =>
  mapFields(fields, ({ initial }) => initial) as Values

/** The form's values of a stored record, whose fields have the form's names. */
export const readValues = <Values extends object>(fields: FormFields<Values>, stored: object) =>
  mapFields(fields, ({ read }, name) => read((stored as Record<string, unknown>)[name])) as Values

/** What the contract takes for a form's values. */
export const writeValues = <Values extends object>(fields: FormFields<Values>, values: Values): object =>
  Object.fromEntries(
    entriesOf(fields)
      .map(([name, { write }]) => [name, write(values[name as keyof Values])])
      .filter(([, value]) => value !== undefined),
  )

/** The fields with their labels, in the form's order. */
export const fieldLabels = <Values extends object>(fields: FormFields<Values>) =>
  entriesOf(fields).map(([name, { label }]) => ({ name: name as keyof Values & string, label }))

/** Whether the contract refuses a field that is left empty. */
export function isRequired(contract: z.ZodMiniType, name: string): boolean {
  const rule = contract instanceof z.ZodMiniObject ? contract.shape[name] : undefined
  return rule !== undefined && !z.safeParse(rule, '').success && !z.safeParse(rule, undefined).success
}
