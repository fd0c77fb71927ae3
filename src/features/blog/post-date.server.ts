type Plan = { publishAt?: string | null | undefined; dateShown?: string | null | undefined }
type StoredPost = Plan & { _id: string; createdAt: string }

/**
 * The date of a post that readers see and that lists are ordered by: the one that its author has set, or else the time of publication, or else
 * that of its creation. A date that nothing changes stays.
 * @param input as it is saved; a time that is left out stays
 */
export function dateOf(input: Plan, stored: StoredPost | undefined, now: string): { createdAt?: string } {
  if (!('publishAt' in input) && !('dateShown' in input)) return {}
  const { dateShown, publishAt } = { ...stored, ...input }
  const set = dateShown ?? publishAt
  if (set) return { createdAt: set }
  if (!stored) return {}
  if (!stored.dateShown && stored.createdAt <= now) return {}
  // A post that was planned and is now published at once is new.
  return { createdAt: stored.dateShown ? timeOfId(stored._id) : now }
}

/** A UUID of version 7 begins with the milliseconds of its creation. */
const timeOfId = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
