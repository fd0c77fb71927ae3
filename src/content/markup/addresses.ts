const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:']
const fileSchemes = ['http:', 'https:']

/**
 * Normalises an address the way browsers read it (they ignore tabs, line ends and outer spaces, and treat `\` as `/`): a path stays as it is,
 * anything else becomes an absolute URL.
 * @returns null for forbidden schemes such as `javascript:` and `data:`
 */
export function safeAddress(address: string, kind: 'link' | 'file'): string | null {
  const cleaned = address.replace(/^[\0-\x20\s]+|[\t\n\r]+|[\0-\x20\s]+$/g, '')
  const withoutScheme = /^[\\/]{2}/.test(cleaned)
  if (!withoutScheme && !/^[a-z][a-z\d+.-]*:/i.test(cleaned)) return cleaned
  const url = URL.parse(withoutScheme ? `https:${cleaned}` : cleaned)
  return url && (kind === 'link' ? linkSchemes : fileSchemes).includes(url.protocol) ? url.href : null
}

/** Whether an address has a picture in it: `data:image/png;base64,…`. */
export const isEmbedded = (address: string): boolean => /^data:image\//i.test(address)

/** Whether an address made by `safeAddress` leads to another site than `siteOrigin` (`https://www.example.com`). */
export const leadsAway = (address: string, siteOrigin?: string) =>
  /^https?:/.test(address) && URL.parse(address)?.origin !== siteOrigin
