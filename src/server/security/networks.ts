import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Stands for the address of a caller who has none, or whose proxy sends something else. They all count as one. */
const unknown = 'unknown'

/**
 * The address of a caller in what the connection or a proxy says: without brackets, zone and port, since proxies such as Azure's append the
 * port, which is another one for each connection.
 */
export function addressIn(given = ''): string {
  const plain = given
    .trim()
    .replace(/^\[(.*)\](:\d*)?$/, '$1')
    .replace(/%.*$/, '')
  return [plain, plain.replace(/:\d*$/, '')].find((address) => isIP(address)) ?? unknown
}

/**
 * The host that an address counts as, and the network around it. For IPv6 these are the /64, the smallest network that providers assign, and
 * the /48, the largest that one customer gets; for IPv4 the address and its /24. IPv4 addresses mapped to IPv6 count as IPv4.
 */
export function networksOf(given: string | undefined): { host: string; network: string } {
  const address = addressIn(given)
  if (address === unknown) return { host: unknown, network: unknown }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return { host: parsed.toString(), network: parsed.octets.slice(0, 3).join('.') }
  const groups = parsed.parts.map((part) => part.toString(16))
  return { host: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':') }
}

/** The IANA has assigned no other IPv6 addresses to the public internet. */
const assigned = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is of the public internet: not of this machine, a private or local network, or one that is set aside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(assigned))
}
