/** The longest name that a cover is drawn from, in characters. */
export const longestCoverName = 60

/** Controls, changes of direction, halves of characters and private ones; not those that join the letters of Indian scripts. */
const unusable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu

/** More marks on a letter than a language has, which would cover what is above and below. */
const piledMarks = /(\p{M}{4})\p{M}+/gu

/** The name of a cover as its address has it: one line without invisible characters or slashes, at most 60 characters. It may be empty. */
export const coverName = (text: string): string =>
  [
    ...text
      .replace(/[\s/\\]/g, ' ')
      .replace(unusable, '')
      .normalize('NFC')
      .replace(piledMarks, '$1')
      .replace(/ +/g, ' ')
      .trimStart(),
  ]
    .slice(0, longestCoverName)
    .join('')
    // `.svg` ends the address of the file, and dots without anything else lead to another folder.
    .replace(/(\s*\.svg)*\s*$/i, '')
    .replace(/^\.+$/, '')

/** The page of a cover. With `.svg` it is the address of its file. */
export const coverPath = (name: string) => `/cover/${encodeURIComponent(name)}`
