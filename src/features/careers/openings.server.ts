import * as z from 'zod/mini'
import { previewRoute, redirectFormer } from '#features/published/published-routes.shared.server.ts'
import { richTexts } from '#features/published/rich-texts.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { addContentSource } from '#server/database/content-version.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { pathTo } from '#server/record/entity.ts'
import { slugFromTitle, slugHistory } from '#server/record/slugged.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { application } from './careers-words.contract.ts'
import { opening, openingInput, openingList, previewedOpening, shownOpening } from './openings.contract.ts'
import { openingPastSlugs, openings } from './openings.table.ts'

const [path, label] = ['/careers', 'Opening']
const texts = richTexts(openings, ['description'])
const slugs = slugHistory({
  table: openings,
  publicColumn: 'active',
  history: { table: openingPastSlugs, idColumn: 'openingId' },
})

const ordered = orderedEntity(openings, {
  sides: [{ table: openingPastSlugs, key: 'slug', parts: { openingId: 'openings' } }],
  label,
  path,
  reviewed: true,
  addresses: {
    table: 'openings',
    key: 'openings',
    rows: (db, now, today) => db.selectFrom('openings').where(isLive(openings, 'active', now, today)),
  },
  formerSlugs: slugs.formerSlugs,
  page: { path, label: 'Careers', rows: publicOpenings },
  record: opening,
  input: openingInput,
  copies: true,
  form: {
    key: 'openingId',
    async find({ database }, id) {
      const found = publicOpenings(database).select(['title', 'slug']).where('id', '=', id)
      const row = await found.executeTakeFirst()
      if (!row) return undefined
      const { title, slug } = row
      return { ...application, subject: `Application: ${title}`, path: pathTo(path, slug), title }
    },
  },
  differences(context) {
    const { prepare, ...rich } = texts.differences(context)
    return {
      duplicate: { path: 'slug', message: 'An opening with this slug exists already' },
      steps: slugs.steps,
      async prepare(body, of) {
        const { db } = context.database
        const isNew = !of.stored && body.slug === undefined
        const slug = isNew && { slug: await slugFromTitle(db, openings, String(body.title), label) }
        return prepare({ ...body, ...slug }, of)
      },
      ...rich,
    }
  },
})

const routes = feature('Openings', async (app, context) => {
  await ordered.routes(app, context)
  const { config, database } = context
  // An opening closes at midnight without a change of content.
  const day = dayIn(config.timeZone)
  addContentSource(database, () => day(database.clock()))
  texts.renew(app, context)
  const shown = async (row: Row<typeof openings>, scope = '') => ({
    ...withPublicId(row),
    ...(await texts.htmlOf(context, row, scope)),
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
      const rows = await publicOpenings(database).selectAll().orderBy('order').orderBy('id').execute()
      if (rows.length === 0) throw notFound('There are no openings')
      return Promise.all(rows.map((row) => shown(openings.decode(row), row.id)))
    },
  })

  route(app, 'GET /careers/:slug', {
    access: 'public',
    cache: 'content',
    summary: 'Get an opening that visitors can apply for, by its slug or id',
    description: 'A former slug redirects to the current one with 301.',
    answer: { 200: shownOpening, 301: z.void() },
    handler: async ({ params: { slug } }, reply) => {
      const found = publicOpenings(database).selectAll()
      const row = await found.where(({ eb, or }) => or([eb('slug', '=', slug), eb('id', '=', slug)])).executeTakeFirst()
      if (row) return shown(openings.decode(row))
      return redirectFormer(reply, slugs, { database, path, label, slug })
    },
  })
})

export const openingEntity = { ...ordered, routes }

/** The openings that have not closed, as a query. */
function publicOpenings({ db, now, today }: Database) {
  return db.selectFrom('openings').where(isLive(openings, 'active', now(), today()))
}
