import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

/** The least score of zxcvbn, from 0 to 4, that a password needs: safe from guessing at the sign-in, and slow to guess from its hash. */
const leastScore = 3
/** Characters that are looked at: the time it takes grows with their square. What follows them can only make a password stronger. */
const longest = 72
/** The passwords that are tried with digits and signs around them, too. */
const mostCommon = new Set(common['passwords-common']?.slice(0, 2_000))

const repeats = 'It repeats the same few characters.'
const warnings = {
  ...translations.warnings,
  simpleRepeat: repeats,
  extendedRepeat: repeats,
  userInputs: 'It is made from a name or address, of its owner or of the company.',
}
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations: { ...translations, warnings },
  maxLength: longest,
})

/**
 * Why a password is too easy to guess, in words for a person; undefined when it is not.
 * @param ownWords what is known of its owner, in small letters
 */
export function findWeakness(password: string, ownWords: string[]): string | undefined {
  const result = zxcvbn.check(password, ownWords)
  if (result.score < leastScore) return explain(result)
  if (mostCommon.has(undecorated(password))) return sentence(translations.warnings.similarToCommon)
  if (new Set(password).size < 5) return sentence(repeats)
  // What is known of the owner counts for nothing: what is left without it has to be strong by itself.
  const rest = result.sequence.filter((match) => !('dictionaryName' in match) || match.dictionaryName !== 'userInputs')
  if (rest.length === result.sequence.length) return undefined
  const alone = zxcvbn.check(rest.map(({ token }) => token).join(''))
  return alone.score < leastScore ? sentence(warnings.userInputs) : undefined
}

/** What a word is without what stands around it: `Manchester2024!` is `manchester`. */
const undecorated = (password: string) => password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')

const explain = ({ feedback: { warning, suggestions } }: ZxcvbnResult) => sentence(warning, suggestions[0])

const sentence = (...reasons: (string | null | undefined)[]) =>
  ['This password is easy to guess.', ...reasons].filter(Boolean).join(' ')
