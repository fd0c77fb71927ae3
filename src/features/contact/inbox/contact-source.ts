import { sourceName } from '#contract/sources.ts'
import type { Visit } from '#contract/visit.ts'

/** Where a visitor came from, in a word: the campaign's source, or else the site of the referrer. */
const sourceOf = ({ campaign, referrer }: Pick<Visit, 'campaign' | 'referrer'>): string =>
  sourceName(campaign?.source ?? referrer ?? '')

/** The campaign in one line: its source, medium and name as far as they are known. */
export const campaignLine = ({ campaign }: Pick<Visit, 'campaign'>): string =>
  [campaign?.source, campaign?.medium, campaign?.name].filter(Boolean).join(' / ')

/** One line about where a request came from: "from /courses/x · LinkedIn · autumn"; empty if nothing is known. */
export function sourceLine(visit: Visit): string {
  const parts = [visit.page && `from ${visit.page}`, sourceOf(visit), visit.campaign?.name]
  return parts.filter(Boolean).join(' · ')
}
