import { isStorable, UnstorableText } from './storage-errors.ts'

/**
 * Converts a column's value between the program and the database. Both databases return the same stored forms (see `sqlite.ts` and
 * `postgres.ts`), so one codec serves both. `migrations/make-table.ts` has the column types.
 */
export type Column<Value, Stored> = {
  encode: (value: Value) => Stored
  decode: (stored: Stored) => Value
  /** What its values are in the program, for their description in an export. Without it they can be any. */
  is?: 'text' | 'integer' | 'number' | 'boolean' | 'time'
  /** Whether it can be absent. */
  isOptional?: true
  /** The texts that staff write in a value which is no text itself, as one. Reviews count its words, and remarks follow them. */
  words?: (value: Value) => string
}

const asIs = <Value>(is: NonNullable<Column<Value, Value>['is']>): Column<Value, Value> => ({
  encode: (value) => value,
  decode: (stored) => stored,
  is,
})

/** Text, or one of the texts that a contract lists. */
// `NoInfer` prevents that the type is inferred from the context, which would accept any text.
export const text = <Value extends string = string>(): Column<NoInfer<Value>, NoInfer<Value>> => asIs<Value>('text')
export const integer = () => asIs<number>('integer')
/** A number with decimals. */
export const number = () => asIs<number>('number')
export const bytes = (): Column<Buffer, Uint8Array> => ({
  encode: (value) => value,
  decode: (stored) =>
    Buffer.isBuffer(stored) ? stored : Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength),
})
/** SQLite stores 0 and 1. */
export const boolean = (): Column<boolean, boolean | number> => ({
  encode: (value) => value,
  decode: (stored) => Boolean(stored),
  is: 'boolean',
})
/** PostgreSQL stores no JSON with NUL or half a character in it. */
const storable = (_name: string, value: unknown) => {
  if (typeof value === 'string' && !(isStorable(value) && value.isWellFormed())) throw new UnstorableText()
  return value
}
/** Any JSON value, stored as text. */
export const json = <Value>(words?: (value: Value) => string): Column<Value, string> => ({
  ...(words && { words }),
  encode: (value) => JSON.stringify(value, storable),
  decode: (stored) => JSON.parse(stored),
})
/** A time: ISO 8601 in UTC with milliseconds, so that the texts sort by time. */
export const time = (): Column<string, string> => ({
  encode: (value) => new Date(value).toISOString(),
  decode: (stored) => stored,
  is: 'time',
})

/** A nullable column: NULL in the database, `undefined` in the program. */
export const optional = <Value, Stored>(column: Column<Value, Stored>): Column<Value | undefined, Stored | null> => ({
  encode: (value) => (value === undefined ? null : column.encode(value)),
  decode: (stored) => (stored === null ? undefined : column.decode(stored)),
  ...(column.is && { is: column.is }),
  isOptional: true,
})

/** A value as a text: itself, or the texts in it; undefined for any other. */
export function textIn(column: Pick<Columns[string], 'words'> | undefined, value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : column?.words?.(value)
}

// biome-ignore lint/suspicious/noExplicitAny: the types of the columns do not matter here
export type Columns = Record<string, Column<any, any>>
type ValueOf<C> = C extends Column<infer Value, infer _Stored> ? Value : never
type StoredOf<C> = C extends Column<infer _Value, infer Stored> ? Stored : never
/** A table by its name, with the columns whose times change what visitors see. */
export type Boundaries = { table: string; columns: string[] }

type OptionalKey<C extends Columns> = { [K in keyof C]: undefined extends ValueOf<C[K]> ? K : never }[keyof C]

export type Table<Name extends string = string, C extends Columns = Columns> = {
  name: Name
  columns: C
  /** The qualified names of the columns, such as `blogs.title`, except for those given. */
  select<Left extends keyof C & string = never>(except?: Left[]): `${Name}.${Exclude<keyof C & string, Left>}`[]
  /** The stored form of a row or of some of its fields. A field that is present but undefined becomes NULL. */
  encode<Values extends Partial<Row<Table<Name, C>>>>(values: Values): { [K in keyof Values & keyof C]: StoredOf<C[K]> }
  /** Decodes a selected row or some of its columns. Columns of other tables are passed through, with NULL as undefined. */
  decode<Selected extends object>(selected: Selected): Decoded<Selected, C>
}

export type Row<T> =
  T extends Table<string, infer C>
    ? { [K in Exclude<keyof C, OptionalKey<C>>]: ValueOf<C[K]> } & { [K in OptionalKey<C>]?: ValueOf<C[K]> }
    : never

/** A row as stored in the database. */
export type Stored<T> = T extends Table<string, infer C> ? { [K in keyof C]: StoredOf<C[K]> } : never

type Decoded<Selected, C extends Columns> = {
  [K in keyof Selected]: K extends keyof C
    ? ValueOf<C[K]>
    : null extends Selected[K]
      ? Exclude<Selected[K], null> | undefined
      : Selected[K]
}

/** Describes a table: its name and the codec of each column. */
export function table<Name extends string, C extends Columns>(name: Name, columns: C): Table<Name, C> {
  return {
    name,
    columns,
    select: (except = []) =>
      Object.keys(columns)
        .filter((column) => !(except as string[]).includes(column))
        .map((column) => `${name}.${column}`) as never,
    encode: (values) => translate(values, (key, value) => columns[key]?.encode(value)) as never,
    decode: (selected) =>
      translate(selected, (key, value) => (columns[key] ? columns[key].decode(value) : (value ?? undefined))) as never,
  }
}

function translate(values: object, each: (key: string, value: unknown) => unknown): Record<string, unknown> {
  const translated: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) translated[key] = each(key, value)
  return translated
}

const orderedColumns = {
  id: text(),
  active: boolean(),
  order: integer(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
}

/** Any such table. */
export type OrderedTable = Table<string, typeof orderedColumns>

/**
 * Describes the table of an entity whose records staff activate and put into order.
 * @param columns those of the entity itself
 */
export const orderedTable = <Name extends string, Own extends Columns>(
  name: Name,
  columns: Own,
): Table<Name, typeof orderedColumns & Own> => table(name, { ...orderedColumns, ...columns })
