import type { Kysely } from 'kysely'
import { isOneOf } from '#server/database/dialect.ts'
import type { Schema } from '#server/database/schema.ts'
import { findExcerpt } from '#server/database/search-excerpt.ts'
import type { FoundText } from '../ground/contact.contract.ts'
import { contactEvents, contactRequests } from '../ground/contact.table.ts'

/**
 * Where these requests have the words of a search: in their message, or in an answer, a received message or a note. A request that has them only
 * in its subject, name or address is left out, since lists show these.
 */
export async function findTexts(db: Kysely<Schema>, ids: string[], search: string): Promise<Map<string, FoundText>> {
  const requests = await db
    .selectFrom('contactRequests')
    .select(['id', 'message', 'createdAt'])
    .where(isOneOf(db, 'contactRequests.id', ids))
    .execute()
  const events = await db
    .selectFrom('contactEvents')
    .select(['contactId', 'kind', 'body', 'by', 'at'])
    .where(isOneOf(db, 'contactEvents.contactId', ids))
    .where('body', 'is not', null)
    .orderBy('at')
    .execute()
  const timelines = Map.groupBy(events, ({ contactId }) => contactId)
  const found = new Map<string, FoundText>()
  for (const { id, ...row } of requests) {
    const { message, createdAt } = contactRequests.decode(row)
    const entries = (timelines.get(id) ?? []).map((event) => contactEvents.decode(event))
    const hit = findExcerpt([message, ...entries.map(({ body = '' }) => body)], search)
    if (!hit) continue
    const entry = entries[hit.index - 1]
    const place = entry
      ? { in: entry.kind as FoundText['in'], by: entry.by, at: entry.at }
      : { in: 'message' as const, at: createdAt }
    found.set(id, { ...place, excerpt: hit.excerpt })
  }
  return found
}
