import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { NewSession } from '#contract/identity.ts'
import { writeActivity } from '#server/activity/activity.ts'
import { logRefusal, originOf } from '#server/activity/log-calls.ts'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { accessDenied, lacksSecondFactor } from '#server/identity/access.ts'
import type { Principal, Staff } from '#server/identity/accounts.ts'
import type { ShownFactor } from '#server/identity/identity.table.ts'
import type { EmbeddedIdentity } from '#server/identity/identity.ts'
import { forgetAttempts } from '#server/identity/sign-in-throttle.ts'
import { newDeviceSignIn, noticeNewDevice } from '../devices/devices.server.ts'

type Context = Pick<AppContext, 'database' | 'findStaff' | 'requiresSecondFactor'> & {
  identity: EmbeddedIdentity
}

type SignIn = {
  /** The secret of the person's browser. */
  device: string | undefined
  /** Whether the owner has confirmed the sign-in by mail, so that no further message is sent. */
  confirmed: boolean
  /** The factor used in addition to the password, or instead of it. */
  secondFactor: ShownFactor | undefined
  /** The confirmation of identity (ISO 8601); by default now, null if unknown. */
  confirmedAt?: string | null
  /** The account under which the attempt was counted; by default that of the address. */
  account?: string
  what?: string
}

/** Starts a session for an authenticated person with access; every way of signing in ends here. */
export const sessionOpener = ({ database, identity, findStaff, requiresSecondFactor }: Context) =>
  async function open(
    person: Principal,
    request: FastifyRequest,
    { device, confirmed, secondFactor, confirmedAt, account = person.email, what = 'Signed in' }: SignIn,
  ): Promise<NewSession> {
    const staff = await findStaff(person)
    if (staff === null || staff === 'ended') {
      await logRefusedSignIn(database, request, person.email, 'Refused: a sign-in without access')
      throw accessDenied()
    }
    await forgetAttempts(database, account, request.ip)
    const session = await identity.startSession(person, { ...originOf(request), secondFactor, confirmedAt })
    const signIn = { uid: person.uid, secret: device, told: confirmed }
    const isNew = await noticeNewDevice({ database }, request, signIn)
    await logSignIn(database, request, staff, isNew ? newDeviceSignIn : what)
    const needsSecondFactor = await lacksSecondFactor({ ...person, secondFactor }, { identity, requiresSecondFactor })
    return {
      ...session,
      user: { ...session.user, name: staff.name },
      ...(needsSecondFactor && { needsSecondFactor }),
    }
  }

type Person = Pick<Staff, 'id' | 'name'>

/** Logs the acts of a person on their own sign-in. A failure is only reported: a full disk must not lock anyone out. */
export const logSignIn = (
  database: Database,
  request: FastifyRequest,
  { id, name }: Person,
  what: string,
  kind: 'sign-in' | 'account' = 'sign-in',
): Promise<void> =>
  writeActivity(database, { kind, what, by: name, byId: id, entity: 'identity', ...originOf(request) }).catch((error) =>
    logFailure(request.log, error, 'A sign-in could not be logged'),
  )

/** Counts a refused sign-in. The typed address is not stored, because it may be a password. Known accounts are named; both take the same time. */
export async function logRefusedSignIn(
  database: Database,
  request: FastifyRequest,
  email: string,
  what: string,
): Promise<void> {
  const named = await database.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(sql`lower("email")`, '=', email.toLowerCase())
    .executeTakeFirst()
    .catch(() => undefined)
  await logRefusal(database, request, { what, by: named?.name, byId: named?.id, entity: 'identity' })
}
