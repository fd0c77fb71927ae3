import { type AppearanceName, appearanceNames } from '#contract/search-appearance.ts'
import { hasSchedule } from '#server/database/lifecycle.ts'
import { optional, type Table, text } from '#server/database/table.ts'
import { invalid } from '#server/runtime/http-error.ts'

const times = ['publishAt', 'unpublishAt', 'dateShown'] as const
type Time = (typeof times)[number]

/** An input whose empty times are undefined; no other field is. */
export type Cleared<Input> = {
  [K in keyof Input]: K extends Time ? Exclude<Input[K], null> : Exclude<Input[K], undefined>
}

/** An input in which empty times are undefined, which removes them; those that were left out are still left out. */
export const withoutEmptyTimes = <Input>(input: Input): Cleared<Input> =>
  Object.fromEntries(
    Object.entries(input as object).map(([name, value]) => [
      name,
      (times as readonly string[]).includes(name) && !value ? undefined : value,
    ]),
  ) as Cleared<Input>

/** @throws HttpError 422 when a row ends before it appears */
export function checkSchedule(table: Table, { publishAt, unpublishAt }: { publishAt?: string; unpublishAt?: string }) {
  if (!hasSchedule(table) || !publishAt || !unpublishAt || unpublishAt > publishAt) return
  throw invalid('unpublishAt', 'The end must be after the time of publication')
}

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
