/** A file that opens as a table in Excel and LibreOffice (RFC 4180), with the separator that they expect by language. */

/**
 * Whether a spreadsheet might take it for a formula (OWASP, CSV injection): some skip white space and signs without a
 * width before it, and take the full-width forms for the plain ones.
 */
function isFormula(value: string): boolean {
  const sign = value.replace(/^[\s\p{C}]+/u, '').charAt(0)
  return /^[\t\r]/.test(value) || /[=+\-@]/.test(sign.normalize('NFKC'))
}

/**
 * One field; an apostrophe makes a formula text. Quoted where it holds a quote, a line break or anything that separates
 * fields in some language: whoever opens the file may have another than the file was written for.
 */
export function csvField(value: string): string {
  const text = isFormula(value) ? `'${value}` : value
  return /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export function csvLine(values: readonly string[], separator: string): string {
  return `${values.map(csvField).join(separator)}\r\n`
}

/** Says that what follows is UTF-8; without it Excel takes it for Windows-1252. */
export const byteOrderMark = '\ufeff'
