import { domainToASCII } from 'node:url'

/** Sender or recipient, as in the headers. */
export type MailAddress = { name: string; address: string }

/**
 * A local part that every mail server accepts (RFC 5321, 4.1.2: Dot-string), without the characters of old relay syntax
 * (`%`, `!`) and without shell metacharacters. Quoted strings are refused.
 */
const localPart = /^[A-Za-z0-9#$&'*+/=?^_~-]+(?:\.[A-Za-z0-9#$&'*+/=?^_~-]+)*$/
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

function asciiDomain(text: string): string | null {
  // Characters of address lists and comments are never in a domain, though a URL parser may accept them.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  const top = labels.at(-1)!
  if (domain.length > 253 || labels.length < 2 || !labels.every((one) => label.test(one))) return null
  // Neither a network address nor a local host name.
  return /^\d+$/.test(top) || top === 'localhost' ? null : domain
}

/**
 * Parses one plain address (RFC 5321, 4.1.2) into its wire form: domain in lower case and in ASCII form (RFC 5890).
 * Null for anything else: several addresses, a group, a name, a comment, quotes, a route, an address literal or line
 * breaks.
 */
export function parseAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > 254) return null
  const local = text.slice(0, at)
  const domain = asciiDomain(text.slice(at + 1))
  if (domain === null || local.length > 64 || !localPart.test(local)) return null
  return local.length + 1 + domain.length > 254 ? null : `${local}@${domain}`
}

/** Removes duplicates regardless of case; keeps the first spelling. */
export function uniqueAddresses(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const address of addresses) {
    const key = address.toLowerCase()
    if (!seen.has(key)) seen.set(key, address)
  }
  return [...seen.values()]
}

/** Masks an address so that only its owner recognises it: `an•••@foja.example`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const local = Array.from(address.slice(0, at))
  return `${local.slice(0, Math.min(2, Math.floor(local.length / 2))).join('')}•••${address.slice(at)}`
}

/** Parses `Nombre <a@b.example>` or a plain address from a setting; null when it is neither. */
export function parseSender(text: string): MailAddress | null {
  const named = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/.exec(text.trim())
  const address = parseAddress(named?.groups?.['address']?.trim() ?? text.trim())
  if (address === null) return null
  const name = (named?.groups?.['name'] ?? '').trim().replace(/^"(.*)"$/, '$1')
  return name === oneLine(name, 100) ? { name, address } : null
}

/** Line breaks and other control characters, direction marks, and lone surrogates. */
const unwanted = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+|\p{Cs}+/gu

/**
 * Cleans a text for a header or a name: one line, no control characters, no direction marks, at most `most` characters.
 */
export function oneLine(text: string, most = 200): string {
  const line = text.replace(unwanted, ' ').replace(/ {2,}/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
