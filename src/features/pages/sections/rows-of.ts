/**
 * How many of some cells the rows of a wide window have: two or three, so that each row is full. In a narrower window there are two in a row.
 */
const rows: Record<number, number[]> = { 2: [2], 3: [3], 4: [2, 2], 5: [2, 3], 6: [3, 3], 7: [2, 3, 2], 8: [2, 3, 3] }

/** How many are in the row of a cell. */
function inRow(index: number, count: number): number {
  let before = 0
  for (const row of rows[count] ?? []) {
    before += row
    if (index < before) return row
  }
  return 3
}

/** The width of a cell in a grid of six columns. */
export const shareOf = (index: number, count: number) => (inRow(index, count) === 2 ? 'lg:col-span-3' : 'lg:col-span-2')

/** The width of a picture in it. */
export const sizesOf = (index: number, count: number) =>
  `(min-width: 64rem) ${inRow(index, count) === 2 ? 38 : 25}rem, (min-width: 48rem) 50vw, 100vw`

/** Whether a cell has a row of its own in two columns: the last one of an odd number. */
export const isSpare = (index: number, count: number) => count % 2 === 1 && index === count - 1
