/** The part of a record that decides whether visitors see it. */
export type Staged = {
  published?: boolean | undefined
  active?: boolean | undefined
  publishAt?: string | undefined
  unpublishAt?: string | undefined
}

/** The steps of a record towards the public, in their order. */
const stages = ['draft', 'planned', 'public'] as const

/** A record that is not stored yet, or whose time is over, is public to no one, like a draft. */
export function stageOf(record: Staged | null, now: number): (typeof stages)[number] {
  const { published, active = true, publishAt = '', unpublishAt = '' } = record ?? { published: false }
  if (!(published ?? active) || (unpublishAt !== '' && Date.parse(unpublishAt) <= now)) return 'draft'
  return publishAt !== '' && Date.parse(publishAt) > now ? 'planned' : 'public'
}

/** Whether a save takes a record a step towards the public. @param before the stored record, or null for a new one */
export const advances = (before: Staged | null, after: Staged, now: number): boolean =>
  stages.indexOf(stageOf(after, now)) > stages.indexOf(stageOf(before, now))
