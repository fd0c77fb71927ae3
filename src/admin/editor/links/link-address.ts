import { safeAddress } from '#content/markup/addresses.ts'

const mailbox = /^[^/?#:@]+@[^/?#:@]+\.[^/?#:@]+$/
const domain = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/
const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i

/**
 * The link for an address as people type it: `example.com` gets `https://`, `asha@example.com` gets `mailto:`.
 * @returns null for an address that links may not have, and for words
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim()
  if (address === '' || /\s/.test(address)) return null
  if (mailbox.test(address)) return `mailto:${address}`
  if (scheme.test(address)) return safeAddress(address, 'link')
  if (domain.test(address)) return safeAddress(`https://${address}`, 'link')
  return /[/?#]/.test(address) ? safeAddress(address, 'link') : null
}
