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

/** A change to a person's own sign-in. `name` is that of a passkey. */
export type OwnNotice =
  | { event: 'passwordReplaced' | 'codesRemoved' | 'factorsRemoved' }
  | { event: 'passkeyRemoved'; name: string }
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
  from ? `with ${from.device ?? 'an unknown device'}, from the address ${from.address}` : 'on the server itself'

const aboutFactor = (title: string, happened: string, doubt = 'If it was not you') => ({
  title,
  happened,
  otherwise: `${doubt}, change your password at once, which signs out all devices. Then tell an owner.`,
  button: 'My profile',
  path: '/admin/profile',
})

const aboutAccess = (title: string, happened: string) => ({
  title,
  happened,
  otherwise:
    'If this was not intended, deactivate this user and ask the other owners: someone may be using an owner’s session.',
  button: 'Admin users',
  path: '/admin/users',
})

function wordsOf(notice: Payload) {
  switch (notice.event) {
    case 'passwordReplaced':
      return {
        title: 'Your password was changed',
        happened: 'The password of your account was changed, and all its devices were signed out.',
        otherwise: 'If it was not you, choose a new password at once, and tell an owner.',
        button: 'Choose a new password',
        path: '/admin/forgot-password',
      }
    case 'codesRemoved':
      return aboutFactor(
        'Your second factor was turned off',
        'The authenticator app was turned off for your account, and its recovery codes were removed.',
      )
    case 'passkeyRemoved':
      return aboutFactor('A passkey was removed', `the passkey “${notice.name}” was removed from your account.`)
    case 'factorsRemoved':
      return aboutFactor(
        'Your second factor was removed',
        'The authenticator app and the passkeys of your account were removed. Its password is now enough to sign in.',
        'If you did not ask for this',
      )
    case 'added':
      return aboutAccess(
        'A user was added',
        `${notice.name} (${notice.email}) has access to the back office now. Their role is ${notice.role}.`,
      )
    case 'madeOwner':
      return aboutAccess(
        'A user became an owner',
        `${notice.name} (${notice.email}) is an owner now, and can do everything in the back office.`,
      )
    case 'factorsRemovedOf':
      return aboutAccess(
        'A second factor was removed',
        `The second factor of ${notice.name} (${notice.email}) was removed. Their password is now enough to sign in.`,
      )
    case 'activated':
      return aboutAccess(
        'A user has access again',
        `${notice.name} (${notice.email}) was activated. Their role is ${notice.role}.`,
      )
  }
}
