import { isPossibleDate } from '../../ground/source.ts'

/** A date of an export, `2021-03-05 08:30:00`, as if it were in UTC; undefined for none, or one that cannot be. */
export function momentOf(text = ''): Date | undefined {
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    /^\s*(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text) ?? []
  ).map(Number)
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  return isPossibleDate(moment) && moment.getUTCFullYear() === year && moment.getUTCDate() === day ? moment : undefined
}

/** By how many minutes a time of a site is ahead of UTC; undefined when one of both is missing. */
export function offsetOf(local: string | undefined, utc: string | undefined): number | undefined {
  const [here, there] = [momentOf(local), momentOf(utc)]
  const offset = here && there && Math.round((here.getTime() - there.getTime()) / 60_000)
  return offset !== undefined && Math.abs(offset) <= 14 * 60 ? offset : undefined
}

/** The moment of an item: in UTC, in the time of its site, or of the feed. `odd` is a date that cannot be. */
export function publicationOf(
  { utc, local, feed }: { utc?: string | undefined; local?: string | undefined; feed?: string | undefined },
  offsets: Map<string, number>,
): { at?: string; odd?: string } {
  const exact = momentOf(utc)
  if (exact) return { at: exact.toISOString() }
  const here = momentOf(local)
  if (here) {
    const offset = offsets.get((local ?? '').trim().slice(0, 7)) ?? offsets.get('') ?? 0
    return { at: new Date(here.getTime() - offset * 60_000).toISOString() }
  }
  // A date of a feed has its zone.
  const named = feed && /(?:[+-]\d{4}|GMT|UTC|Z)\s*$/.test(feed) ? new Date(feed) : undefined
  if (named && isPossibleDate(named)) return { at: named.toISOString() }
  const odd = [local, utc].find((text) => text?.trim())?.trim()
  return odd ? { odd } : {}
}
