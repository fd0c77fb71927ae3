/** Whether an address is the back office's, which exists in the fragment only. `/subscribers` is a second address of one of its screens. */
export const isAdminPath = (path: string) => /^\/(admin|subscribers)(\/|$)/.test(path)

/**
 * Whether a text is the whole address of a page or file on the web, http or https. Addresses with a name or password are refused,
 * because the part before the `@` can look like the site.
 */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return false
  // `https:example.com` is an absolute address, but a path on a site whose address begins with https.
  return url.href === URL.parse(text, `${url.protocol}//site.invalid`)?.href
}

/** Whether a text is a path on this site, whatever the site's address: `/courses`. Browsers read `/\` as `//`, which leads to another site. */
export const isOwnPath = (text: string): boolean =>
  text.startsWith('/') &&
  ['https://one.invalid', 'https://two.invalid'].every((site) => URL.parse(text, site)?.origin === site)

/** Whether a link may lead there: a path on this site, a web address, an e-mail address or a phone number. */
export function isLinkTarget(text: string): boolean {
  if (isOwnPath(text) || isWebAddress(text)) return true
  const url = URL.parse(text)
  return url !== null && ['mailto:', 'tel:'].includes(url.protocol) && url.pathname !== ''
}

/** Decodes a part of an address; one that cannot be decoded is returned as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
