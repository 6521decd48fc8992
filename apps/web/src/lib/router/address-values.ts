/** Parsers for search parameters of the address; invalid values become undefined. */

export const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)

export const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined

export const wholeOf = (value: unknown, maximum: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= maximum ? number : undefined
}

export const uuidOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined

export const flagOf = (value: unknown): '1' | undefined => oneOf(['1'] as const, value)

/** Search parameters for the address: text, without unset values. */
export const toAddress = (change: Record<string, string | number | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

/** The query string of a call; empty if nothing is set. */
export function toQuery(wishes: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wishes)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
