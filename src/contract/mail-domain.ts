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
