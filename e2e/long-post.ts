const vocabulary =
  'cloud data bill region server queue index cache vault token audit lease shard proxy cost margin lake mesh pod cron'.split(
    ' ',
  )
const sample = (count: number, seed: number) =>
  Array.from({ length: count }, (_, at) => vocabulary[(at * 7 + seed * 13) % 20]).join(' ')
const chapter = (at: number) =>
  `## Chapter ${at}\n\n${sample(60, at)} **${sample(3, at)}** and [a link](https://example.com/${at}).\n\n- ${sample(17, at)}\n- ${sample(18, at + 1)}\n`

/** The Markdown of a post with some chapters of a hundred words. */
export const chaptersOf = (count: number) => Array.from({ length: count }, (_, at) => chapter(at)).join('\n')

/** The Markdown of a post of more than 20,000 words. */
export const longPost = chaptersOf(200)
