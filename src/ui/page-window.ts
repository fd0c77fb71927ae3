/** Up to this number, each page has a button. */
const allUpTo = 12
/** Pages on each side of the current one that a longer list shows. */
const neighbours = 1
/** The first or last pages that stay visible near that end, so that the window has the same length everywhere. */
const atAnEnd = 2 * neighbours + 3

/**
 * The pages to offer: all of them, or in a long list the first, the last, and the current one with its neighbours.
 * @returns page numbers in ascending order; null where pages are left out
 */
export function pageWindow(page: number, totalPages: number): (number | null)[] {
  const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  if (totalPages <= allUpTo) return range(1, totalPages)
  const current = Math.min(Math.max(page, 1), totalPages)
  if (current < atAnEnd) return [...range(1, atAnEnd), null, totalPages]
  if (current > totalPages - atAnEnd + 1) return [1, null, ...range(totalPages - atAnEnd + 1, totalPages)]
  return [1, null, ...range(current - neighbours, current + neighbours), null, totalPages]
}
