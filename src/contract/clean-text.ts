/** Invisible characters that XML forbids: controls, lone surrogates, U+FFFE and U+FFFF. NUL is refused instead. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const unusable = /[\x01-\x08\x0e-\x1f\x7f\ufffe\uffff\p{Surrogate}]/gu
/** Vertical tab and form feed, which presentation programs and printers use as the end of a line or page. */
const lineEnds = /[\v\f]/g

/** All that ends a line for some program, with the tab and the controls that XML allows: in a calendar or a header, the next line would begin there. */
const endsLine = /[\t-\r\x80-\x9f\u2028\u2029]+/g

/**
 * Removes invisible characters, which come with text pasted from other programs.
 * @param lineEnd replaces vertical tabs and form feeds. A space makes one line of the text; left out, the other ends of lines stay as they are.
 */
export const cleanText = (text: string, lineEnd?: '\n' | ' ') =>
  text.replace(unusable, '').replace(lineEnd === ' ' ? endsLine : lineEnds, lineEnd ?? ' ')

/** Whether a reader sees nothing of a text. Fillers count as letters or signs in Unicode. NUL is refused elsewhere. */
export const showsNothing = (text: string) => !/\0|[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
