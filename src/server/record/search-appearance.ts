import { type AppearanceName, appearanceNames } from '#contract/search-appearance.ts'
import { optional, text } from '#server/database/table.ts'

/** The columns of a record whose search result and link preview staff can write themselves. */
export const appearanceColumns = {
  seoTitle: optional(text()),
  seoDescription: optional(text()),
  socialImage: optional(text()),
}

type Appearance = { [Name in AppearanceName]?: string | undefined }

/** The columns for a body: an empty text removes a value, a missing one keeps it. */
export const appearanceOf = (input: Appearance): Appearance =>
  Object.fromEntries(
    appearanceNames.filter((name) => input[name] !== undefined).map((name) => [name, input[name]?.trim() || undefined]),
  )
