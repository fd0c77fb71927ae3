import type { CaseDrawing, CoverNumbers } from './cover.ts'

/** The metadata of a page for browsers, crawlers and link previews. Addresses are paths; the server makes them absolute. */
export type PageHead = {
  /** Without the brand, which is added. */
  title: string
  description?: string | undefined
  path?: string | undefined
  image?: string | undefined
  /** The alternative text of that picture; the title if absent. */
  imageAlt?: string | undefined
  /** The focal point of that picture, as shares of its width and height; absent if not set. */
  focus?: { x: number; y: number } | undefined
  /** The drawn cover on the link card of a page without a picture; absent for that of its path and category. */
  cover?: CoverNumbers | undefined
  wholeTitle?: boolean | undefined
  /** The title on a drawn link card, if it differs from the page's. */
  cardTitle?: string | undefined
  /** The small line above the title of a drawn link card; the category and the author if absent. */
  cardEyebrow?: string | undefined
  /** Of a case study: its drawn link card shows its cover. */
  drawing?: CaseDrawing | undefined
  type?: 'website' | 'article' | undefined
  /** schema.org objects, without `@context`; addresses in them may be paths starting with `/`. */
  jsonLd?: object[] | false | undefined
  /** A status other than 200, such as 404. Such a page is not indexed. */
  status?: number | undefined
  /** The path to which the page has moved: the server answers 301. */
  movedTo?: string | undefined
  noIndex?: boolean | undefined
}

/** The document's title: the page's own, then the brand. */
export const documentTitle = (title: string, brand: string) => (title.includes(brand) ? title : `${title} · ${brand}`)
