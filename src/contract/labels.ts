/** The name of one record in a sentence: 'an opening', 'an FAQ'. */
export const withArticle = (label: string): string =>
  `${/^([AEIOUaeiou]|[FHLMNRSX][A-Z])/.test(label) ? 'an' : 'a'} ${inSentence(label)}`

/** A label within a sentence: 'course', 'FAQ'. */
export const inSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase())

const units = ['KB', 'MB', 'GB', 'TB']

/** 2,400,000 as '2.4 MB'. Any size has at least 1 KB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1_000 ** power
  return `${value < 10 && power > 1 ? value.toFixed(1) : Math.max(1, Math.round(value))} ${units[power - 1]}`
}
