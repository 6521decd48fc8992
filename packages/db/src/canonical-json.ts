/**
 * Serialises equal values to equal text: keys sorted by UTF-16 code unit, no spaces, numbers and strings as
 * `JSON.stringify` writes them (RFC 8785). Keys whose value is undefined are omitted.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (value instanceof Date) return JSON.stringify(value)
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new TypeError(`not a JSON value: ${typeof value}`)
  return text
}
