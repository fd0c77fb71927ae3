import * as z from 'zod/mini'
import { coverFamilies, coverGrounds, largestSeed } from './cover.ts'

const place = (label: string, last: number) =>
  z
    .int(`${label} must be a whole number`)
    .check(z.minimum(0, `${label} is unknown`), z.maximum(last, `${label} is unknown`))

/** A drawn cover: its pattern, its colours and the seed of its composition. */
export const coverNumbers = z.object(
  {
    family: place('The pattern', coverFamilies.length - 1),
    ground: place('The colours', coverGrounds.length - 1),
    seed: place('The seed', largestSeed),
  },
  'The cover must have a family, a ground and a seed',
)
