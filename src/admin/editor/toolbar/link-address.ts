import { safeAddress } from '#content/markup/addresses.ts'

/**
 * The link for an address as people type it: `example.com` gets `https://`, `asha@example.com` gets `mailto:`.
 * @returns null for an address that links may not have
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim()
  if (address === '' || /\s/.test(address)) return null
  if (/^[^/?#:@]+@[^/?#:@]+\.[^/?#:@]+$/.test(address)) return `mailto:${address}`
  const named = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(address) && !/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address)
  return safeAddress(named ? `https://${address}` : address, 'link')
}
