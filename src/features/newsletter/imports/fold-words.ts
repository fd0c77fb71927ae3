/**
 * A heading, a word or the name of a file as it is compared: in lower case, without accents and punctuation, with the words of camel case
 * apart. `E-Mail`, `e_mail` and `EMail` are `email`; `Opted out` and `optOut` are `optout`.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/\be mail/g, 'email')
    .replace(/\bopt(?:ed|ing)? ?(in|out)(s?)\b/g, 'opt$1$2')
    .replace(/\b(black|block|suppression) (?=list)/g, '$1')
