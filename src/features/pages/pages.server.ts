import * as z from 'zod/mini'
import { notShownIn } from '#content/render/rendered-content.ts'
import { searchAppearance } from '#contract/search-appearance.ts'
import {
  eraseEvent,
  pagePublishing,
  plannedEvents,
  syncEvent,
} from '#features/courses/cohorts/page-events.shared.server.ts'
import type { PageEvent } from '#features/courses/ground/page-events.contract.ts'
import { previewRoute, redirectFormer } from '#features/published/published-routes.shared.server.ts'
import { storedTexts } from '#features/published/rich-texts.shared.server.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { isLive, isPresent, presentRows } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Step } from '#server/record/change-record.ts'
import { formerFields } from '#server/record/revisions.ts'
import { slugHistory } from '#server/record/slugged.ts'
import { expectFreePath, wholePaths } from '#server/record/whole-paths.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { invalid, notFound } from '#server/runtime/http-error.ts'
import { checkSections, isReadable } from './check-sections.server.ts'
import { pageSearch } from './page-search.server.ts'
import { page, pageInput, previewedPage, type StoredSection, sentSection, shownPage } from './pages.contract.ts'
import { pagePastPaths, pages } from './pages.table.ts'
import { previewPageRoute } from './preview-page.server.ts'
import { sectionKinds } from './sections/all.contract.ts'
import { checkRoute } from './sections/check-shown.server.ts'
import { fileRoutes } from './sections/file-sections.server.ts'
import { formOfPage } from './sections/form-of-page.server.ts'
import { resolveSections, textsOf } from './sections/resolve.server.ts'

type StoredPage = Row<typeof pages>

// The calls accept sections of a newer version too, as they are stored. Their description has the kinds of this one.
z.globalRegistry.add(sentSection, {
  anyOf: sectionKinds.map(({ contract }) => z.toJSONSchema(contract, { unrepresentable: 'any' })),
})

// The headings of a text are those of its page, on one level with the titles of other sections.
const texts = storedTexts(pages, ['sections'], textsOf, { headingOffset: 0 })

const expectSections: Step<StoredPage> = async (_trx, { after }) => {
  if (after.active && after.sections.length === 0)
    throw invalid('sections', 'Add a section before the page becomes public')
}

/** The event of a page. */
function eventOf({ sections = [] }: { sections?: StoredSection[] } = {}) {
  const section = sections.find(({ kind }) => kind === 'event')
  return section && (isReadable(section) ? (section as unknown as PageEvent) : 'unreadable')
}

const keepEvent =
  (config: { timeZone: string }): Step<StoredPage> =>
  async (trx, { id, by, before, after: page }) => {
    const after = eventOf(page)
    // The date of a section from a newer version stays as that version has left it.
    if (after !== 'unreadable') await syncEvent(trx, { pageId: id, by, before: eventOf(before), after }, config)
  }

const paths = slugHistory({
  table: pages,
  publicColumn: 'active',
  history: { table: pagePastPaths, idColumn: 'pageId' },
})

type Body = { sections?: StoredSection[]; active?: boolean; path?: string; [field: string]: unknown }
type Before = { stored: object | undefined; isDraft: boolean; copied?: object }
/** A page as the calls find it. */
type FoundPage = Omit<StoredPage, 'id'> & { _id: string }

const ordered = orderedEntity(pages, {
  sides: [{ table: pagePastPaths, key: 'path', parts: { pageId: 'pages' } }],
  label: 'Page',
  ...pageSearch.entity,
  path: '',
  foundBy: ['title', 'path'],
  reviewed: true,
  publishing: pagePublishing,
  addresses: { table: 'pages', key: 'pages', rows: listedPages },
  formerSlugs: paths.formerSlugs,
  footer: (db, now) => listedPages(db, now).select(['title as label', 'path as to']).orderBy('order').orderBy('id'),
  async beforeRestore(trx, id, { pathOwner }) {
    const row = await trx.selectFrom('pages').select(['path', 'active']).where('id', '=', id).executeTakeFirst()
    if (row?.active) await expectFreePath(row.path, pathOwner, 'Free its address first, then restore it.')
  },
  record: page,
  staffOnly: searchAppearance,
  input: pageInput,
  copies: true,
  notInList: ['sections', 'renderedTexts'],
  listedBy: 'listed',
  initial: { sections: [], listed: false },
  days: plannedEvents,
  async erase(trx, id) {
    await eraseEvent(trx, id)
    await pageSearch.erase(trx, id)
  },
  form: {
    key: 'pageId',
    async find({ database }, id, at) {
      const found = await findPublic(database, id)
      return found && formOfPage(found, at)
    },
  },
  differences: (context) => ({
    duplicate: { path: 'path', message: 'A page with this path exists already' },
    steps: [
      expectSections,
      keepEvent(context.config),
      pageSearch.step,
      // A later version of the program may need the path of a draft, which stays one.
      async (_trx: Transaction, { before, after }: { before: StoredPage | undefined; after: StoredPage }) => {
        if (after.active || after.path !== before?.path) await expectFreePath(after.path, context.pathOwner)
      },
      ...paths.steps,
    ],
    async prepare(body: Body, before: Before) {
      const stored = before.stored as FoundPage | undefined
      // Changes to a public page that are saved as a draft are not written to it, and are refused all the same.
      if (body.path !== undefined && body.path !== stored?.path) await expectFreePath(body.path, context.pathOwner)
      const former = formerSections(context, stored ?? (before.copied as FoundPage | undefined))
      const sections = body.sections && (await checkSections(body.sections, former))
      // A new page is public at once, as records of all kinds are, but not before it has a section.
      const isEmpty = !stored && body.active === undefined && (sections ?? []).length === 0
      return texts.prepare(
        context,
        { ...body, ...(sections && { sections }), ...(isEmpty && { active: false }) },
        before,
      )
    },
    notShown: (body: Body) => notShownIn(Object.values(textsOf(body))),
    reads: texts.reads,
    flagColumns: (id: string, flags: { active?: boolean }) => texts.flagColumns(context, id, flags),
  }),
})

const routes = feature('Pages', async (app, context) => {
  await ordered.routes(app, context)
  const { database } = context
  texts.renew(app, context)
  const preview = {
    table: pages,
    async find(id: string) {
      const row = await presentRows(database.db, pages).selectAll().where('id', '=', id).executeTakeFirst()
      return row && shown(context, pages.decode(row) as StoredPage)
    },
    async changed(columns: Partial<StoredPage>, stored: { _id?: unknown; path?: unknown }) {
      const rendered = await texts.render(context, columns, false)
      const present = { id: String(stored._id), path: String(stored.path) }
      const page = { title: '', sections: [], ...columns, ...rendered, ...present }
      return { ...columns, sections: await resolveSections(context, page) }
    },
  }
  previewPageRoute(app, context)
  previewRoute(app, database, preview, { one: 'page', answer: previewedPage })

  checkRoute(app, context)
  fileRoutes(app, context, (id) => findPublic(database, id))

  route(app, 'GET /pages/by-path/:path', {
    access: 'open',
    cache: 'content',
    summary: 'Get a public page by its path',
    description:
      'The path is URL-encoded: `events%2Fpune-2027`. A former path redirects to the current one with 301. Staff also get drafts.',
    answer: { 200: shownPage, 301: z.void() },
    handler: async ({ params: { path }, staff }, reply) => {
      if (!(await wholePaths(context)).has(path)) throw notFound('Page not found')
      const found = staff ? database.db.selectFrom('pages').where(isPresent(pages)) : publicPages(database)
      const row = await found.selectAll().where('path', '=', path).executeTakeFirst()
      if (row) return shown(context, pages.decode(row) as StoredPage)
      return redirectFormer(reply, paths, { database, path: '/pages/by-path', label: 'Page', slug: path })
    },
  })
})

/** The sections of a page now, in its unpublished changes and in its history, the newest first. */
async function* formerSections({ database: { db } }: AppContext, stored: FoundPage | undefined) {
  if (!stored) return
  yield stored.sections
  for await (const { sections } of formerFields(db, { table: pages, id: stored._id }))
    yield (sections ?? []) as StoredSection[]
}

export const pageEntity = { ...ordered, routes }

/** The pages that visitors see, as a query. */
function publicPages({ db, now }: Pick<Database, 'db' | 'now'>) {
  return db.selectFrom('pages').where(isLive(pages, 'active', now()))
}

async function findPublic(database: Database, id: string): Promise<StoredPage | undefined> {
  const row = await publicPages(database).selectAll().where('id', '=', id).executeTakeFirst()
  return row && (pages.decode(row) as StoredPage)
}

/** Those pages in the footer and in the sitemap, as a query. */
function listedPages(db: Db, now: string) {
  return db
    .selectFrom('pages')
    .where(isLive(pages, 'active', now))
    .where('listed', '=', true)
}

async function shown(context: AppContext, row: StoredPage) {
  return { ...withPublicId(row), sections: await resolveSections(context, row) }
}
