import { parse as parseToml, TomlDate, TomlError } from 'smol-toml'
import { parseDocument } from 'yaml'
import { isObject } from '#contract/lookup.ts'

/** Values of front matter and files of settings, by their names in lower case. Texts are as typed: `1.10` is no number. */
export type Facts = Map<string, { name: string; value: unknown }>

/** More is no front matter. */
const largest = 256 * 1024

export class DamagedFacts extends Error {}

/** Reads YAML, TOML or JSON. @throws DamagedFacts with the sentence of the parser */
export function readValues(source: string, kind: 'yaml' | 'toml' | 'json'): unknown {
  if (source.length > largest) throw new DamagedFacts('it is longer than 256 KB')
  try {
    if (kind === 'json') return JSON.parse(source)
    if (kind === 'toml') return parseToml(source)
    // Texts stay as they are typed, so that `007` and `no` are names; references are bounded, since they multiply.
    const document = parseDocument(source, { schema: 'failsafe', merge: true, uniqueKeys: false, logLevel: 'silent' })
    const [error] = document.errors
    if (error) throw new DamagedFacts(oneLine(error.message))
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    if (error instanceof DamagedFacts) throw error
    if (error instanceof TomlError) throw new DamagedFacts(`${oneLine(error.message)}, at line ${error.line}`)
    throw new DamagedFacts(
      error instanceof RangeError ? 'it is nested too deeply' : oneLine(String((error as Error).message)),
    )
  }
}

/** The first line of a parser's message, without its drawing of the place. */
const oneLine = (message: string) =>
  (message.split('\n')[0] ?? '').replace(/[:.\s]+$/, '').replace(/^Invalid TOML document: /, '')

/** The values of a table by their names in lower case; empty for anything else. */
export const factsIn = (value: unknown): Facts =>
  new Map(isTable(value) ? Object.entries(value).map(([name, one]) => [keyOf(name), { name, value: one }]) : [])

const keyOf = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

export const isTable = (value: unknown): value is Record<string, unknown> => isObject(value) && !(value instanceof Date)

/** A single value as text; '' for none, a list or a table. */
export function textOf(value: unknown): string {
  if (value instanceof TomlDate) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  const text = value.replaceAll('\0', '').trim()
  return text === '~' || text === 'null' ? '' : text
}

/** A list of texts from a list, or from one text with commas. */
export function textsOf(value: unknown): string[] {
  const texts = Array.isArray(value)
    ? value.flat(3).map((one) => textOf(one) || firstTextOf(one, ['name', 'title', 'id', 'slug', 'label']))
    : textOf(value)
        .replace(/^\[|\]$/g, '')
        .split(/[,;\n]/)
  return [...new Set(texts.map((one) => one.trim()).filter(Boolean))]
}

/** The first of these values of a table that is a text. */
export function firstTextOf(table: unknown, names: string[]): string {
  const facts = factsIn(table)
  for (const name of names) {
    const text = textOf(facts.get(keyOf(name))?.value)
    if (text) return text
  }
  return ''
}

export const isTrue = (value: unknown) => /^(?:true|yes|on|1|y)$/i.test(textOf(value))
export const isFalse = (value: unknown) => /^(?:false|no|off|0|n)$/i.test(textOf(value))

/** Values that are taken one after another, so that those left over can be named. */
export class FactsReader {
  private readonly taken = new Set<string>()
  private readonly facts: Facts
  private readonly defaults: Facts

  /** @param defaults count where the facts say nothing; nobody misses those that are left */
  constructor(facts: Facts, defaults: Facts = new Map()) {
    this.facts = facts
    this.defaults = defaults
  }

  /** The first of these that has a value. All of them count as read. */
  take(...names: string[]): unknown {
    let found: unknown
    for (const name of names) {
      const key = keyOf(name)
      this.taken.add(key)
      const value = (this.facts.get(key) ?? this.defaults.get(key))?.value
      if (found === undefined && value !== undefined && value !== '' && value !== null) found = value
    }
    return found
  }

  text(...names: string[]): string {
    return textOf(this.take(...names))
  }

  /** The names that nothing has read, with a value. */
  left(): string[] {
    return [...this.facts]
      .filter(([key, { value }]) => !this.taken.has(key) && value !== '' && value !== null && value !== '~')
      .map(([, { name }]) => name)
  }
}
