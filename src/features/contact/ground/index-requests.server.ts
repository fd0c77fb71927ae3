import { answerLines } from '#contract/own-fields.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { indexAllForSearch } from '#server/database/search.ts'
import type { Stored } from '#server/database/table.ts'
import { contactRequests } from './contact.table.ts'
import { readFiles } from './contact-files.server.ts'

type Sent = Pick<Stored<typeof contactRequests>, 'id' | 'message' | 'company' | 'answers'>

/** Finds the texts that came in requests besides their subjects: the message, the company, the answers, and the names of the files. */
export async function readSentTexts(db: Db, requests: Sent[]): Promise<(request: Sent) => string[]> {
  const files = await readFiles(
    db,
    requests.map(({ id }) => id),
  )
  return ({ id, message, company, answers }) => [
    message,
    ...(company === null ? [] : [company]),
    ...answerLines(contactRequests.decode({ answers }).answers),
    ...(files.get(id) ?? []).map(({ name }) => name),
  ]
}

/** Indexes the texts of requests and of their timelines for the search of staff. Joined ones are found as one. */
export async function indexRequests(trx: Transaction, ids: string[]): Promise<void> {
  const named = trx.selectFrom('contactRequests').select(({ fn }) => fn.coalesce('matterId', 'id').as('id'))
  const matterIds = (await named.where('id', 'in', ids).distinct().execute()).map(({ id }) => id)
  if (matterIds.length === 0) return
  const requests = await trx
    .selectFrom('contactRequests')
    .select(['id', 'matterId', 'name', 'email', 'phone', 'company', 'subject', 'message', 'answers'])
    .where(({ or, eb }) => or([eb('id', 'in', matterIds), eb('matterId', 'in', matterIds)]))
    .orderBy('id')
    .execute()
  const events = await trx
    .selectFrom('contactEvents')
    .select(['contactId', 'body'])
    .where('contactId', 'in', matterIds)
    .where('body', 'is not', null)
    .orderBy('at')
    .execute()
  const bodies = Map.groupBy(events, ({ contactId }) => contactId)
  const others = Map.groupBy(requests, ({ matterId }) => matterId)
  const sentIn = await readSentTexts(trx, requests)
  const textsOf = (other: (typeof requests)[number]) => [other.name, other.phone ?? '', other.subject, ...sentIn(other)]
  await indexAllForSearch(
    trx,
    contactRequests.name,
    (others.get(null) ?? []).map((request) => {
      const { id, name, email, phone, subject } = request
      return {
        ref: id,
        texts: {
          title: subject,
          excerpt: [name, email, phone ?? ''].join('\n'),
          category: '',
          body: [
            ...sentIn(request),
            ...(others.get(id) ?? []).flatMap(textsOf),
            ...(bodies.get(id) ?? []).map(({ body }) => body),
          ].join('\n'),
        },
      }
    }),
  )
}
