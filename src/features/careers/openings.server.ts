import { previewRoute } from '#features/published/published-routes.shared.server.ts'
import { richTexts } from '#features/published/rich-texts.shared.server.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { addContentSource } from '#server/database/content-version.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { application } from './careers-words.contract.ts'
import { opening, openingInput, openingList, previewedOpening } from './openings.contract.ts'
import { openings } from './openings.table.ts'

const texts = richTexts(openings, ['description'])

const ordered = orderedEntity(openings, {
  label: 'Opening',
  reviewed: true,
  page: { path: '/careers', label: 'Careers', rows: publicOpenings },
  record: opening,
  input: openingInput,
  copies: true,
  lastDay: 'closesOn',
  form: {
    key: 'openingId',
    async find({ config, database }, id) {
      const row = await publicOpenings(database, config).select('title').where('id', '=', id).executeTakeFirst()
      return row && { ...application, subject: `Application: ${row.title}`, path: '/careers', title: row.title }
    },
  },
  differences: texts.differences,
})

const routes = feature('Openings', async (app, context) => {
  await ordered.routes(app, context)
  const { config, database } = context
  // An opening closes at midnight without a change of content.
  const day = dayIn(config.timeZone)
  addContentSource(database, () => day(database.clock()))
  texts.renew(app, context)
  const shown = async (row: Row<typeof openings>) => ({
    ...withPublicId(row),
    ...(await texts.htmlOf(context, row, row.id)),
    postedOn: day(row.publishedAt ?? row.createdAt),
  })
  const preview = {
    table: openings,
    async find(id: string) {
      const row = await presentRows(database.db, openings).selectAll().where('id', '=', id).executeTakeFirst()
      return row && shown(openings.decode(row) as Row<typeof openings>)
    },
    changed: async (columns: Record<string, unknown>) => ({
      ...columns,
      ...(await texts.htmlOfCopy(context, columns)),
    }),
  }
  previewRoute(app, database, preview, { one: 'opening', answer: previewedOpening })

  route(app, 'GET /careers', {
    access: 'public',
    cache: 'content',
    summary: 'List the openings that visitors can apply for, in their order',
    description: 'Answers 404 while there is none.',
    answer: openingList,
    handler: async () => {
      const found = await listOpenings(database, config)
      if (found.length === 0) throw notFound('There are no openings')
      return Promise.all(found.map(shown))
    },
  })
})

export const openingEntity = { ...ordered, routes }

/** The openings that have not closed, as a query. */
function publicOpenings({ db, now }: Database, { timeZone }: Pick<Config, 'timeZone'>) {
  const moment = now()
  return db
    .selectFrom('openings')
    .where(isLive(openings, 'active', moment))
    .where('closesOn', '>=', dayIn(timeZone)(moment))
}

/** The same in their order. */
async function listOpenings(database: Database, config: Pick<Config, 'timeZone'>) {
  const rows = await publicOpenings(database, config).selectAll().orderBy('order').orderBy('id').execute()
  return rows.map((row) => openings.decode(row))
}
