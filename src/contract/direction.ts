/** Letters of scripts that run from right to left, such as Arabic and Hebrew, and the mark that stands for one. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** A letter, or such a mark: digits and punctuation have no direction. */
const strong = /[\p{L}\u200e\u200f\u061c]/u

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/**
 * The direction of a text of ours with words of others in it. A sentence that only begins with a name from right to left is one from left to right,
 * unlike what `dir="auto"` finds.
 */
export function mostlyDirectionOf(text: string): 'ltr' | 'rtl' {
  const letters = text.match(/\p{L}/gu) ?? []
  const toLeft = letters.filter(hasRightToLeft).length
  return directionOf(text) === 'rtl' && toLeft > 0.75 * letters.length ? 'rtl' : 'ltr'
}

/** The direction of the first letter, as `dir="auto"` finds it; undefined for a text without letters. */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const [first] = strong.exec(text) ?? []
  if (!first) return undefined
  return hasRightToLeft(first) ? 'rtl' : 'ltr'
}
