import * as z from 'zod/mini'
import { type CaseDrawing, coverFamilies, coverGrounds, largestSeed } from './cover.ts'
import { optionalText } from './fields.ts'

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

const drawing: z.ZodMiniType<CaseDrawing> = z.object({
  industry: z.string().check(z.maxLength(100)),
  figures: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10)),
  services: z
    .array(z.object({ title: z.string().check(z.maxLength(300)), category: z.optional(z.string()) }))
    .check(z.maxLength(10)),
})

/** What the drawn link card of a page shows, while the page is written. */
export const linkCardInput = z.object({
  /** That of the page: `/blog/my-post`. */
  path: z.string().check(z.regex(/^\//, 'The path must begin with “/”'), z.maxLength(400)),
  title: optionalText('Title', 300),
  category: optionalText('Category', 100),
  author: optionalText('Author', 200),
  cover: z.optional(coverNumbers),
  /** Of a case study. */
  drawing: z.optional(drawing),
})
export type LinkCardInput = z.infer<typeof linkCardInput>

/** `picture` is a JPEG as base64; `missing` are the letters of the title and the line above it that no font of the server has. */
export const linkCard = z.object({ picture: z.string(), missing: z.array(z.string()) })
export type LinkCard = z.infer<typeof linkCard>
