import { answerLines } from '#contract/own-fields.ts'
import type { Transaction } from '#server/database/connect.ts'
import { indexAllForSearch } from '#server/database/search.ts'
import { contactRequests } from './contact.table.ts'
import { readFiles } from './contact-files.server.ts'

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
  const files = await readFiles(
    trx,
    requests.map(({ id }) => id),
  )
  /** Words of its further fields. */
  const moreOf = ({ id, company, answers }: (typeof requests)[number]) => [
    company ?? '',
    ...answerLines(contactRequests.decode({ answers }).answers),
    ...(files.get(id) ?? []).map(({ name }) => name),
  ]
  const textOf = (other: (typeof requests)[number]) => [
    other.name,
    other.phone ?? '',
    other.subject,
    other.message,
    ...moreOf(other),
  ]
  await indexAllForSearch(
    trx,
    contactRequests.name,
    (others.get(null) ?? []).map((request) => {
      const { id, name, email, phone, subject, message } = request
      return {
        ref: id,
        texts: {
          title: subject,
          excerpt: [name, email, phone ?? ''].join('\n'),
          category: '',
          body: [
            message,
            ...moreOf(request),
            ...(others.get(id) ?? []).flatMap(textOf),
            ...(bodies.get(id) ?? []).map(({ body }) => body),
          ].join('\n'),
        },
      }
    }),
  )
}
