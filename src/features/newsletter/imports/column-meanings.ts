import type { Meaning } from '../ground/imports.contract.ts'
import { addressesIn } from './addresses-in.ts'
import { fold } from './fold-words.ts'
import { answersAboutMail, areStates, hasStates, isNoMoment, senseOf } from './state-words.ts'

const email =
  /^((primary|main|work|private|business|home|personal|contact|subscriber|user|member|customer|recipient|suppressed|unsubscribed|bounced|blocked|cleaned|opted out|kontakt|adresse|haupt|geschaftliche|private) )?(email|mail|emailadresse|mailadresse)s?( [1-9])?( ?(address|addresses|adresse|adressen|addr|id|value|wert|work|home|geschaftlich|privat))?( [1-9])?$|^(addresses|adressen|correo( electronico)?|courriel|e post)$/
const name =
  /^((full|first|last|given|family|display|middle|additional|contact|subscriber|member|your|kontakt|anzeige|voller|vollstandiger) ?)?names?$|^([fl] ?name|surname|forename|vor ?name|nach ?name|familien ?name|zu ?name|vor und nach ?name|vor und zu ?name|name vor ?name|prenom|nom|nombre|first|last)$/
const topic = /^(topic|list|interest)s?$|^(thema|themen|liste|listen|interessen?)$/
const date =
  /\b(date|datum|since|seit|subscribed|abonniert|joined|confirmed|bestatigt|optin|created|erstellt|added|signup|sign up|signed up|registered|registriert|registration|anmelde\w*|angemeldet|activated|aktiviert)\b/
const otherDates =
  /\b(birth\w*|geburt\w*|last|letzt\w*|updated?|changed?|geandert|modified|expir\w*|sen[dt]|open\w*|click\w*|visit\w*|order\w*|purchase\w*|renew\w*|ip|id|source|url)\b/
/** A cell that can be a day. */
const isDated = (text: string) => /\d{1,4}[-./]\d|\b(19|20)\d\d\b|^\d{9,13}$/.test(text)

/** The parts of a name in their order: first, middle, whole or last, last. */
const nameParts: [part: number, heading: RegExp][] = [
  [1, /^(first|given|f ?name|forename|vor ?name$|prenom)/],
  [2, /^(middle|additional)/],
  [4, /^(last|family|l ?name|surname|nach ?name|familien ?name|zu ?name|nom$)/],
]
const wholeName = 3
/** The place of a column of names among the others. */
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
/** How many of the cells are headings that are known. */
const knownIn = (cells: string[]) =>
  cells.filter((cell) => cell.length <= longestHeading && (headingOf(cell) || senseOf(cell) || isDate(cell))).length

/** The lines from which the headings are looked for. */
export const headLines = 10

/**
 * The place of the headings among the first lines; -1 if there are none. They have no address. Lines before them are a title or a hint, also with
 * an address.
 * @param lines at most `headLines`
 */
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
