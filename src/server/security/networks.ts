import { isIPv6 } from 'node:net'

/**
 * The network that counts as one host, and the larger one around it. IPv6 networks are handed out by the /64, so all of one is one host,
 * and the /48 is what a customer gets at most; an IPv4 address stands in its /24. An IPv4 address may come dressed as IPv6.
 */
export function networksOf(address: string): { host: string; network: string } {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(bare)) return { host: bare, network: bare.split('.').slice(0, 3).join('.') }
  // In its one canonical form, in which at most one run of zeros is left out.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = before.split(':').filter(Boolean)
  if (after !== undefined) groups.push(...Array(8 - groups.length - after.split(':').filter(Boolean).length).fill('0'))
  return { host: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':') }
}
