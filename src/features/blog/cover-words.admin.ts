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

/** Undefined for '', and for other words. */
export function wordsToCover(words: string): CoverNumbers | undefined {
  const [, pattern = '', colours = '', number = ''] = /^(\w+) on (\w+), (\d+)$/.exec(words) ?? []
  const family = coverFamilies.indexOf(pattern as CoverFamily)
  const ground = coverGrounds.indexOf(colours as CoverGround)
  const seed = Number(number)
  return family < 0 || ground < 0 || seed > largestSeed ? undefined : { family, ground, seed }
}
