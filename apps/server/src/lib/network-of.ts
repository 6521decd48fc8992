import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The reader of URLs knows every short form, and writes an IPv4 tail as two groups.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/**
 * Whom an address stands for where visitors are counted. One line gets a /64 of IPv6 at least (RFC 6177) and may take any
 * address of it: they are one. An IPv4 address that is written as IPv6 (RFC 4291, 2.5.5.2) is what it is; so is the rest.
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
