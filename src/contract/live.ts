/**
 * Whether visitors see a record, or have seen it: it is switched on, and the time of its publication has come. An entity without a switch is
 * always public.
 */
export function hasBeenLive(
  record: { published?: unknown; active?: unknown; publishAt?: unknown },
  now: number,
): boolean {
  if (!(record.published ?? record.active ?? true)) return false
  return typeof record.publishAt !== 'string' || record.publishAt === '' || Date.parse(record.publishAt) <= now
}
