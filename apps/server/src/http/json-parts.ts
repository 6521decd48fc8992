/** Valid requests stay far below this: large bodies are large because of long texts. */
const mostParts = 300_000

/**
 * True if a JSON text has so many values and nesting levels that parsing would block the event loop: each costs a
 * microsecond and some tens of bytes.
 */
export function hasTooManyParts(json: string): boolean {
  if (json.length <= mostParts) return false
  let parts = 0
  for (const _part of json.matchAll(/[[{,]/g)) if ((parts += 1) > mostParts) return true
  return false
}
