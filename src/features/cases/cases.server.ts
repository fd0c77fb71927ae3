import * as z from 'zod/mini'
import { searchAppearance } from '#contract/search-appearance.ts'
import { publicServices } from '#features/catalog/catalog.shared.server.ts'
import { previewRoute, redirectFormer } from '#features/published/published-routes.shared.server.ts'
import { richTexts } from '#features/published/rich-texts.shared.server.ts'
import { coverFocus, toPosition } from '#media/server/media-uses.ts'
import type { Database } from '#server/database/connect.ts'
import { isLive, isPresent } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { slugHistory } from '#server/record/slugged.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { caseInput, caseList, caseStudy, previewedCase, shownCase } from './cases.contract.ts'
import { casePastSlugs, cases } from './cases.table.ts'

const texts = richTexts(cases, ['problem', 'solution'])
const slugs = slugHistory({
  table: cases,
  publicColumn: 'active',
  history: { table: casePastSlugs, idColumn: 'caseId' },
})

const ordered = orderedEntity(cases, {
  sides: [{ table: casePastSlugs, key: 'slug', parts: { caseId: 'cases' } }],
  label: 'Case study',
  plural: 'Case studies',
  path: '/work',
  reviewed: true,
  addresses: {
    table: 'cases',
    key: 'cases',
    rows: (db, now) => db.selectFrom('cases').where(isLive(cases, 'active', now)),
  },
  formerSlugs: slugs.formerSlugs,
  page: { path: '/work', label: 'Our Work', rows: publicCases },
  record: caseStudy,
  staffOnly: searchAppearance,
  input: caseInput,
  copies: true,
  initial: { figures: [], serviceIds: [] },
  differences: (context) => ({
    duplicate: { path: 'slug', message: 'A case study with this slug exists already' },
    steps: slugs.steps,
    ...texts.differences(context),
  }),
})

const routes = feature('Case studies', async (app, context) => {
  await ordered.routes(app, context)
  const { database } = context
  texts.renew(app, context)
  const servicesOf = async (ids: string[]) => (await publicServices(database)).filter(({ _id }) => ids.includes(_id))
  const shown = async (found: Awaited<ReturnType<typeof readCases>>[number]) => ({
    ...withPublicId(found),
    ...(await texts.htmlOf(context, found)),
    services: await servicesOf(found.serviceIds),
  })
  const preview = {
    table: cases,
    async find(id: string) {
      const [found] = await readCases(database.db.selectFrom('cases').where('id', '=', id).where(isPresent(cases)))
      return found && shown(found)
    },
    changed: async (columns: Partial<Row<typeof cases>>) => ({
      ...columns,
      ...(await texts.htmlOfCopy(context, columns)),
      services: await servicesOf(columns.serviceIds ?? []),
    }),
  }
  previewRoute(app, database, preview, { one: 'case', answer: previewedCase })

  route(app, 'GET /work', {
    access: 'public',
    cache: 'content',
    summary: 'List the public case studies, in their order',
    description: 'Answers 404 while there is none.',
    answer: caseList,
    handler: async () => {
      const found = await readCases(publicCases(database))
      if (found.length === 0) throw notFound('There are no case studies')
      const services = await publicServices(database)
      return found.map((one) => ({
        ...withPublicId(one),
        services: services.filter(({ _id }) => one.serviceIds.includes(_id)),
      }))
    },
  })

  route(app, 'GET /work/:slug', {
    access: 'public',
    cache: 'content',
    summary: 'Get a public case study by its slug',
    description: 'A former slug redirects to the current one with 301.',
    answer: { 200: shownCase, 301: z.void() },
    handler: async ({ params: { slug } }, reply) => {
      const found = (await readCases(publicCases(database))).find((one) => one.slug === slug)
      if (found) return shown(found)
      return redirectFormer(reply, slugs, { database, path: '/work', label: 'Case study', slug })
    },
  })
})

export const caseEntity = { ...ordered, routes }

/** The case studies that visitors see, as a query. */
function publicCases({ db, now }: Database) {
  return db.selectFrom('cases').where(isLive(cases, 'active', now()))
}

/** Case studies in their order. Their number is small, because a company writes them by hand. */
async function readCases(studies: ReturnType<typeof publicCases>) {
  const rows = await studies.selectAll().select(coverFocus(cases)).orderBy('order').orderBy('id').execute()
  return rows.map((row) => ({ ...cases.decode(row), imageFocus: toPosition(row.imageFocus) }))
}
