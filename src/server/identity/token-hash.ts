import { createHash, randomBytes } from 'node:crypto'

/** A new token of 256 random bits. */
export const createToken = () => randomBytes(32).toString('base64url')

/** The stored hash of a token, so a copy of the database is useless for signing in. A random token needs no salt and no slow hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
