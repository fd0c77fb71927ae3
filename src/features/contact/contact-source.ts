import type { Visit } from '#contract/visit.ts'

/** Services by the end of their host. Others are named by their host. */
const services: [RegExp, string][] = [
  [/(^|\.)(linkedin\.com|lnkd\.in)$/, 'LinkedIn'],
  [/(^|\.)google(\.[a-z]{2,3}){1,2}$/, 'Google'],
  [/(^|\.)bing\.com$/, 'Bing'],
  [/(^|\.)duckduckgo\.com$/, 'DuckDuckGo'],
  [/(^|\.)(twitter\.com|x\.com|t\.co)$/, 'X'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'YouTube'],
  [/(^|\.)facebook\.com$/, 'Facebook'],
  [/(^|\.)instagram\.com$/, 'Instagram'],
  [/(^|\.)github\.com$/, 'GitHub'],
  [/(^|\.)(news\.ycombinator\.com)$/, 'Hacker News'],
  [/(^|\.)(chatgpt\.com|openai\.com)$/, 'ChatGPT'],
  [/(^|\.)perplexity\.ai$/, 'Perplexity'],
]

const serviceOf = (host: string) => services.find(([pattern]) => pattern.test(host))?.[1] ?? host.replace(/^www\./, '')

/** Where a visitor came from, in a word: the campaign's source, or else the site of the referrer. */
function sourceOf({ campaign, referrer }: Pick<Visit, 'campaign' | 'referrer'>): string | undefined {
  if (campaign?.source) return knownSource(campaign.source)
  return referrer && serviceOf(referrer)
}

/** `utm_source=linkedin` is the same as a link from linkedin.com. */
const knownSource = (source: string) =>
  services.find(([, name]) => name.toLowerCase() === source.toLowerCase())?.[1] ?? source

/** The campaign in one line: its source, medium and name as far as they are known. */
export const campaignLine = ({ campaign }: Pick<Visit, 'campaign'>): string =>
  [campaign?.source, campaign?.medium, campaign?.name].filter(Boolean).join(' / ')

/** One line about where a request came from: "from /courses/x · LinkedIn · autumn"; empty if nothing is known. */
export function sourceLine(visit: Visit): string {
  const parts = [visit.page && `from ${visit.page}`, sourceOf(visit), visit.campaign?.name]
  return parts.filter(Boolean).join(' · ')
}
