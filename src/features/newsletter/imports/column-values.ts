import type { Column, ColumnValue } from '../ground/imports.contract.ts'
import { isLongMoment, isStopped, meaningOf, type Sense, senseOf, type ValueMeaning } from './state-words.ts'

/** The different values of a column that are counted one by one, and the longest. */
const mostValues = 40
const longestValue = 60

/** Counts the different values of a column while its file is read. */
export class ValueCounts {
  #counts = new Map<string, { value: string; lines: number }>()
  #others = 0
  /** One of the others, if all of them are times. */
  #otherTime: string | undefined

  add(cell: string, lines = 1): void {
    if (lines === 0) return
    const key = keyOf(cell)
    const known = this.#counts.get(key)
    if (known) known.lines += lines
    else if (cell === '' || (this.#counts.size < mostValues && cell.length <= longestValue))
      this.#counts.set(key, { value: cell, lines })
    else {
      const isTime = isLongMoment(cell) && (this.#others === 0 || this.#otherTime !== undefined)
      this.#otherTime = isTime ? cell : undefined
      this.#others += lines
    }
  }

  get texts(): string[] {
    return [...this.#counts.values()].map(({ value }) => value)
  }

  /** The values with what each says by the heading. Those that are too many to name are one without a text: they say what all others say. */
  under(heading: string): ColumnValue[] {
    const sense = sensed(heading)
    const named = [...this.#counts.values()].map((one): ColumnValue => ({ ...one, means: meaningOf(sense, one.value) }))
    if (this.#others === 0) return named.toSorted((a, b) => b.lines - a.lines)
    const alike = new Set(named.filter(({ value }) => value !== '').map(({ means }) => means))
    const [means] = alike
    const isOneAnswer = alike.size === 1 && (isStopped(means) || this.#otherTime !== undefined)
    const rest = { value: null, lines: this.#others, means: isOneAnswer ? means : undefined }
    return [...named.toSorted((a, b) => b.lines - a.lines), rest]
  }
}

const keyOf = (cell: string) => cell.toLowerCase()
const sensed = (heading: string): Sense => senseOf(heading) ?? 'state'

/** The values of a column whose meaning is not known. */
export const unknownValues = ({ meaning, values = [] }: Pick<Column, 'meaning' | 'values'>): ColumnValue[] =>
  meaning === 'state' ? values.filter(({ means }) => means === undefined) : []

/** Why a line is left out: its value says nothing that is known. */
export type UnknownValue = { reason: string }

/** Reads what the cells of a column say. */
export function stateReader({ heading, values = [] }: Column): (cell: string) => ValueMeaning | UnknownValue {
  const sense = sensed(heading)
  const chosen = new Map(values.map(({ value, means }) => [value === null ? null : keyOf(value), means]))
  return (cell) => {
    const key = keyOf(cell)
    const means = chosen.has(key) ? chosen.get(key) : (meaningOf(sense, cell) ?? chosen.get(null))
    return means ?? { reason: `The state “${cell.slice(0, 50)}” is not known` }
  }
}

/** Whether a column says that everyone in the file has left or bounced, and which of both most have. */
export function everyoneIn(values: ColumnValue[]): 'unsubscribed' | 'bounced' | undefined {
  if (values.length === 0 || !values.every(({ means }) => isStopped(means))) return undefined
  const linesOf = (state: ValueMeaning) =>
    values.reduce((sum, { lines, means }) => (means === state ? sum + lines : sum), 0)
  return linesOf('bounced') > linesOf('unsubscribed') ? 'bounced' : 'unsubscribed'
}
