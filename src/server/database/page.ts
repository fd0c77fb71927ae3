/** The requested page of a list; pages count from 1. */
export type Page = { page: number; limit: number }

export const offsetOf = ({ page, limit }: Page) => (page - 1) * limit

/** The number of pages for a number of rows; 0 for none. */
export const pagesFor = (count: number, { limit }: Page) => Math.ceil(count / limit)

/** A page of ids that are all known. */
export const pageOf = (all: string[], page: Page) => ({
  ids: all.slice(offsetOf(page), offsetOf(page) + page.limit),
  count: all.length,
})
