/** The name of one record in a sentence: 'an opening', 'an FAQ'. */
export const withArticle = (label: string): string =>
  `${/^([AEIOUaeiou]|[FHLMNRSX][A-Z])/.test(label) ? 'an' : 'a'} ${inSentence(label)}`

/** A label within a sentence: 'course', 'FAQ'. */
export const inSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase())
