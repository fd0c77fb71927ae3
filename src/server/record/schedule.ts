import { hasSchedule } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import { HttpError } from '#server/runtime/http-error.ts'

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
  const message = 'The end must be after the time of publication'
  throw new HttpError(422, message, [{ path: 'unpublishAt', message }])
}
