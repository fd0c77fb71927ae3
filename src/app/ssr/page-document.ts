import { cardAddress } from '#app/cards/card-address.ts'
import { entities } from '#app/entities.server.ts'
import type { LoadedPage, RenderedPage } from '#app/web/rendering.ts'
import type { Company } from '#contract/company.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-cache.ts'
import type { ConfigNow } from '#server/site-config/site-config.ts'
import type { FormResult } from '#web/form-result.tsx'
import { type Assets, writeWeights } from './assets.ts'
import { type DocumentForm, document } from './document.ts'
import { titlesIn, withOwnAppearance } from './own-appearance.ts'

type Parts = { config: Config; database: Database }

/** A page as its whole document; the text is empty where the page has moved (`head.movedTo`). */
type PageDocument = Pick<RenderedPage, 'status' | 'head'> & { text: string }

type Options = Omit<DocumentForm, 'card'> & {
  /** The answer to a posted form. */
  form?: FormResult | null
  /** Whether the document is private. Its head then only has the title, so no copy outlives it. */
  personal?: boolean | undefined
}

/**
 * Renders a page whose data is loaded, with its search appearance.
 * @param settings those of the site, or those of a draft
 */
export async function pageDocument(
  parts: Parts,
  assets: Assets,
  settings: ConfigNow,
  loaded: LoadedPage,
  { form = null, personal = false, ...shape }: Options = {},
): Promise<PageDocument> {
  const { database } = parts
  const company = await withPageLinks(parts, settings.company)
  const { data, ...page } = await assets.renderer.renderPage(loaded, { company, form })
  const { status } = page
  const head = await withOwnAppearance(database, page.head, settings.appearance)
  if (head.movedTo) return { status, head, text: '' }
  // The title stays in the tab when the client has taken over.
  const titles = { ...titlesIn(settings.appearance), ...(head.wholeTitle && head.path && { [head.path]: head.title }) }
  const known = Object.keys(titles).length > 0 ? { ...data.company, titles } : data.company
  const card = personal ? undefined : await cardAddress(database, head, settings)
  const text = document({ ...page, head, data: { ...data, company: known } }, assets, settings, { ...shape, card })
  return { status, head, text: writeWeights(text, assets.weights) }
}

/** The company whose footer names the pages that exist only while they have content. */
async function withPageLinks({ config, database }: Parts, company: Company): Promise<Company> {
  const pages = await contentPages(database, config)
  if (pages.length === 0) return company
  const more = [...pages.map(({ path, label }) => ({ to: path, label })), ...(company.links?.more ?? [])]
  return { ...company, links: { ...company.links, more } }
}

const pages = entities.flatMap(({ page }) => page ?? [])
const cache = createContentCache<{ path: string; label: string }[]>(1)

/** The pages that exist only while they have content, as far as they exist at present: for the footer and the sitemap. */
export const contentPages = (database: Database, config: Config): Promise<{ path: string; label: string }[]> =>
  cache(database, 'pages', async () => {
    const found: Record<string, unknown> = await database.db
      .selectNoFrom(({ exists }) => pages.map(({ path, rows }) => exists(rows(database, config).select('id')).as(path)))
      .executeTakeFirstOrThrow()
    return pages.filter(({ path }) => found[path]).map(({ path, label }) => ({ path, label }))
  })
