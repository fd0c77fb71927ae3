/** The page of a list that a caller asked for; pages count from 1. */
export type Page = { page: number; limit: number }

export const offsetOf = ({ page, limit }: Page) => (page - 1) * limit

/** How many pages hold so many things; 0 when there is nothing. */
export const pagesFor = (count: number, { limit }: Page) => Math.ceil(count / limit)
