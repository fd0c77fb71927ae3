import * as z from 'zod/mini'
import { markedText } from '#contract/fields.ts'
import { may } from '#contract/roles.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { findByName, mostOfKind, nameQuery } from '#server/record/link-targets.ts'

/** `label` is the kind of record: 'Course'; `name` is its title, subject or address; `excerpt` is the sentence of a longer text that was found. */
const found = z.object({
  entity: z.string(),
  label: z.string(),
  _id: z.string(),
  name: z.string(),
  excerpt: z.optional(markedText),
})
const finderAnswer = z.object({ found: z.array(found) })

/** The call behind the finder of the back office. */
export const finderRoutes = feature('Finder', async (app, { database, entities }) => {
  route(app, 'GET /finder', {
    access: 'staff',
    summary: 'Find records of all kinds by their name',
    description: `At most ${mostOfKind} of each kind, the newest first. Excludes records in the trash and kinds that the caller's role may not read.`,
    query: nameQuery(200),
    answer: finderAnswer,
    handler: async (request) => {
      const { search } = request.query
      const { role } = staffOf(request)
      const found = []
      for (const entity of entities) {
        const { table, label, nameColumn, access, excerptsOf } = entity
        if (!may(role, access.read)) continue
        const rows = await findByName(database, entity, ['id', `${nameColumn} as name`], search)
        const ids = rows.map(({ id }) => id)
        const excerpts = ids.length > 0 ? await excerptsOf?.(database, ids, search) : undefined
        found.push(
          ...rows.map(({ id, name }) => ({ entity: table.name, label, _id: id, name, excerpt: excerpts?.get(id) })),
        )
      }
      return { found }
    },
  })
})
