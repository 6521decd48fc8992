import type { Person } from './person.ts'

/** Replaces a name. In Spanish in every installation, as it is stored and not translated. */
export const erasedName = 'Persona borrada'

/** An address that belongs to no one (RFC 2606) and is unique. */
export const erasedEmail = (id: string) => `${id}@borrada.invalid`

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const word = '[\\p{L}\\p{N}]'

/** Replaces the names, addresses and identifications of a person in a text. Short names only as the whole text. */
export function createScrub({ emails, idents, names }: Person): (text: string) => string {
  const long = names.filter((name) => name.length >= 5)
  const parts = [...emails, ...idents, ...long].toSorted((a, b) => b.length - a.length)
  const pattern =
    parts.length === 0 ? null : new RegExp(`(?<!${word})(?:${parts.map(escaped).join('|')})(?!${word})`, 'giu')
  const whole = new Set(names)
  return (text) => {
    if (whole.has(text)) return erasedName
    return pattern === null ? text : text.replace(pattern, erasedName)
  }
}

/** Applies `scrub` to every string of a JSON value. */
export function scrubJson(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value)
  if (Array.isArray(value)) return value.map((item) => scrubJson(item, scrub))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, scrubJson(member, scrub)]))
}
