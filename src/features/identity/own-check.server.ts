import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/http/errors.ts'
import { staffOf } from '#server/identity/access.ts'
import { countAttempt, forgetAttempts, tooManyAttempts } from '#server/identity/sign-in-throttle.ts'

/**
 * Checks what the caller types again before they change how they sign in: their password, or a code. It is counted apart from sign-ins, as a
 * change of the password is.
 */
export const ownCheck = (database: Database) =>
  /** @throws HttpError 422 at the field, 429 */
  async function check(request: FastifyRequest, reply: FastifyReply, path: string, isRight: () => Promise<boolean>) {
    const account = `second-factor:${staffOf(request).uid}`
    const { wait } = await countAttempt(database, account, request.ip, { byMail: false })
    if (wait > 0) throw tooManyAttempts(reply, wait)
    const message = path === 'code' ? 'This code is not right. The next one may be.' : 'This is not your password'
    if (!(await isRight())) throw new HttpError(422, message, [{ path, message }])
    await forgetAttempts(database, account, request.ip)
  }
