import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Proposal, proposal, proposalQuery } from '#contract/proposals.ts'
import { may } from '#contract/roles.ts'
import { hasTrash, presentRows } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { Entity } from '#server/record/entity.ts'
import { mayPublish } from '#server/record/publishing.ts'
import { proposals } from '#server/record/records.table.ts'
import type { Resources } from '#server/resource/resource.ts'

type Context = Pick<AppContext, 'database' | 'entities'>
type Query = z.infer<typeof proposalQuery>
type Stored = Row<typeof proposals>

/** The call that lists the proposals of assistants. */
export const proposalRoutes = feature('Proposals', async (app, context) => {
  route(app, 'GET /proposals', {
    access: 'staff',
    summary: 'List the drafts and changes that assistants propose, newest first',
    description:
      'Only those of kinds that the caller’s role may read, and not those of records in the trash. A proposal ends when somebody publishes, discards or saves it. `calls` is the path of the record’s calls, `reads` that of the record for editing.',
    query: proposalQuery,
    answer: z.array(proposal),
    handler: async (request, reply) => listProposals(context, app.resources, staffOf(request), request.query, reply),
  })
})

async function listProposals(
  { database: { db }, entities }: Context,
  resources: Resources,
  staff: Staff,
  { entity: only, id, ...query }: Query,
  reply: FastifyReply,
): Promise<Proposal[]> {
  // On most sites there are none, and then no table of records is read.
  const named = await db.selectFrom('proposals').select('entity').distinct().execute()
  const kinds = new Map(
    entities
      .filter(({ table: { name }, access }) => named.some(({ entity }) => entity === name) && may(staff, access.read))
      .filter(({ table: { name } }) => only === undefined || name === only)
      .flatMap((kind) => {
        const resource = resources.get(kind.table.name)
        return resource ? [[kind.table.name, { kind, resource }] as const] : []
      }),
  )
  const [first, ...others] = [...kinds.values()].map(({ kind }) => rowsOf(db, kind, id))
  if (!first) {
    reply.header('x-total-count', 0)
    return []
  }
  const all = others.reduce((union, next) => union.unionAll(next), first)
  const found = anyTable(db)
    .selectFrom(all.as('proposed'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('entity')
    .orderBy('recordId')
  return (await paginate(reply, query, found)).flatMap(({ name, version, compared, ...row }) => {
    const stored = { ...(proposals.decode(row) as Stored), base: compared ?? undefined }
    const of = kinds.get(stored.entity)
    return of ? [{ ...toProposal(stored, of, staff), name, version }] : []
  })
}

/** The proposals of one kind, with what its records say. The revision with which one was to be compared may be gone. */
function rowsOf(db: Context['database']['db'], { table, nameColumn, fullName }: Entity, id?: string) {
  const column = (name: string) => sql.ref(`${table.name}.${name}`)
  return presentRows(db, table)
    .innerJoin('proposals', (on) =>
      on.on('proposals.entity', '=', sql.lit(table.name)).onRef('proposals.recordId', '=', `${table.name}.id`),
    )
    .leftJoin('revisions', (on) =>
      on
        .onRef('revisions.entity', '=', 'proposals.entity')
        .onRef('revisions.recordId', '=', 'proposals.recordId')
        .onRef('revisions.number', '=', 'proposals.base'),
    )
    .selectAll('proposals')
    .select([
      (fullName ?? column(nameColumn)).as('name'),
      column('version').as('version'),
      'revisions.number as compared',
    ])
    .$if(id !== undefined, (rows) => rows.where('proposals.recordId', '=', id))
}

type Kind = { kind: Entity; resource: NonNullable<ReturnType<Resources['get']>> }

function toProposal(
  { entity, recordId, kind: is, assistant, userId, userName, at, base }: Stored,
  { kind, resource }: Kind,
  staff: Staff,
): Omit<Proposal, 'name' | 'version'> {
  const { path = '', readAt = '', parent, bulk, columnsOfDraft } = resource
  const { flag, label, table } = kind
  const writes = may(staff, kind.access.write) && !parent
  const publishes = writes && flag !== undefined && mayPublish(staff, kind)
  const acts: Proposal['acts'] = []
  if (publishes && (is === 'change' ? columnsOfDraft : bulk?.['publish'])) acts.push('publish')
  // A draft that a person has written is not thrown away because an assistant has changed it.
  if (writes && (is === 'change' || (base === undefined && hasTrash(table)))) acts.push('discard')
  return {
    ...{ entity, record: recordId, label, kind: is, assistant, for: { id: userId, name: userName }, at },
    ...{ calls: `/api${path}`, reads: `/api${path}${readAt}/${recordId}` },
    ...(base !== undefined && { base }),
    acts,
  }
}
