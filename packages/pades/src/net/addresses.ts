import { BlockList, isIP } from 'node:net'

/** IPv4 ranges outside the public internet (IANA special-purpose registry, RFC 6890 and its updates). */
const forbidden4: [string, number][] = [
  ['0.0.0.0', 8], // this network; 0.0.0.0 reaches the machine itself
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and metadata services of some clouds
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, where clouds keep their metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved and broadcast
]

/** Ranges inside 2000::/3, the public part of IPv6, that are not public or embed an IPv4 address. */
const forbidden6: [string, number][] = [
  ['2001::', 23], // protocol assignments, Teredo, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: the IPv4 address behind it may be a private one
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

const blocked4 = new BlockList()
for (const [network, prefix] of forbidden4) blocked4.addSubnet(network, prefix, 'ipv4')
const blocked6 = new BlockList()
for (const [network, prefix] of forbidden6) blocked6.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/**
 * True if an address belongs to the public internet. False for loopback, private, link-local, shared, multicast and
 * reserved addresses, for IPv6 forms that embed an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo), whatever it is,
 * because public servers have a direct address, and for text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blocked4.check(address, 'ipv4')
  // a zone (fe80::1%eth0) only makes sense on a link
  if (version !== 6 || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}
