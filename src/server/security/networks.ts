import { isIPv6 } from 'node:net'

/**
 * The host that an address counts as, and the network around it. For IPv6 these are the /64, the smallest network that providers assign, and
 * the /48, the largest that one customer gets; for IPv4 the address and its /24. IPv4 addresses mapped to IPv6 count as IPv4.
 */
export function networksOf(address: string): { host: string; network: string } {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(bare)) return { host: bare, network: bare.split('.').slice(0, 3).join('.') }
  // `URL` gives the canonical form, in which at most one run of zeros is left out.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = before.split(':').filter(Boolean)
  if (after !== undefined) groups.push(...Array(8 - groups.length - after.split(':').filter(Boolean).length).fill('0'))
  return { host: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':') }
}
