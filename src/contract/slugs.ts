/** Latin letters that Unicode does not decompose into a letter a to z and a mark. */
const letters = new Map(
  'ßss æae œoe øo łl ıi đd ðd þth ħh ŋng ŧt ĸq əe ɓb ɗd ɛe ɔo ƙk ɣg ʋv ẜs ẝs ẟd ỻl ỽv ỿy'
    .split(' ')
    .map(([letter = '', ...plain]) => [letter, plain.join('')]),
)

/**
 * Makes a slug from a title: each run of characters other than a-z and 0-9 becomes one hyphen, with none at the ends. Letters of the Latin
 * script lose their accents first; `slug-field.tsx` has those of other scripts.
 */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => letters.get(letter) ?? letter)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** Whether `slugOf` drops letters of another script. */
export const losesLetters = (title: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(title)

/** Emoji and other pictographs are no words, but a transliteration names them. Signs that are made of letters, such as ™, are none. */
const withoutPictographs = (text: string): string =>
  text.replace(/[\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]/gu, (sign) =>
    sign.normalize('NFKD') === sign ? ' ' : sign,
  )

/**
 * Makes a slug from a title in any script, written with Latin letters.
 * @param toAscii transliterates a text; it starts each Chinese or Korean syllable with a capital
 */
export const latinSlugOf = (title: string, toAscii: (text: string) => string): string =>
  slugOf(
    withoutPictographs(title)
      .split(/([^\p{L}\p{M}]+)/u)
      .map((word) =>
        /^[\p{Script=Han}\p{Script=Hangul}]/u.test(word)
          ? toAscii(word).replace(/(?<=[a-z])(?=[A-Z])/g, '-')
          : toAscii(word),
      )
      .join('')
      .replace(/[`'’]/g, ''),
  )

const ofCopy = { title: 'Copy of ', slug: '-copy' }

/** The name of a copy, within the limit for names. */
export const copyTitle = (title: string): string => `${ofCopy.title}${title}`.slice(0, Math.max(200, title.length))

/** Whether a name is still that of a copy. */
export const isNameOfCopy = (name: string): boolean => name.trimStart().startsWith(ofCopy.title)

/** The slug of a copy, which may need a number after it. A copy of a copy does not get longer. */
export const copySlug = (slug: string): string => `${slug.replace(/-copy(-\d+)?$/, '')}${ofCopy.slug}`

/** Whether a copy has its first title and slug, so no one has chosen its address. */
export const isFirstOfCopy = (title: string, slug: string): boolean =>
  title.startsWith(ofCopy.title) && slug.replace(/-\d+$/, '').endsWith(ofCopy.slug)
