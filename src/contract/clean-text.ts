/** Invisible characters that XML forbids: controls, lone surrogates, U+FFFE and U+FFFF. NUL is refused instead. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const unusable = /[\x01-\x08\x0e-\x1f\x7f\ufffe\uffff\p{Surrogate}]/gu
/** Vertical tab and form feed, which presentation programs and printers use as the end of a line or page. */
const lineEnds = /[\v\f]/g

/**
 * Removes invisible characters, which come with text pasted from other programs.
 * @param lineEnd replaces vertical tabs and form feeds
 */
export const cleanText = (text: string, lineEnd: '\n' | ' ' = ' ') =>
  text.replace(lineEnds, lineEnd).replace(unusable, '')
