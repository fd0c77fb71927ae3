import * as z from 'zod/mini'
import { searchAppearance } from '#contract/search-appearance.ts'
import { publicServices } from '#features/catalog/catalog.shared.server.ts'
import { redirectFormer } from '#features/published/published-routes.shared.server.ts'
import { coverFocus, toPosition } from '#media/server/cover-focus.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isLive, wasPublic } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { appearanceOf } from '#server/record/shared-fields.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/row-resource.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { caseInput, caseList, caseStudy, shownCase } from './cases.contract.ts'
import { cases } from './cases.table.ts'

const ordered = orderedEntity(cases, {
  label: 'Case study',
  plural: 'Case studies',
  path: '/work',
  addresses: {
    table: 'cases',
    key: 'cases',
    rows: (db, now) => db.selectFrom('cases').where(isLive(cases, 'active', now)),
  },
  page: { path: '/work', label: 'Our Work', rows: publicCases },
  record: caseStudy,
  staffOnly: searchAppearance,
  input: caseInput,
  copies: true,
  initial: { figures: [], serviceIds: [], pastSlugs: [] },
  differences: {
    duplicate: { path: 'slug', message: 'A case study with this slug exists already' },
    changes: caseChanges,
    prepare: async ({ imageUrl, ...input }) => ({
      ...input,
      ...appearanceOf(input),
      ...(imageUrl !== undefined && { imageUrl: imageUrl || undefined }),
    }),
  },
})

const routes = feature('Case studies', async (app, parts) => {
  await ordered.routes(app, parts)
  const { database } = parts

  app.get(
    '/work',
    {
      config: { access: 'public', cache: 'content' },
      schema: {
        summary: 'List the public case studies, in their order',
        description: 'Answers 404 while there is none.',
        response: { 200: caseList },
      },
    },
    async () => {
      const found = await listCases(database)
      if (found.length === 0) throw notFound('There are no case studies')
      return found.map(withPublicId)
    },
  )

  app.get(
    '/work/:slug',
    {
      config: { access: 'public', cache: 'content' },
      schema: {
        summary: 'Get a public case study by its slug',
        description: 'A former slug redirects to the current one with 301.',
        params: z.object({ slug: z.string() }),
        response: { 200: shownCase, 301: z.void() },
      },
    },
    async ({ params: { slug } }, reply) => {
      const all = await listCases(database)
      const found = all.find((one) => one.slug === slug)
      if (found) {
        const services = await publicServices(database)
        return { ...withPublicId(found), services: services.filter(({ _id }) => found.serviceIds.includes(_id)) }
      }
      const findCurrentSlug = async () => all.find(({ pastSlugs }) => pastSlugs.includes(slug))?.slug
      return redirectFormer(reply, { findCurrentSlug, isGone }, { database, path: '/work', label: 'Case study', slug })
    },
  )
})

export const caseEntity = { ...ordered, routes }

/** The case studies that visitors see, as a query. */
function publicCases({ db, now }: Database) {
  return db.selectFrom('cases').where(isLive(cases, 'active', now()))
}

/** The same in their order. Their number is small, because a company writes them by hand. */
async function listCases(database: Database) {
  const rows = await publicCases(database)
    .selectAll()
    .select(coverFocus(cases))
    .orderBy('order')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...cases.decode(row), imageFocus: toPosition(row.imageFocus) }))
}

/** Whether a case study in the trash has or had this address, and was public when it was deleted. */
async function isGone({ db }: Database, slug: string): Promise<boolean> {
  const rows = await db.selectFrom('cases').select(['slug', 'pastSlugs']).where(wasPublic(cases, 'active')).execute()
  return rows.map((row) => cases.decode(row)).some((one) => one.slug === slug || one.pastSlugs.includes(slug))
}

/** A case study remembers the addresses under which visitors knew it. */
async function caseChanges(_trx: Transaction, draft: { slug?: string }, before: Row<typeof cases>): Promise<object> {
  const { slug = before.slug } = draft
  if (slug === before.slug) return draft
  const known = before.active ? [...before.pastSlugs, before.slug] : before.pastSlugs
  return { ...draft, pastSlugs: [...new Set(known.filter((past) => past !== slug))] }
}
