import { domainToASCII } from 'node:url'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const host = new RegExp(`^(?:${label}\\.)+(?=[a-z])${label}$`)

/** The domain of an address in lower case and ASCII; null if it is not one. */
export function mailDomain(text: string): string | null {
  // What follows one of these is not part of a host, and would be cut off.
  if (/[/\\?#:@\s]/.test(text)) return null
  const domain = domainToASCII(text)
  return domain.length <= 253 && host.test(domain) ? domain : null
}
