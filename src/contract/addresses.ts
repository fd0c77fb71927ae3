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

/**
 * Whether a text is a path on this site, whatever the site's address: `/courses`. Browsers read `/\` as `//`, which leads to another site, and so
 * does the path of `/.//` for those who take it out of its address.
 */
export const isOwnPath = (text: string): boolean =>
  text.startsWith('/') &&
  ['https://one.invalid', 'https://two.invalid'].every((site) => {
    const url = URL.parse(text, site)
    return url?.origin === site && !url.pathname.startsWith('//')
  })

/** Whether a link may lead there: a path on this site, a web address, an email address or a phone number. */
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

/** Characters that would be read as another part of the address, or that nobody sees: they stay encoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: addresses of requests can have any character
const notPlain = /[%/?#\\\s\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/gu

/** One spelling for each segment of a path: decoded, except for what must be encoded. Bytes that are no UTF-8 stay as they are. */
function plainSegment(segment: string): string {
  try {
    return decodeURIComponent(segment.replace(/%(?![\da-f]{2})/gi, '%25'))
      .normalize()
      .replace(notPlain, encodeURIComponent)
  } catch {
    return segment
  }
}

/** One spelling for a path, also in its letters, but for their case: without empty segments and without a slash at the end. */
export const plainPath = (pathname: string): string =>
  `/${pathname.split('/').filter(Boolean).map(plainSegment).join('/')}`

/** Characters that would end the domain of a web address, or that it may encode. */
const notOfDomain = /[\s/?#\\:@%[\]<>]/

/**
 * An address with its domain as mail programs send it: `name@bücher.example` is `name@xn--bcher-kva.example`. Full-width letters and other
 * spellings of a domain become the one that the DNS has, so equal addresses are equal texts. An address in ASCII, and one whose domain cannot
 * exist, stays as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || isAscii(domain) || notOfDomain.test(domain)) return address
  const url = URL.parse(`http://${domain}`)
  // Digits alone would be the number of a computer.
  return url && !/^[\d.]+$/.test(url.hostname) ? `${address.slice(0, at)}@${url.hostname}` : address
}

/** Whether a text has only the characters that mail addresses always had. */
export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** The same for all addresses in a text. Quotation marks and the like end an address. */
export const withAsciiDomains = (text: string): string =>
  isAscii(text) ? text : text.replace(/@[^\s@,;:<>()"'?/]+/g, withAsciiDomain)
