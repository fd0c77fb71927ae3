import { nowIn, type Transaction } from '#server/database/connect.ts'
import { emitAll } from '#server/hooks/emit.ts'
import { adminPath, eventKind, maybe, told } from '#server/hooks/event-kind.ts'
import { subscriberSources } from '../ground/subscribers.contract.ts'
import type { Subscriber } from '../ground/subscribers.table.ts'

const group = 'Newsletter'

const subscriber = {
  _id: told.text('The id of the subscriber.'),
  name: maybe(told.text('The name, if it is known.')),
  email: maybe(told.text('The email address.')),
  source: maybe(told.oneOf(subscriberSources, 'How the address came here.')),
  topics: maybe(told.texts('The ids of the chosen topics. Missing: all.')),
  adminUrl: told.address('The subscribers in the back office.'),
}

const example = {
  _id: '01938f31-02d4-7c55-8a0e-b1c94f7d2e63',
  name: 'Rohan Kulkarni',
  email: 'rohan@example.com',
  source: 'form' as const,
  topics: ['cloud'],
  adminUrl: 'https://www.example.com/#/admin/subscribers',
}

export const subscriberConfirmed = eventKind({
  name: 'subscriber.confirmed',
  label: 'Someone subscribes to the newsletter',
  group,
  data: told.object(
    { ...subscriber, confirmedAt: told.time('When the subscription began, or began again.') },
    'An address receives the newsletter from now on: its owner has confirmed it, has come back, or a colleague has added it. An import is no event.',
  ),
  personal: ['email'],
  example: { ...example, confirmedAt: '2027-02-03T08:20:00.000Z' },
  line: ({ name }) => `${name ?? 'Someone'} subscribed to the newsletter`,
  link: 'adminUrl',
})

/** How a subscription ends. */
const ways = ['unsubscribed', 'bounced', 'reported', 'deleted'] as const
const leftWords: Record<(typeof ways)[number], string> = {
  unsubscribed: 'unsubscribed from the newsletter',
  bounced: 'no longer accepts mail',
  reported: 'reported the newsletter as spam',
  deleted: 'was deleted',
}

export const subscriberLeft = eventKind({
  name: 'subscriber.left',
  label: 'A subscriber leaves, or no longer accepts mail',
  group,
  data: told.object(
    {
      ...subscriber,
      how: told.oneOf(
        ways,
        '`unsubscribed` by the person, `bounced`: the address accepts no mail, `reported` as spam, `deleted` by a colleague.',
      ),
      leftAt: told.time('When the subscription ended.'),
    },
    'An address that received the newsletter receives it no longer. An import, and the erasure of a person, are no event.',
  ),
  personal: ['email'],
  example: { ...example, how: 'unsubscribed', leftAt: '2027-03-10T17:05:00.000Z' },
  line: ({ name = 'A subscriber', how }) => `${name} ${leftWords[how]}`,
  link: 'adminUrl',
})

type Told = Pick<Subscriber, 'id'> & Partial<Pick<Subscriber, 'email' | 'name' | 'source' | 'topics'>>
type Way = (typeof ways)[number]

const dataOf = ({ id: _id, name, email, source, topics }: Told) => ({
  ...{ _id, name, email, source, topics },
  adminUrl: adminPath('subscribers'),
})

/** Tells of new subscriptions, in the transaction that confirms them. */
export const tellConfirmed = (trx: Transaction, rows: () => Promise<Told[]>): Promise<void> =>
  emitAll(trx, subscriberConfirmed, async () =>
    (await rows()).map((row) => ({ data: { ...dataOf(row), confirmedAt: nowIn(trx) }, recordId: row.id })),
  )

/** Tells of a subscription that ended, in the transaction that ends it. */
export const tellLeft = (trx: Transaction, row: Told, how: Way): Promise<void> =>
  emitAll(trx, subscriberLeft, () => [{ data: { ...dataOf(row), how, leftAt: nowIn(trx) }, recordId: row.id }])
