import { BlockList, isIP } from 'node:net'
import { ProblemError } from '../../../http/problem.ts'

type Network = { address: string; family: 'ipv4' | 'ipv6'; prefix: number }

/** Parses an address with an optional prefix length; null if it is neither. */
function parseNetwork(text: string): Network | null {
  const [address = '', length] = text.split('/')
  const version = isIP(address)
  if (version === 0) return null
  const most = version === 4 ? 32 : 128
  const prefix = length === undefined ? most : Number(length)
  return prefix > most ? null : { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix }
}

/**
 * Networks in CIDR form, each once.
 * @throws ProblemError key_network_wrong
 */
export function readNetworks(texts: readonly string[]): string[] {
  const networks = texts.map((text) => {
    const network = parseNetwork(text)
    if (network === null) throw new ProblemError('key_network_wrong', { subject: text, field: 'networks' })
    return `${network.address.toLowerCase()}/${network.prefix}`
  })
  return [...new Set(networks)]
}

/** True if an address is within one of the networks, or if there are none. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const [plain = ''] = address.split('%', 1)
  const list = new BlockList()
  for (const text of networks) {
    const network = parseNetwork(text)
    if (network !== null) list.addSubnet(network.address, network.prefix, network.family)
  }
  // An IPv4-mapped IPv6 address is found in IPv4 networks too.
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
