import type { FastifyInstance } from 'fastify'
import { withArticle } from '#contract/labels.ts'
import { pageNumber } from '#contract/lists.ts'
import { revision, revisionList, revisionListQuery } from '#contract/revisions.ts'
import type { Permission } from '#contract/roles.ts'
import type { Database } from '#server/database/connect.ts'
import { route } from '#server/http/route.ts'
import { revisions } from '#server/record/records.table.ts'
import { changedFields, unpack } from '#server/record/revised-fields.ts'
import { ofRecord } from '#server/record/revisions.ts'
import { notFound } from '#server/runtime/http-error.ts'
import type { AnyResource } from './resource.ts'

const columns = ['number', 'at', 'by', 'kind', 'live', 'alone', 'digests'] as const

type History = {
  /** The permission that reading the record itself needs. */
  access: Permission
  /** The record, if the path is for a single one. */
  id?: string
} & Pick<AnyResource, 'path' | 'label' | 'table' | 'fieldsOfRow'>

/** The calls with which staff read the history of a record, or of every record of an entity. */
export function revisionRoutes(
  app: FastifyInstance,
  database: Database,
  { access, id: only, path, label, table, fieldsOfRow = (row) => row }: History,
): void {
  const of = (id: string) => ofRecord(database.db.selectFrom('revisions'), { table, id })
  const one = withArticle(label)
  const at = `${path}/${only ?? ':id'}`
  const idOf = (params: object) => only ?? (params as { id: string }).id

  route(app, `GET ${at}/revisions`, {
    access,
    summary: `List the revisions of ${one}, newest first`,
    description: 'A record without changes since the history was introduced has none.',
    query: revisionListQuery,
    answer: revisionList,
    handler: async ({ params, query }) => {
      let found = of(idOf(params)).select(columns)
      if (query.before !== undefined) found = found.where('number', '<', query.before)
      // One more, to compare the last revision of this page with.
      const rows = (
        await found
          .orderBy('number', 'desc')
          .limit(query.limit + 1)
          .execute()
      ).map((row) => revisions.decode(row))
      return {
        revisions: rows.slice(0, query.limit).map(({ digests, number, ...row }, index) => ({
          ...row,
          version: number,
          changed: changedFields(rows[index + 1]?.digests ?? {}, digests),
        })),
        more: rows.length > query.limit,
      }
    },
  })

  route(app, `GET ${at}/revisions/:version`, {
    access,
    summary: `Get a revision of ${one}, with its fields`,
    params: { version: pageNumber },
    answer: revision,
    handler: async ({ params }) => {
      const row = await of(idOf(params))
        .select([...columns, 'fields'])
        .where('number', '=', params.version)
        .executeTakeFirst()
      if (!row) throw notFound('Revision not found')
      const { number, fields, ...rest } = revisions.decode(row)
      return { ...rest, version: number, fields: fieldsOfRow(unpack(fields)) }
    },
  })
}
