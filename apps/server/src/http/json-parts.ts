import { jsonLimits } from './limits.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Index of the quotation mark that ends the string which begins at `start`; the length of the text if none does. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  for (; end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return json.length
}

/**
 * True if a JSON text has more than `values` values, or more nesting than any call needs, so that parsing and
 * validating it would block the event loop. Takes time in proportion to the text, and no memory.
 */
export function isTooComplex(json: string, values: number): boolean {
  let [parts, depth] = [1, 0]
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfString(json, at)
    else if (code === comma) parts += 1
    else if (opening.has(code)) {
      parts += 1
      depth += 1
    } else if (closing.has(code)) depth -= 1
    if (parts > values || depth > jsonLimits.depth) return true
  }
  return false
}
