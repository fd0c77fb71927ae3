/** Makes a slug from a title: each run of characters other than a-z and 0-9 becomes one hyphen, with none at the ends. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/**
 * Makes a slug from a title in any script, written with Latin letters.
 * @param toAscii transliterates a text; it starts each Chinese or Korean syllable with a capital
 */
export const latinSlugOf = (title: string, toAscii: (text: string) => string): string =>
  slugOf(
    title
      .split(/([^\p{L}\p{M}]+)/u)
      .map((word) =>
        /^[\p{Script=Han}\p{Script=Hangul}]/u.test(word)
          ? toAscii(word).replace(/(?<=[a-z])(?=[A-Z])/g, '-')
          : toAscii(word),
      )
      .join('')
      .replace(/[`'’]/g, ''),
  )
