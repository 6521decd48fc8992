export type Recipient = { address: string; valid: boolean; suggestion: string | null }

/** What the server accepts too (contracts: an address in lower case, 254 characters at most, RFC 5321). */
const shape = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** The mail services that most people here have, for the hint. */
const known = [
  'gmail.com',
  'hotmail.com',
  'hotmail.es',
  'outlook.com',
  'outlook.es',
  'yahoo.com',
  'yahoo.es',
  'icloud.com',
  'live.com',
  'proton.me',
  'protonmail.com',
]

/** Endings that are nearly always a slip of the finger. */
const endings: Record<string, string> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  'co,m': 'com',
  ogr: 'org',
  nte: 'net',
}

/** How many letters must be added, taken, changed or swapped with their neighbour to make `a` into `b`. */
function distance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = best
    }
  }
  return rows[a.length]![b.length]!
}

/** `rosa@gmial.com` → `rosa@gmail.com`; null where nothing looks mistyped. */
export function suggest(address: string): string | null {
  const at = address.lastIndexOf('@')
  if (at < 1) return null
  const domain = address.slice(at + 1)
  if (known.includes(domain)) return null
  const near =
    known.find((one) => distance(domain, one) === 1) ??
    known.find((one) => one.length > 8 && distance(domain, one) === 2)
  if (near !== undefined) return `${address.slice(0, at)}@${near}`
  const dot = domain.lastIndexOf('.')
  const ending = endings[domain.slice(dot + 1)]
  return dot < 1 || ending === undefined ? null : `${address.slice(0, at)}@${domain.slice(0, dot + 1)}${ending}`
}

export function recipientOf(text: string): Recipient {
  const address = text.trim().toLowerCase()
  const valid = address.length <= 254 && shape.test(address)
  const suggestion = suggest(address)
  return { address, valid, suggestion: suggestion !== null && shape.test(suggestion) ? suggestion : null }
}

/**
 * The addresses in what was typed or pasted: with commas, semicolons, spaces or lines between them, and as mail programs
 * copy them: `"Mora, Rocío" <rocio@ejemplo.ec>`. Each once, in order.
 */
export function parseRecipients(text: string): Recipient[] {
  const plain = text
    .replace(/mailto:/gi, '')
    // a shown name may hold commas: the address in angle brackets is all that counts
    .replace(/(?:"[^"]*"|[^<>,;\n"]*)\s*<([^<>]*)>/g, ' $1 ')
  const words = plain.split(/[\s,;]+/).map((word) => word.replace(/^[<("'[]+|[>)"'\].]+$/g, ''))
  const found = words.filter((word) => word !== '').map(recipientOf)
  return found.filter((one, at) => found.findIndex(({ address }) => address === one.address) === at)
}

/** The list with more at its end, each address once. */
export const addRecipients = (list: readonly string[], more: readonly Recipient[]): string[] => [
  ...new Set([...list, ...more.map(({ address }) => address)]),
]
