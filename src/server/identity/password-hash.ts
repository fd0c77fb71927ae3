import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

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
