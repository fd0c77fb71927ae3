import * as z from 'zod/mini'
import { markedText } from '#contract/fields.ts'
import { proposedMark } from '#contract/proposals.ts'
import { inReview } from '#contract/reviews.ts'
import { may } from '#contract/roles.ts'
import type { Database } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Entity } from '#server/record/entity.ts'
import { findByName, mostOfKind, nameQuery } from '#server/record/link-targets.ts'
import { onlyProposed, proposalOf } from '#server/record/proposals.ts'
import { isInReview, onlyInReview } from '#server/record/reviews.ts'

/** `label` is the kind of record: 'Course'; `name` is its title, subject or address; `excerpt` is the sentence of a longer text that was found. */
const found = z.object({
  entity: z.string(),
  label: z.string(),
  _id: z.string(),
  name: z.string(),
  excerpt: z.optional(markedText),
  ...inReview,
  ...proposedMark,
})
const finderAnswer = z.object({ found: z.array(found) })

/** The words for which the finder lists the records in review, and those that assistants propose. */
const [asksForReviews, asksForProposals] = [/^(in )?review$/i, /^propos(ed|als?)$/i]

/** The call behind the finder of the back office. */
export const finderRoutes = feature('Finder', async (app, { database, entities }) => {
  route(app, 'GET /finder', {
    access: 'staff',
    summary: 'Find records of all kinds by their name',
    description: `At most ${mostOfKind} of each kind, the newest first. Records in review and those that assistants propose say so; \`in review\` and \`proposed\` find them. Excludes records in the trash and kinds that the caller's role may not read.`,
    query: nameQuery(200),
    answer: finderAnswer,
    handler: async (request) => {
      // The address of a page is stored without its first slash.
      const search = request.query.search.replace(/^\/(?=.)/, '')
      const staff = staffOf(request)
      const found = []
      for (const entity of entities) {
        const { table, label, nameColumn, access, excerptsOf, reviewed = false } = entity
        if (!may(staff, access.read)) continue
        const columns = [
          ...['id', `${nameColumn} as name`],
          ...(reviewed ? [isInReview(table).as('inReview')] : []),
          proposalOf(table).as('proposed'),
        ]
        const marked =
          reviewed && asksForReviews.test(search)
            ? onlyInReview
            : asksForProposals.test(search)
              ? onlyProposed
              : undefined
        const waiting = marked ? await findMarked(database, entity, columns, marked) : []
        const named = await findByName(database, entity, columns, search)
        const rows = [...waiting, ...named.filter((one) => waiting.every(({ id }) => id !== one['id']))].slice(
          0,
          mostOfKind,
        )
        const ids = rows.map(({ id }) => id)
        const excerpts = ids.length > 0 ? await excerptsOf?.(database, ids, search) : undefined
        found.push(
          ...rows.map(({ id, name, inReview, proposed }) => ({
            ...{ entity: table.name, label, _id: id, name, excerpt: excerpts?.get(id) },
            ...(inReview && { inReview: true }),
            ...(proposed && { proposed }),
          })),
        )
      }
      return { found }
    },
  })
})

/** The newest records of a kind that wait for the answer to a review, or are proposed. */
const findMarked = (
  { db }: Database,
  { table }: Entity,
  columns: Parameters<typeof findByName>[2],
  marked: typeof onlyProposed,
) => presentRows(db, table).where(marked(table)).select(columns).orderBy('id', 'desc').limit(mostOfKind).execute()
