import { cardAddress } from '#app/cards/card-address.ts'
import { entities } from '#app/entities.server.ts'
import type { LoadedPage, RenderedPage } from '#app/web/rendering.ts'
import { withCurrentAddresses, withRecordLinks } from '#content/render/record-links.ts'
import { readPage } from '#content/render/rendered-content.ts'
import type { Company, FooterLink } from '#contract/company.ts'
import { parseImageUrl } from '#contract/media.ts'
import type { PageHead } from '#contract/page-head.ts'
import type { SearchAppearance } from '#contract/search-appearance.ts'
import { consentSettings } from '#features/consent/consent-settings.contract.ts'
import { topicsOfSignUp } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { mediaItems } from '#media/media.table.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-version.ts'
import { addressOf, isPresent } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import { type PathOwner, pathTo, slugIn } from '#server/record/entity.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import type { FormResult } from '#web/form-result.tsx'
import { type Assets, writeWeights } from './assets.ts'
import { announcementBar, type DocumentForm, document } from './document.ts'

type Context = { config: Config; database: Database; pathOwner: PathOwner }

/** A page as its whole document; the text is empty where the page has moved (`head.movedTo`). */
export type PageDocument = Pick<RenderedPage, 'status' | 'head' | 'body'> & { text: string }

type Options = Omit<DocumentForm, 'card'> & {
  form?: FormResult | null
  /** Whether the document is private. Its head then only has the title, so no copy outlives it. */
  personal?: boolean | undefined
  consent?: Company['consent']
}

/**
 * Renders a page whose data is loaded, with its search appearance.
 * @param settings those of the site, or those of a draft
 */
export async function pageDocument(
  context: Context,
  assets: Assets,
  settings: ConfigNow,
  loaded: LoadedPage,
  { form = null, personal = false, consent, ...shape }: Options = {},
): Promise<PageDocument> {
  const { database } = context
  const topics = topicsOfSignUp(settings)
  const company = {
    ...(await withPageLinks(context, settings.company)),
    ...(consent && { consent }),
    ...(topics && { topics }),
    ...(consentSettings.of(settings).phone && { asksPhone: true }),
  }
  const { data, ...page } = await assets.renderer.renderPage(loaded, { company, form })
  const { status, body } = page
  const head = await withOwnAppearance(context, page.head, settings.appearance)
  if (head.movedTo) return { status, head, body, text: '' }
  // The title stays in the tab when the client has taken over.
  const titles = { ...titlesIn(settings.appearance), ...(head.wholeTitle && head.path && { [head.path]: head.title }) }
  const known = Object.keys(titles).length > 0 ? { ...data.company, titles } : data.company
  const card = personal ? undefined : await cardAddress(database, head, settings)
  const { announcement } = settings
  const bar = announcement && (await withRecordLinks({ database, entities }, announcementBar(announcement)))
  const shown = { ...page, head, data: { ...data, company: known } }
  const text = document(shown, assets, settings, { ...shape, card, ...(bar && { bar }) })
  return { status, head, body, text: writeWeights(text, assets.weights) }
}

/** A page for machines. Its HTML is the one that search engines list. */
export async function markdownOf({ status, head, body }: PageDocument, address: string) {
  const robots = head.noIndex || status !== 200 ? { 'x-robots-tag': 'noindex' } : {}
  const link = status === 200 ? { link: `<${address}>; rel="canonical"` } : {}
  return {
    text: await readPage(body, address),
    type: 'text/markdown; charset=utf-8',
    headers: { vary: 'accept', ...link, ...robots },
  }
}

/** The company whose footer names the pages that exist only while they have content, and records by their current addresses. */
async function withPageLinks(context: Context, company: Company): Promise<Company> {
  const { config, database } = context
  const [pages, listed] = await Promise.all([contentPages(database, config), listedRecords(context)])
  const { services, more: own = [] } = company.links ?? {}
  if (pages.length + listed.length === 0 && !company.links) return company
  const current = (links: FooterLink[]) => withCurrentAddresses({ database, entities }, links)
  const more = [...pages.map(({ path, label }) => ({ to: path, label })), ...(await current(own))]
  return {
    ...company,
    links: { ...(services && { services: await current(services) }), more, ...(listed.length > 0 && { listed }) },
  }
}

const pages = entities.flatMap(({ page }) => page ?? [])
const cache = createContentCache<{ path: string; label: string }[]>(1)

/** The pages that exist only while they have content, if they have any now: for the footer and the sitemap. */
export const contentPages = (database: Database, config: Config): Promise<{ path: string; label: string }[]> =>
  cache(database, 'pages', async () => {
    const found: Record<string, unknown> = await database.db
      .selectNoFrom(({ exists }) => pages.map(({ path, rows }) => exists(rows(database, config).select('id')).as(path)))
      .executeTakeFirstOrThrow()
    return pages.filter(({ path }) => found[path]).map(({ path, label }) => ({ path, label }))
  })

const listedCache = createContentCache<FooterLink[]>(1)

/** The records that the footer lists. One whose path the program needs is not found there. */
const listedRecords = ({ database, pathOwner }: Context): Promise<FooterLink[]> =>
  listedCache(database, 'listed', async () => {
    const found: FooterLink[] = []
    for (const { path = '', footer } of entities)
      for (const { to, label } of (await footer?.(database.db, database.now()).execute()) ?? [])
        if (!(await pathOwner(to))) found.push({ to: pathTo(path, to), label })
    return found
  })

/** The pages that exist only while they have content, and those of staff that the footer lists. */
export async function foundPages(context: Context): Promise<{ path: string }[]> {
  const [pages, listed] = await Promise.all([contentPages(context.database, context.config), listedRecords(context)])
  return [...pages, ...listed.map(({ to }) => ({ path: to }))]
}

/**
 * The head of a page with the search appearance set by staff (title, description and picture) and the library's
 * description of the picture. Only the document needs it, so that readers download none of it.
 * @param pages the search appearance of pages that are not records, by path
 */
async function withOwnAppearance(
  context: Context,
  head: PageHead,
  pages: Record<string, SearchAppearance> = {},
): Promise<PageHead> {
  const own = (head.status ?? 200) === 200 ? (pages[head.path ?? ''] ?? (await findOwn(context, head))) : undefined
  const image = own?.socialImage || head.image
  const described = await findPicture(context.database, image)
  return {
    ...head,
    ...(own?.seoTitle && { title: own.seoTitle, wholeTitle: true, cardTitle: head.title }),
    ...(own?.seoDescription && { description: own.seoDescription }),
    ...(image && { image }),
    ...described,
  }
}

/** The titles among them, by the paths of the pages. */
const titlesIn = (pages: Record<string, SearchAppearance> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(pages).flatMap(([path, { seoTitle }]) => (seoTitle ? [[path, seoTitle]] : [])))

async function findOwn(context: Context, { path = '' }: PageHead): Promise<SearchAppearance | undefined> {
  for (const { table, path: prefix } of entities) {
    const slug = prefix === undefined ? undefined : slugIn(prefix, path)
    if (!slug || !('seoTitle' in table.columns)) continue
    if (prefix === '' && (await context.pathOwner(slug)) !== undefined) continue
    const rows = anyTable(context.database.db)
      .selectFrom(table.name)
      .select(['seoTitle', 'seoDescription', 'socialImage'])
      .where(String(addressOf(table)), '=', slug)
      .where(isPresent(table))
    return rows.executeTakeFirst()
  }
  return undefined
}

/** The library's description of a picture. Without a chosen focal point the program decides the crop. */
async function findPicture({ db }: Database, url = ''): Promise<Pick<PageHead, 'imageAlt' | 'focus'>> {
  const ref = parseImageUrl(url)
  if (!ref) return {}
  const row = await db
    .selectFrom('mediaItems')
    .select(['alt', 'focalX', 'focalY'])
    .where('id', '=', ref.hash)
    .executeTakeFirst()
  if (!row) return {}
  const { alt, focalX: x, focalY: y } = mediaItems.decode(row)
  return { ...(alt && { imageAlt: alt }), ...((x !== 0.5 || y !== 0.5) && { focus: { x, y } }) }
}
