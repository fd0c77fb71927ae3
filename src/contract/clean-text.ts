/** Characters that say nothing and that XML forbids: controls, halves of a surrogate pair, U+FFFE and U+FFFF. NUL is refused instead. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unusable = /[\x01-\x08\x0e-\x1f\x7f\ufffe\uffff\p{Surrogate}]/gu
/** What presentations and printers use for the end of a line or of a page. */
const lineEnds = /[\v\f]/g

/**
 * A text as it is kept: without the invisible characters that come along when it is pasted from elsewhere.
 * @param lineEnd what a vertical tab and a form feed become
 */
export const cleanText = (text: string, lineEnd: '\n' | ' ' = ' ') =>
  text.replace(lineEnds, lineEnd).replace(unusable, '')
