/** Large bodies are large by long texts. So many values, or levels of nesting, no honest one has. */
const mostParts = 300_000

/**
 * Whether a JSON text has so many parts that to parse it would hold up everybody: each costs a microsecond and some
 * tens of bytes.
 */
export function hasTooManyParts(json: string): boolean {
  if (json.length <= mostParts) return false
  let parts = 0
  for (const _part of json.matchAll(/[[{,]/g)) if ((parts += 1) > mostParts) return true
  return false
}
