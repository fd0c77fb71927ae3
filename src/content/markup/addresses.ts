const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:']
const fileSchemes = ['http:', 'https:']

/**
 * Reads an address as a browser would (which ignores tabs, line ends and outer spaces, and takes `\` for `/`), and writes it so that it
 * cannot be misread: a path as it is, anything else in full.
 * @returns null for what may not be linked to, such as `javascript:` and `data:`
 */
export function safeAddress(address: string, kind: 'link' | 'file'): string | null {
  const cleaned = address.replace(/^[\0-\x20\s]+|[\t\n\r]+|[\0-\x20\s]+$/g, '')
  const withoutScheme = /^[\\/]{2}/.test(cleaned)
  if (!withoutScheme && !/^[a-z][a-z\d+.-]*:/i.test(cleaned)) return cleaned
  const url = URL.parse(withoutScheme ? `https:${cleaned}` : cleaned)
  return url && (kind === 'link' ? linkSchemes : fileSchemes).includes(url.protocol) ? url.href : null
}

/** Whether an address made by `safeAddress` leads to another site than `siteOrigin` (`https://www.example.com`). */
export const leadsAway = (address: string, siteOrigin?: string) =>
  /^https?:/.test(address) && URL.parse(address)?.origin !== siteOrigin
