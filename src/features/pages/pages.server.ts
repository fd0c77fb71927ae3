import * as z from 'zod/mini'
import { notShownIn } from '#content/render/rendered-content.ts'
import { searchAppearance } from '#contract/search-appearance.ts'
import { previewRoute } from '#features/published/published-routes.shared.server.ts'
import { storedTexts } from '#features/published/rich-texts.shared.server.ts'
import type { Database } from '#server/database/connect.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Step } from '#server/record/change-record.ts'
import { formerFields } from '#server/record/revisions.ts'
import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { invalid, notFound } from '#server/runtime/http-error.ts'
import { checkSections } from './check-sections.server.ts'
import { pageSearch } from './page-search.server.ts'
import { page, pageInput, previewedPage, type StoredSection, sentSection, shownPage } from './pages.contract.ts'
import { pages } from './pages.table.ts'
import { sectionKinds } from './sections/all.contract.ts'
import { resolveSections, textKey } from './sections/resolve.server.ts'

type StoredPage = Row<typeof pages>

// The calls accept sections of a newer version too, as they are stored. Their description has the kinds of this one.
z.globalRegistry.add(sentSection, {
  anyOf: sectionKinds.map(({ contract }) => z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' })),
})

/** The texts of the editor in the sections, by the names under which their HTML is stored. */
const textsOf = ({ sections = [] }: { sections?: StoredSection[] }) =>
  Object.fromEntries(
    sections.flatMap(({ kind, content }, at) => (kind === 'text' ? [[textKey(at), String(content ?? '')]] : [])),
  )
const texts = storedTexts(pages, ['sections'], textsOf)

const expectSections: Step<StoredPage> = async (_trx, { after }) => {
  if (after.active && after.sections.length === 0)
    throw invalid('sections', 'Add a section before the page becomes public')
}

type Body = { sections?: StoredSection[]; active?: boolean; [field: string]: unknown }
type Before = { stored: object | undefined; isDraft: boolean }
/** A page as the calls find it. */
type FoundPage = Omit<StoredPage, 'id'> & { _id: string }

const ordered = orderedEntity(pages, {
  label: 'Page',
  ...pageSearch.entity,
  reviewed: true,
  record: page,
  staffOnly: searchAppearance,
  input: pageInput,
  copies: true,
  notInList: ['sections', 'renderedTexts'],
  listedBy: 'listed',
  initial: { sections: [], listed: false },
  differences: (context) => ({
    duplicate: { path: 'path', message: 'A page with this path exists already' },
    steps: [expectSections, pageSearch.step],
    async prepare(body: Body, before: Before) {
      const stored = before.stored as FoundPage | undefined
      const sections = body.sections && (await checkSections(body.sections, formerSections(context, stored)))
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
    columnsOfDraft: (draft: object) => draft,
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
    async changed(columns: Partial<StoredPage>) {
      const rendered = await texts.render(context, columns, false)
      const page = { id: '', title: '', path: '', sections: [], ...columns, ...rendered }
      return { ...columns, sections: await resolveSections(context, page) }
    },
  }
  previewRoute(app, database, preview, { one: 'page', answer: previewedPage })

  route(app, 'GET /pages/by-path/:path', {
    access: 'public',
    cache: 'content',
    summary: 'Get a public page by its path',
    description: 'The path is URL-encoded: `events%2Fpune-2027`.',
    answer: { 200: shownPage },
    handler: async ({ params: { path } }) => {
      const row = await publicPages(database).selectAll().where('path', '=', path).executeTakeFirst()
      if (!row) throw notFound('Page not found')
      return shown(context, pages.decode(row) as StoredPage)
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
function publicPages({ db, now }: Database) {
  return db.selectFrom('pages').where(isLive(pages, 'active', now()))
}

async function shown(context: AppContext, row: StoredPage) {
  return { ...withPublicId(row), sections: await resolveSections(context, row) }
}
