/** Latin-1 text to bytes: ASCII text, or binary data with one byte per character. */
export function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** Larger numbers are meaningless on a page and would need an exponent. */
const largest = 1e9

/** A number in PDF syntax (ISO 32000-2 §7.3.3): at most four decimals, never an exponent. */
export function formatNumber(value: number): string {
  const fixed = Math.min(largest, Math.max(-largest, value))
    .toFixed(4)
    .replace(/\.?0+$/, '')
  return fixed === '-0' ? '0' : fixed
}
