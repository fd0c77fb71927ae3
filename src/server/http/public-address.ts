import ipaddr from 'ipaddr.js'

/** The IANA has assigned no other IPv6 addresses to the public internet. */
const assigned = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is of the public internet: not of this machine, a private or local network, or one that is set aside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(assigned))
}
