import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'
import { serveCalls } from '#server/runtime/worker-process.ts'

/** The minimum zxcvbn score (0 to 4): such a password cannot be guessed at the sign-in and only slowly from its hash. */
const minScore = 3
/** Characters that are checked, because the time grows with their square. Further ones can only make a password stronger. */
const maxLength = 72
/** Passwords that are also refused with digits and punctuation around them. */
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
  maxLength,
})

/**
 * Why a password is too easy to guess, as a text for its owner; undefined when it is not.
 * @param knownTerms terms about the owner that an attacker knows, in lower case
 */
function findWeakness(password: string, knownTerms: string[]): string | undefined {
  const result = zxcvbn.check(password, knownTerms)
  if (result.score < minScore) return explain(result)
  if (mostCommon.has(undecorated(password))) return sentence(translations.warnings.similarToCommon)
  if (new Set(password).size < 5) return sentence(repeats)
  // Known terms add no strength, so the rest of the password must be strong without them.
  const rest = result.sequence.filter((match) => !('dictionaryName' in match) || match.dictionaryName !== 'userInputs')
  if (rest.length === result.sequence.length) return undefined
  const alone = zxcvbn.check(rest.map(({ token }) => token).join(''))
  return alone.score < minScore ? sentence(warnings.userInputs) : undefined
}

/** A password in lower case without digits and punctuation around it: `Manchester2024!` becomes `manchester`. */
const undecorated = (password: string) => password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')

const explain = ({ feedback: { warning, suggestions } }: ZxcvbnResult) => sentence(warning, suggestions[0])

const sentence = (...reasons: (string | null | undefined)[]) =>
  ['This password is easy to guess.', ...reasons].filter(Boolean).join(' ')

const calls = { findWeakness }
export type StrengthCalls = typeof calls

serveCalls(calls)
