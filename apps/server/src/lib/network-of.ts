import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser accepts every short form, and writes an IPv4 tail as two groups.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/**
 * Returns the network that an address counts as in throttles. A line gets at least a /64 of IPv6 (RFC 6177) and may use
 * any address of it, so they count as one. IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2) are IPv4; others are
 * unchanged.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
