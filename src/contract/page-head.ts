/** What a page says of itself to browsers, crawlers and link previews. Addresses are paths; the server makes them whole. */
export type PageHead = {
  /** Without the brand, which is added. */
  title: string
  description?: string
  /** The clean path that is this page's one address. */
  path?: string
  /** Path of a picture for link previews. */
  image?: string
  type?: 'website' | 'article'
  /** schema.org objects, without `@context`; addresses in them may be paths starting with `/`. */
  jsonLd?: object[]
  /** An answer other than 200, such as 404. Such a page is not indexed. */
  status?: number
  /** The page has moved here (a clean path): the server answers 301. */
  movedTo?: string
  noIndex?: boolean
}

/** The document's title: the page's own, then the brand. */
export const documentTitle = (title: string, brand: string) => (title.includes(brand) ? title : `${title} · ${brand}`)
