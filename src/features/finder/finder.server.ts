import { sql } from 'kysely'
import { may, type Permission } from '#contract/roles.ts'
import { blogTrash } from '#features/blog/blog-trash.shared.server.ts'
import { productTrash, serviceTrash } from '#features/catalog/catalog.shared.server.ts'
import { contactTrash } from '#features/contact/contact-trash.shared.server.ts'
import { courseTrash } from '#features/courses/course-trash.shared.server.ts'
import { foundSubscribers } from '#features/newsletter/found-subscribers.shared.server.ts'
import { proofKinds } from '#features/proof/proof.shared.server.ts'
import { foundUsers } from '#features/users/found-users.shared.server.ts'
import { contains } from '#server/database/contains.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Table } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { finderAnswer, finderQuery, type foundEntities } from './finder.contract.ts'

/** The records found of each kind. */
const ofEach = 5

/** What is searched, in the order of the results; `alsoIn` are further columns. */
const sources: { table: Table; nameColumn: string; alsoIn?: string[]; reads?: Permission }[] = [
  blogTrash,
  courseTrash,
  productTrash,
  serviceTrash,
  ...proofKinds,
  // A lead is remembered by the person as often as by the subject.
  { ...contactTrash, alsoIn: ['name', 'email'], reads: 'readContacts' },
  { ...foundSubscribers, reads: 'readContacts' },
  foundUsers,
]

/** The call behind the finder of the back office. */
export const finderRoutes = feature('Finder', async (app, { database }) => {
  app.get(
    '/finder',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'Find records of all kinds by their name',
        description: `At most ${ofEach} of each kind, the newest first. Records in the trash are left out, and so are kinds that the caller's role may not read.`,
        querystring: finderQuery,
        response: { 200: finderAnswer },
      },
    },
    async (request) => {
      const { search } = request.query
      const { role } = staffOf(request)
      const found = []
      for (const { table, nameColumn, alsoIn = [], reads = 'staff' } of sources) {
        if (!may(role, reads)) continue
        const entity = table.name as (typeof foundEntities)[number]
        const db = await readerFor(database, entity as keyof Schema)
        const searched = [nameColumn, ...alsoIn].map((column) => `${entity}.${column}`)
        const rows = await presentRows(db, table)
          .select([sql.lit(entity).as('entity'), 'id as _id', `${nameColumn} as name`])
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
