import type { Column, ColumnValue, Meaning } from '../ground/imports.contract.ts'
import { addressesIn } from './addresses-in.ts'
import {
  answersAboutMail,
  areStates,
  fold,
  hasStates,
  isLongMoment,
  isNoMoment,
  isStopped,
  meaningOf,
  type Sense,
  senseOf,
  type ValueMeaning,
} from './state-words.ts'

const email =
  /^((primary|main|work|private|business|home|personal|contact|subscriber|user|member|customer|recipient|suppressed|unsubscribed|bounced|blocked|cleaned|opted out|kontakt|adresse|haupt|geschaftliche|private) )?(email|mail|emailadresse|mailadresse)s?( [1-9])?( ?(address|addresses|adresse|adressen|addr|id|value|wert|work|home|geschaftlich|privat))?( [1-9])?$|^(addresses|adressen|correo( electronico)?|courriel|e post)$/
const name =
  /^((full|first|last|given|family|display|middle|additional|contact|subscriber|member|your|kontakt|anzeige|voller|vollstandiger) ?)?names?$|^([fl] ?name|surname|forename|vor ?name|nach ?name|familien ?name|zu ?name|vor und nach ?name|vor und zu ?name|name vor ?name|prenom|nom|nombre|first|last)$/
const topic = /^(topic|list|interest)s?$|^(thema|themen|liste|listen|interessen?)$/
const date =
  /\b(date|datum|since|seit|subscribed|abonniert|joined|confirmed|bestatigt|optin|created|erstellt|added|signup|sign up|signed up|registered|registriert|registration|anmelde\w*|angemeldet|activated|aktiviert)\b/
const otherDates =
  /\b(birth\w*|geburt\w*|last|letzt\w*|updated?|changed?|geandert|modified|expir\w*|sen[dt]|open\w*|click\w*|visit\w*|order\w*|purchase\w*|renew\w*|ip|id|source|url)\b/
const isDated = (text: string) => /\d{1,4}[-./]\d|\b(19|20)\d\d\b|^\d{9,13}$/.test(text)

/** The parts of a name in their order: first, middle, whole or last, last. */
const nameParts: [part: number, heading: RegExp][] = [
  [1, /^(first|given|f ?name|forename|vor ?name$|prenom)/],
  [2, /^(middle|additional)/],
  [4, /^(last|family|l ?name|surname|nach ?name|familien ?name|zu ?name|nom$)/],
]
const wholeName = 3
export const namePlaceOf = (heading: string): number =>
  nameParts.find(([, pattern]) => pattern.test(fold(heading)))?.[0] ?? wholeName

/** The names of a line as one: the first name before the last one, and no part twice. A column that is just called name can have the last one. */
export function joinNames(names: { text: string; place: number }[]): string {
  const texts = (some: typeof names) => some.map(({ text }) => text).join(' ')
  const whole = texts(names.filter(({ place }) => place === wholeName))
  const isWithin = ({ text, place }: (typeof names)[number]) =>
    place !== wholeName && whole.toLowerCase().includes(text.toLowerCase())
  return texts(names.filter((one) => !isWithin(one)).toSorted((a, b) => a.place - b.place))
}

const headingOf = (heading: string): Meaning | undefined => {
  const text = fold(heading)
  if (email.test(text)) return 'email'
  if (name.test(text)) return 'name'
  return topic.test(text) ? 'topic' : undefined
}
const isDate = (heading: string) => date.test(fold(heading)) && !otherDates.test(fold(heading))

/** A column of a file, as its lines have it. `values` are the different ones, up to a number. */
export type FoundColumn = { heading: string; samples: string[]; values: string[] }

/** The meaning of each column, by its heading or else by its cells. The second column of dates is ignored. */
export function guessMeanings(columns: FoundColumn[]): Meaning[] {
  const holdsAddresses = ({ samples }: FoundColumn) => samples.some((sample) => sample.includes('@'))
  const isEmail = (column: FoundColumn) => headingOf(column.heading) === 'email'
  // A column of agreements can be called email too.
  const named = columns.some((column) => isEmail(column) && holdsAddresses(column))
    ? columns.map((column) => isEmail(column) && (holdsAddresses(column) || column.samples.every((one) => one === '')))
    : columns.map((column) => holdsAddresses(column) || (isEmail(column) && !columns.some(holdsAddresses)))
  let hasDate = false
  return columns.map((column, at) => {
    if (named[at]) return 'email'
    const meaning = headingOf(column.heading)
    if (meaning && meaning !== 'email') return meaning
    const { heading, values } = column
    const sense = senseOf(heading)
    const filled = values.filter((value) => value !== '')
    const canBeDate = isDate(heading) && (sense === undefined || sense === 'may' || sense === 'proved')
    // Those who have no time of confirming have not confirmed.
    const isProof = sense === 'proved' && filled.length > 0 && values.some((value) => value === '' || isNoMoment(value))
    if (canBeDate && !isProof && (filled.length === 0 || filled.some(isDated))) {
      if (hasDate) return 'ignore'
      hasDate = true
      return 'date'
    }
    if (sense ? hasStates(heading, sense, values) : areStates(heading, values) || answersAboutMail(heading, values))
      return 'state'
    return 'ignore'
  })
}

const longestHeading = 200
const knownIn = (cells: string[]) =>
  cells.filter((cell) => cell.length <= longestHeading && (headingOf(cell) || senseOf(cell) || isDate(cell))).length

export const headLines = 10

/** The place of the headings among the first lines, after titles and hints; -1 if there are none. @param lines at most `headLines` */
export function placeOfHeadings(lines: string[][]): number {
  const isHead = lines.map((cells) => !cells.some(hasAddress))
  const known = lines.map((cells, at) => (isHead[at] ? knownIn(cells) : 0))
  const withEmail = lines.map((cells, at) =>
    known[at] && cells.some((cell) => headingOf(cell) === 'email') ? known[at] : 0,
  )
  if (withEmail.some(Boolean)) return withEmail.indexOf(Math.max(...withEmail))
  const first = isHead.indexOf(false)
  const before = first < 0 ? lines.length : first
  const candidates = lines.slice(0, before)
  if (candidates.length === 0) return -1
  const most = Math.max(...known.slice(0, before))
  if (most > 0) return known.indexOf(most)
  const width = (cells: string[]) => cells.filter((cell) => cell !== '').length
  const widest = Math.max(...candidates.map(width))
  return candidates.findIndex((cells) => width(cells) === widest)
}

/** Whether a cell has an address, or something in its place that would be refused. */
const hasAddress = (cell: string) =>
  addressesIn(cell).some((address) => 'email' in address || /^[=+@-]/.test(address.text))

/** The different values of a column that are counted one by one, and the longest. */
const mostValues = 40
const longestValue = 60

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

export const unknownValues = ({ meaning, values = [] }: Pick<Column, 'meaning' | 'values'>): ColumnValue[] =>
  meaning === 'state' ? values.filter(({ means }) => means === undefined) : []

/** Why a line is left out: its value says nothing that is known. */
export type UnknownValue = { reason: string }

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
