import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { addContentSource } from '#server/database/content-version.ts'
import { isLive } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/row-resource.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { opening, openingInput, openingList } from './openings.contract.ts'
import { openings } from './openings.table.ts'

const ordered = orderedEntity(openings, {
  label: 'Opening',
  page: { path: '/careers', label: 'Careers', rows: publicOpenings },
  record: opening,
  input: openingInput,
  copies: true,
  lastDay: 'closesOn',
})

const routes = feature('Openings', async (app, parts) => {
  await ordered.routes(app, parts)
  const { config, database } = parts
  // An opening closes at midnight without a change of content.
  const day = dayIn(config.timeZone)
  addContentSource(database, () => day(database.clock()))

  app.get(
    '/careers',
    {
      config: { access: 'public', cache: 'content' },
      schema: {
        summary: 'List the openings that visitors can apply for, in their order',
        description: 'Answers 404 while there is none.',
        response: { 200: openingList },
      },
    },
    async () => {
      const found = await listOpenings(database, config)
      if (found.length === 0) throw notFound('There are no openings')
      return found.map((row) => ({ ...withPublicId(row), postedOn: day(row.publishAt ?? row.createdAt) }))
    },
  )
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
