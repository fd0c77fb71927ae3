import {
  type CoverFamily,
  type CoverGround,
  type CoverNumbers,
  coverFamilies,
  coverGrounds,
  largestSeed,
} from '#contract/cover.ts'

/** The value of the form's field, which comparisons of two versions show: `mesh on teal, 1234`. '' follows the slug and the category. */
export const coverToWords = (cover: CoverNumbers | null | undefined): string =>
  cover ? `${coverFamilies[cover.family]} on ${coverGrounds[cover.ground]}, ${cover.seed}` : ''

export function wordsToCover(words: string): CoverNumbers | null {
  const [, pattern = '', colours = '', number = ''] = /^(\w+) on (\w+), (\d+)$/.exec(words) ?? []
  const family = coverFamilies.indexOf(pattern as CoverFamily)
  const ground = coverGrounds.indexOf(colours as CoverGround)
  const seed = Number(number)
  return family < 0 || ground < 0 || seed > largestSeed ? null : { family, ground, seed }
}

/** The drawn cover of a form's values, for the components of the site. */
export const drawnBy = (cover: string) => ({ cover: wordsToCover(cover) ?? undefined })
