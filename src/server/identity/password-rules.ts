import { dictionary } from '@zxcvbn-ts/language-common'

/** The passwords that are tried first everywhere, in small letters, the most usual first. */
const list = dictionary['passwords-common'] ?? []
const common = new Set(list)
/** These are tried with digits and signs around them, too. */
const mostCommon = new Set(list.slice(0, 2_000))

export const isCommon = (password: string): boolean => common.has(password.toLowerCase())

/** What a word is once its decoration is taken off: `Manchester2024!` is `manchester`. */
const bare = (password: string) => password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')

/**
 * Why a password is too easy to guess, in words for a person; undefined when it is not. Its length is the contract's rule.
 * @param person whose password it is to be: their own name and address are guessed first
 */
export function passwordIssue(password: string, person: { email: string; name: string }): string | undefined {
  const small = password.toLowerCase()
  if (isCommon(password) || mostCommon.has(bare(password))) return 'This password is among the commonly used. Please choose another.'
  if (new Set(small).size < 5) return 'This password repeats the same few characters. Please choose another.'
  const own = [person.email.split('@')[0] ?? '', ...person.name.split(/\s+/), person.name.replaceAll(/\s+/g, '')]
  if (own.some((word) => word.length > 2 && bare(password) === word.toLowerCase()))
    return 'This password is made from the name or address. Please choose another.'
  return undefined
}
