import { domainToASCII } from 'node:url'

/** Whom a message is from or for, as its headers name them. */
export type MailAddress = { name: string; address: string }

/**
 * A local part that every mail server takes (RFC 5321, 4.1.2: Dot-string), without the characters by which old relays
 * were told to pass mail on (`%`, `!`) and those that mean something to a shell. Quoted strings are not taken.
 */
const localPart = /^[A-Za-z0-9#$&'*+/=?^_~-]+(?:\.[A-Za-z0-9#$&'*+/=?^_~-]+)*$/
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

function asciiDomain(text: string): string | null {
  // What an address list or a comment is made of never belongs to a domain, though a URL parser may read over it.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  const top = labels.at(-1)!
  if (domain.length > 253 || labels.length < 2 || !labels.every((one) => label.test(one))) return null
  // Neither an address of the network nor a name that only this computer knows.
  return /^\d+$/.test(top) || top === 'localhost' ? null : domain
}

/**
 * One plain address (RFC 5321, 4.1.2) in the form in which it travels: an international domain in its ASCII form (RFC
 * 5890), the domain in lower case. Null for whatever else: several addresses, a group, a name, a comment, quotes, a
 * route, an address literal, line breaks or anything beside it.
 */
export function parseAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > 254) return null
  const local = text.slice(0, at)
  const domain = asciiDomain(text.slice(at + 1))
  if (domain === null || local.length > 64 || !localPart.test(local)) return null
  return local.length + 1 + domain.length > 254 ? null : `${local}@${domain}`
}

/** Each address once, regardless of case, the first as it was written. */
export function uniqueAddresses(addresses: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const address of addresses) {
    const key = address.toLowerCase()
    if (!seen.has(key)) seen.set(key, address)
  }
  return [...seen.values()]
}

/** An address that its owner knows again and nobody else learns: `an•••@foja.example`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const local = Array.from(address.slice(0, at))
  return `${local.slice(0, Math.min(2, Math.floor(local.length / 2))).join('')}•••${address.slice(at)}`
}

/** `Nombre <a@b.example>` or a plain address, as a setting has it; null when it is neither. */
export function parseSender(text: string): MailAddress | null {
  const named = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/.exec(text.trim())
  const address = parseAddress(named?.groups?.['address']?.trim() ?? text.trim())
  if (address === null) return null
  const name = (named?.groups?.['name'] ?? '').trim().replace(/^"(.*)"$/, '$1')
  return name === oneLine(name, 100) ? { name, address } : null
}

/** Line breaks and other controls, the marks that turn the direction of writing, and halves of a pair alone. */
const unwanted = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+|\p{Cs}+/gu

/** Text for a header or a name: one line, no controls, no marks that turn the direction of writing, `most` characters. */
export function oneLine(text: string, most = 200): string {
  const line = text.replace(unwanted, ' ').replace(/ {2,}/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
