/** What an address that anybody may have written is read with: whatever is not understood is as if it were not there. */

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

/** As an address holds it: text, and nothing for what is not set. */
export const toAddress = (change: Record<string, string | number | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

/** The same as the query of a call; empty where nothing is set. */
export function toQuery(wishes: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wishes)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
