import { sql } from 'kysely'
import * as z from 'zod/mini'
import { may } from '#contract/roles.ts'
import { contains } from '#server/database/dialect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import { feature } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'

/** `label` is the kind of record: 'Course'; `name` is its title, subject or address. */
const found = z.object({ entity: z.string(), label: z.string(), _id: z.string(), name: z.string() })

const finderQuery = z.object({
  search: z
    .string('search is required')
    .check(z.trim(), z.minLength(1, 'search is required'), z.maxLength(200, 'search is too long')),
})
const finderAnswer = z.object({ found: z.array(found) })

/** The records found of each kind. */
const ofEach = 5

/** The call behind the finder of the back office. */
export const finderRoutes = feature('Finder', async (app, { database, entities }) => {
  app.get(
    '/finder',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Find records of all kinds by their name',
        description: `At most ${ofEach} of each kind, the newest first. Excludes records in the trash and kinds that the caller's role may not read.`,
        querystring: finderQuery,
        response: { 200: finderAnswer },
      },
    },
    async (request) => {
      const { search } = request.query
      const { role } = staffOf(request)
      const found = []
      for (const { table, label, nameColumn, foundBy, access } of entities) {
        if (foundBy.length === 0 || !may(role, access.read)) continue
        const db = await readerFor(database, table.name as keyof Schema)
        const searched = foundBy.map((column) => `${table.name}.${column}`)
        const rows = await presentRows(db, table)
          .select([sql.lit(table.name).as('entity'), sql.lit(label).as('label'), 'id as _id', `${nameColumn} as name`])
          .where(contains({ db }, searched, search))
          // Ids are UUIDs of version 7, which sort by the time of creation.
          .orderBy('id', 'desc')
          .limit(ofEach)
          .execute()
        found.push(...rows)
      }
      return { found }
    },
  )
})
