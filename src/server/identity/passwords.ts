import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Company } from '#contract/company.ts'
import { createWorker } from '#server/runtime/worker-process.ts'
import type { StrengthCalls } from './strength-worker.ts'

// Stored hashes do not name their parameters, so a change of these would make every existing password wrong.
const [cost, blockSize] = [16_384, 16]
const keyLength = 64

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

export type PasswordHashing = ReturnType<typeof passwordHashing>

/** @param cost scrypt's N. Only tests have another one: it is an argument of code, and no setting. */
export function passwordHashing(cost: number) {
  const parameters: ScryptOptions = { cost, blockSize, parallelization: 1, maxmem: 2 * 128 * cost * blockSize }

  /** @param salt used as text; its hexadecimal digits are not decoded */
  const deriveKey = (password: string, salt: string) =>
    // The same letters can be typed as different code points; normalised, they are the same password.
    derive(password.normalize('NFKC'), salt, keyLength, parameters)

  return {
    /** The hash of a password with a new salt, as `salt:key` in hexadecimal digits. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16).toString('hex')
      return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
    },

    /** Whether a hash was made from this password. */
    async verify(hash: string, password: string): Promise<boolean> {
      const [salt = '', key = ''] = hash.split(':')
      const [derived, expected] = [await deriveKey(password, salt), Buffer.from(key, 'hex')]
      return derived.length === expected.length && timingSafeEqual(derived, expected)
    },
  }
}

/** That of every site. */
export const fullHashing: PasswordHashing = passwordHashing(cost)

/** The word lists take a hundred megabytes. A worker process frees them when it ends after being idle. */
const askWorker = createWorker<StrengthCalls>(new URL('./strength-worker.ts', import.meta.url), {
  size: 1,
  deadline: 10_000,
  memory: 256,
  queue: 20,
})

/**
 * Why a password is too easy to guess, as a text for its owner; undefined when it is not. The contract checks its minimum length.
 * @param person the owner, whose name and address an attacker would try first, like the company's
 */
export const passwordIssue = (
  password: string,
  person: { email: string; name: string },
  company: Pick<Company, 'brand' | 'domain'>,
): Promise<string | undefined> => askWorker('findWeakness', [password, knownTerms(person, company)])

/** The terms that an attacker knows: each name as a whole, its parts, the parts joined, and each of these without digits. */
function knownTerms(
  { email, name }: { email: string; name: string },
  { brand, domain }: Pick<Company, 'brand' | 'domain'>,
): string[] {
  const names = [brand, domain, name, email.split('@')[0] ?? ''].flatMap((one) => {
    const parts = one.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return [one.toLowerCase(), parts.join(''), ...parts]
  })
  const terms = names.flatMap((term) => [term, term.replace(/\d+/g, '')])
  // Two letters occur in almost any password.
  return [...new Set(terms)].filter((term) => term.length > 2)
}
