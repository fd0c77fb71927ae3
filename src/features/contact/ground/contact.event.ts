import type { Transaction } from '#server/database/connect.ts'
import { emitAll } from '#server/hooks/emit.ts'
import { adminPath, eventKind, maybe, told } from '#server/hooks/event-kind.ts'
import { contactRequests, type StoredRequest } from './contact.table.ts'

const group = 'Contacts'

/** What every event of a request says of it. */
const request = {
  _id: told.text('The id of the contact request.'),
  name: told.text('The name of the person, as typed.'),
  subject: told.text('The subject. It follows from the form if that has no field for it.'),
  company: maybe(told.text('The name of the company, as typed.')),
  email: maybe(told.text('The email address.')),
  phone: maybe(told.text('The phone number, as typed.')),
  courseId: maybe(told.text('The id of the course that a question is about.')),
  pageId: maybe(told.text('The id of the page whose form was sent.')),
  openingId: maybe(told.text('The id of the opening of an application.')),
  adminUrl: told.address('The request in the back office.'),
}
const personal = ['email', 'phone'] as const

const example = {
  _id: '01938f2e-7c1a-7b4e-9d21-5f0a6c3b8e10',
  name: 'Asha Rao',
  subject: 'Cloud migration',
  company: 'Pune Sahakari Bank',
  email: 'asha.rao@example.com',
  phone: '+91 98200 12345',
  adminUrl: 'https://www.example.com/#/admin/contacts/01938f2e-7c1a-7b4e-9d21-5f0a6c3b8e10',
}

export const contactCreated = eventKind({
  name: 'contact.created',
  label: 'Someone sends a message, an application or the form of a page',
  group,
  data: told.object(
    {
      ...request,
      message: maybe(told.text('The message.')),
      formTitle: maybe(told.text('The title of the form, if it is not that of the contact page.')),
      answers: maybe(
        told.objects(
          { label: told.text('The label of a field of the form.'), value: told.text('The answer.') },
          'The answers to the own fields of the form.',
        ),
      ),
      files: told.count('How many files came with it.'),
      page: maybe(told.text('The path of the first page of the visit.')),
      referrer: maybe(told.text('The host of the site that led here.')),
      campaign: maybe(
        told.object(
          {
            source: maybe(told.text('`utm_source`.')),
            medium: maybe(told.text('`utm_medium`.')),
            name: maybe(told.text('`utm_campaign`, or the newsletter with the link.')),
          },
          'The campaign of the link that led here.',
        ),
      ),
      createdAt: told.time('When it was sent.'),
    },
    'A contact request that is not spam: a message, an application, the form of a page, or a question about a course.',
  ),
  personal: [...personal, 'message', 'answers'],
  ofCourse: true,
  example: {
    ...example,
    message: 'We want to move forty servers to the cloud next year. Can we talk this week?',
    files: 0,
    page: '/services',
    referrer: 'www.google.com',
    createdAt: '2027-02-03T08:15:00.000Z',
  },
  line: ({ name, subject }) => `New message from ${name}: ${subject}`,
  link: 'adminUrl',
})

export const contactAnswered = eventKind({
  name: 'contact.answered',
  label: 'A colleague’s reply is sent, or logged',
  group,
  data: told.object(
    {
      ...request,
      by: maybe(told.text('The name of the colleague.')),
      first: told.flag('Whether it is the first reply to the request.'),
      elsewhere: told.flag('Whether it was sent by other means, such as by phone, and logged here.'),
      answeredAt: told.time('When the reply was written.'),
    },
    'A reply to a contact request has left. One that is undone before it leaves is no event.',
  ),
  personal,
  ofCourse: true,
  example: { ...example, by: 'Priya Nair', first: true, elsewhere: false, answeredAt: '2027-02-03T09:40:00.000Z' },
  line: ({ by = 'A colleague', name, subject }) => `${by} replied to ${name}: ${subject}`,
  link: 'adminUrl',
})

export const contactResolved = eventKind({
  name: 'contact.resolved',
  label: 'A contact request is resolved',
  group,
  data: told.object(
    {
      ...request,
      by: maybe(told.text('The name of the colleague.')),
      resolvedAt: told.time('When it was resolved.'),
    },
    'A contact request is resolved: alone, together with others, or by a reply, once that has left.',
  ),
  personal,
  ofCourse: true,
  example: { ...example, by: 'Priya Nair', resolvedAt: '2027-02-05T11:20:00.000Z' },
  line: ({ by, name, subject }) => `${by ? `${by} resolved` : 'Resolved:'} the request of ${name}: ${subject}`,
  link: 'adminUrl',
})

async function read(trx: Transaction, id: string): Promise<StoredRequest | undefined> {
  const row = await trx.selectFrom('contactRequests').selectAll().where('id', '=', id).executeTakeFirst()
  return row && contactRequests.decode(row)
}

const requestOf = ({ id: _id, name, subject, company, email, phone, courseId, pageId, openingId }: StoredRequest) => ({
  ...{ _id, name, subject, company, email, phone, courseId, pageId, openingId },
  adminUrl: adminPath(`contacts/${_id}`),
})

/**
 * Tells of a new request, in the transaction that stores it, or that finds that it is no spam.
 * @param since the event in the timeline of one that was spam until then: one that was told of before is told of once
 */
export const tellCreated = (trx: Transaction, id: string, { since }: { since?: string } = {}): Promise<void> =>
  emitAll(trx, contactCreated, async () => {
    const row = await read(trx, id)
    if (!row || (since !== undefined && (await wasKnown(trx, id, since)))) return []
    const { courseId, message, formTitle, answers, page, referrer, campaign, createdAt } = row
    const files = await trx.selectFrom('contactFiles').select('id').where('contactId', '=', id).execute()
    const data = {
      ...requestOf(row),
      ...{ message, formTitle, answers, page, referrer, campaign, createdAt },
      files: files.length,
    }
    return [{ data, courseId, recordId: id }]
  })

/** Whether a request had another status before it was spam. */
async function wasKnown(trx: Transaction, id: string, since: string): Promise<boolean> {
  const changes = trx.selectFrom('contactEvents').select('id').where('contactId', '=', id).where('kind', '=', 'status')
  return (await changes.where('id', '!=', since).limit(1).executeTakeFirst()) !== undefined
}

type Reply = { by: string | undefined; at: string; elsewhere: boolean }

/** Tells of a reply, in the transaction that logs it or stores that it has left. */
export const tellAnswered = (trx: Transaction, id: string, { by, at, elsewhere }: Reply): Promise<void> =>
  emitAll(trx, contactAnswered, async () => {
    const row = await read(trx, id)
    if (!row) return []
    const data = { ...requestOf(row), by, first: row.firstAnswerAt === at, elsewhere, answeredAt: at }
    return [{ data, courseId: row.courseId, recordId: id }]
  })

/** Tells that a request is resolved, if it still is. */
export const tellResolved = (trx: Transaction, id: string, { by, at }: Omit<Reply, 'elsewhere'>): Promise<void> =>
  emitAll(trx, contactResolved, async () => {
    const row = await read(trx, id)
    return row?.status === 'resolved'
      ? [{ data: { ...requestOf(row), by, resolvedAt: at }, courseId: row.courseId, recordId: id }]
      : []
  })
