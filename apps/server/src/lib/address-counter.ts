import { networkOf } from './network-of.ts'

/**
 * Counts events per address in memory, in fixed windows of `seconds`. The returned function counts one and returns the
 * seconds to wait, or 0 if `tries` are not exceeded.
 */
export function createAddressCounter(
  { tries, seconds }: { tries: number; seconds: number },
  clock: () => Date,
): (address: string) => number {
  let window = 0
  let counts = new Map<string, number>()
  return (address) => {
    const now = clock().getTime() / 1000
    const current = Math.floor(now / seconds)
    if (current !== window) counts = new Map()
    window = current
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count <= tries ? 0 : Math.ceil((current + 1) * seconds - now)
  }
}
