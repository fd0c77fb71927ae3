import { safeAddress } from '#content/markup/addresses.ts'

/**
 * An address as people type it, as the page will have it: `example.com` gets its https, `asha@example.com` its mailto.
 * @returns null for what may not be linked to
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim()
  if (address === '' || /\s/.test(address)) return null
  if (/^[^/?#:@]+@[^/?#:@]+\.[^/?#:@]+$/.test(address)) return `mailto:${address}`
  const named = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(address) && !/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address)
  return safeAddress(named ? `https://${address}` : address, 'link')
}
