/** The words in the gaps of the sentence: how many people, where, and what is in the way. */
export type Gaps = readonly [people: string, place: string, problem: string]

export const shippedGaps = (city: string): Gaps => ['ten', city, 'our cloud bill has doubled']

export const sentenceOf = ([people, place, problem]: Gaps) => `We are ${people} people in ${place}, and ${problem}.`

/** The gaps of a message that is only the sentence; an empty one has its shipped word. Undefined for any other message. */
export function readGaps(message: string, city: string): Gaps | undefined {
  const [, ...found] =
    (message.endsWith('.') && /^We are (.*?) people in(?: (.*?))?, and(?: (.*))?\.$/s.exec(message)) || []
  if (found.length === 0) return undefined
  const [people, place, problem] = shippedGaps(city)
  return [found[0]?.trim() || people, found[1]?.trim() || place, found[2]?.trim() || problem]
}

export const longestSubject = 300
/** Shorter than the message of a form, since it is part of an address. */
const longestGivenMessage = 2_000

export const givenSubject = (search: URLSearchParams) =>
  (search.get('about') ?? search.get('subject'))?.slice(0, longestSubject).toWellFormed()

/** The message of the address: one parameter, or the gaps of the sentence on Home. */
export const joinedMessage = (search: URLSearchParams) =>
  (search.has('we')
    ? ['We are', search.get('we'), 'people in', search.get('in'), ', and', search.get('and'), '.']
    : search.getAll('message')
  )
    .join(' ')
    .replaceAll(/ (?=[,.?!])/g, '')
    .slice(0, longestGivenMessage)
    .toWellFormed()

/** The message that the address fills in. A gap of the sentence that came empty has its shipped word. */
export function givenMessage(search: URLSearchParams, city: string): string {
  const message = joinedMessage(search)
  const gaps = readGaps(message, city)
  return gaps ? sentenceOf(gaps) : message
}
