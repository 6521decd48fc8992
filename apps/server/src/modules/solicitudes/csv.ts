/** A file that opens as a table in Excel and LibreOffice (RFC 4180), with the separator that they expect by language. */

/** What a spreadsheet would take for a formula (OWASP, CSV injection); an apostrophe makes it text. */
const formula = /^[=+\-@\t\r]/

/** One field; quoted where it holds a separator, a quote or a line break. */
export function csvField(value: string, separator: string): string {
  const text = formula.test(value) ? `'${value}` : value
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export function csvLine(values: readonly string[], separator: string): string {
  return `${values.map((value) => csvField(value, separator)).join(separator)}\r\n`
}

/** Says that what follows is UTF-8; without it Excel takes it for Windows-1252. */
export const byteOrderMark = '\ufeff'
