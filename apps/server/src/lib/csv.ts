/** CSV (RFC 4180) for Excel and LibreOffice, with the separator that they expect by language. */

/**
 * True if a spreadsheet might evaluate it as a formula (OWASP, CSV injection): some skip white space and zero-width
 * characters before it, and accept full-width signs.
 */
function isFormula(value: string): boolean {
  const sign = value.replace(/^[\s\p{C}]+/u, '').charAt(0)
  return /^[\t\r]/.test(value) || /[=+\-@]/.test(sign.normalize('NFKC'))
}

/**
 * Writes one field; an apostrophe turns a formula into text. Quoted if it contains a quote, a line break or a separator
 * of any language, because the reader's locale may differ.
 */
export function csvField(value: string): string {
  const text = isFormula(value) ? `'${value}` : value
  return /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes one line with its line break. */
export function csvLine(values: readonly string[], separator: string): string {
  return `${values.map(csvField).join(separator)}\r\n`
}

/** Marks UTF-8; without it Excel assumes Windows-1252. */
export const byteOrderMark = '\ufeff'
