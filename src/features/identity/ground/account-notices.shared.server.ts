import type { Role } from '#contract/roles.ts'
import { momentInWords } from '#contract/zoned-format.ts'
import { actOfCall } from '#server/activity/activity.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import type { Origin } from '#server/identity/sessions.ts'
import { automatic, type MailKind } from '#server/mail/mail-kind.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { day } from '#server/security/counters.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account of the recipient. */
    accountNotice: Payload
  }
}

/** A change to a person's own access. `name` is that of a passkey, or of a token with what it may do. */
export type OwnNotice =
  | { event: 'passwordReplaced' | 'codesRemoved' | 'factorsRemoved' }
  | { event: 'passkeyRemoved'; name: string }
  | { event: 'tokenMade'; name: string; may: string[]; until?: string }
/** A person who got access, became an owner, or signs in with less than before. */
export type AccessNotice = {
  event: 'added' | 'madeOwner' | 'activated' | 'factorsRemovedOf'
  name: string
  email: string
  role: string
}

type Payload = (OwnNotice | AccessNotice) & { at: string; by?: string | undefined; from?: Origin | undefined }

/** The person and origin of a call of staff; absent on the command line. */
const byCall = () => {
  const { by, address, device } = actOfCall() ?? {}
  return { by, from: address === undefined ? undefined : { address, device } }
}

/** Notifies a person by mail of a change to their sign-in. @param from its origin, unless it is a call of staff or the command line */
export const queueOwnNotice = (trx: Transaction, uid: string, notice: OwnNotice, from?: Origin): Promise<string> =>
  queue(trx, uid, {
    ...notice,
    at: nowIn(trx),
    from: from ? { address: from.address, device: from.device } : byCall().from,
  })

export async function queueFactorsRemoved(
  trx: Transaction,
  { id, firebaseUid, name, email, role }: { id: string; firebaseUid: string; name: string; email: string; role: Role },
): Promise<void> {
  await queue(trx, firebaseUid, { event: 'factorsRemoved', at: nowIn(trx), ...byCall() })
  await queueAccessNotice(trx, id, { event: 'factorsRemovedOf', name, email, role })
}

/** Notifies the owners by mail of a change to the access of a person, except that person. */
export async function queueAccessNotice(trx: Transaction, aboutId: string, notice: AccessNotice): Promise<void> {
  const owners = await trx
    .selectFrom('users')
    .select('firebaseUid')
    .where('role', '=', 'owner')
    .where('active', '=', true)
    .where('id', '<>', aboutId)
    .where('firebaseUid', 'is not', null)
    .execute()
  const payload = { ...notice, at: nowIn(trx), ...byCall() }
  for (const { firebaseUid } of owners) await queue(trx, firebaseUid ?? '', payload)
}

const queue = (trx: Transaction, uid: string, payload: Payload) =>
  queueDelivery(trx, 'accountNotice', { subjectId: uid, payload })

export const accountNotice: MailKind<'accountNotice'> = ({ database, site, render }) => ({
  longestWait: 0,
  lifetime: 7 * day,
  async compose({ subjectId = '', payload: notice }) {
    const person = await database.db
      .selectFrom('users')
      .select(['name', 'email'])
      .where('firebaseUid', '=', subjectId)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!person) return { skip: 'No longer has access' }
    const { company, publicUrl, timeZone } = await site.now()
    const { title, happened, otherwise, button, path } = wordsOf(notice)
    const how = `${notice.by ? `By ${notice.by}, on` : 'On'} ${momentInWords(notice.at, timeZone)}, ${placeOf(notice)}.`
    const rendered = await render('AccountMessage', {
      company,
      name: person.name,
      title,
      preheader: how,
      paragraphs: [happened, how, otherwise],
      button,
      url: `${publicUrl}/#${path}`,
    })
    return { message: { to: person.email, subject: `${title} (${company.brand})`, headers: automatic, ...rendered } }
  },
})

const placeOf = ({ from }: Payload): string =>
  from ? `from ${from.device ?? 'an unknown device'} (${from.address})` : 'on the server'

const aboutFactor = (title: string, happened: string, doubt = 'If it wasn’t you') => ({
  title,
  happened,
  otherwise: `${doubt}, change your password right away. This signs out all devices. Then tell an owner.`,
  button: 'My profile',
  path: '/admin/profile',
})

const aboutAccess = (title: string, happened: string) => ({
  title,
  happened,
  otherwise:
    'If you didn’t expect this, deactivate this user and check with the other owners. Someone may be using an owner’s account.',
  button: 'View users',
  path: '/admin/users',
})

function wordsOf(notice: Payload) {
  switch (notice.event) {
    case 'passwordReplaced':
      return {
        title: 'Your password was changed',
        happened: 'Your password was changed, and you were signed out on all devices.',
        otherwise: 'If it wasn’t you, choose a new password right away and tell an owner.',
        button: 'Choose a new password',
        path: '/admin/forgot-password',
      }
    case 'codesRemoved':
      return aboutFactor(
        'Your two-factor authentication was turned off',
        'Your account no longer asks for a code from your authenticator app. Its recovery codes no longer work.',
      )
    case 'passkeyRemoved':
      return aboutFactor('A passkey was removed', `The passkey “${notice.name}” was removed from your account.`)
    case 'tokenMade':
      return {
        title: 'A token was made for your account',
        happened: `With the token “${notice.name}” a program can act in your name${notice.until ? ` until ${notice.until}` : ', without an end'}. It may: ${notice.may.join(', ').toLowerCase()}.`,
        otherwise: 'If it wasn’t you, delete the token and change your password right away. Then tell an owner.',
        button: 'View tokens',
        path: '/admin/connections',
      }
    case 'factorsRemoved':
      return aboutFactor(
        'Your two-factor authentication was removed',
        'Your authenticator app and passkeys were removed. Your password is now enough to sign in.',
        'If you didn’t ask for this',
      )
    case 'added':
      return aboutAccess(
        'A user was added',
        `${notice.name} (${notice.email}) now has access to the back office. Their role is ${notice.role}.`,
      )
    case 'madeOwner':
      return aboutAccess(
        'A user became an owner',
        `${notice.name} (${notice.email}) is now an owner and can do everything in the back office.`,
      )
    case 'factorsRemovedOf':
      return aboutAccess(
        'Two-factor authentication was removed',
        `Two-factor authentication was removed for ${notice.name} (${notice.email}). Their password is now enough to sign in.`,
      )
    case 'activated':
      return aboutAccess(
        'A user was activated',
        `${notice.name} (${notice.email}) has access to the back office again. Their role is ${notice.role}.`,
      )
  }
}
