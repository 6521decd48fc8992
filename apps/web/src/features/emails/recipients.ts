export type Recipient = { address: string; valid: boolean; suggestion: string | null }

/** The same rule as the contract: lower case, at most 254 characters (RFC 5321). */
const shape = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Common mail services, for suggestions. */
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

/** Top-level domains that are almost always typos. */
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

/** Edit distance with transpositions of neighbours. */
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

/** `rosa@gmial.com` → `rosa@gmail.com`; null if nothing looks mistyped. */
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
 * Extracts addresses from typed or pasted text, separated by commas, semicolons, spaces or lines, or as mail programs
 * copy them: `"Mora, Rocío" <rocio@ejemplo.ec>`. Each once, in order.
 */
export function parseRecipients(text: string): Recipient[] {
  const plain = text
    .replace(/mailto:/gi, '')
    // A display name may contain commas, so only the address in angle brackets is kept.
    .replace(/(?:"[^"]*"|[^<>,;\n"]*)\s*<([^<>]*)>/g, ' $1 ')
  const words = plain.split(/[\s,;]+/).map((word) => word.replace(/^[<("'[]+|[>)"'\].]+$/g, ''))
  const found = words.filter((word) => word !== '').map(recipientOf)
  return found.filter((one, at) => found.findIndex(({ address }) => address === one.address) === at)
}

/** Appends addresses, each once. */
export const addRecipients = (list: readonly string[], more: readonly Recipient[]): string[] => [
  ...new Set([...list, ...more.map(({ address }) => address)]),
]
