/** Supported separators. */
export const separators = [';', ',', '\t'] as const
type Separator = (typeof separators)[number]

/**
 * Decodes a CSV file: UTF-16 and UTF-8 with BOM, UTF-8 without one, or else Windows-1252, which Excel writes in Spanish
 * and English. Null for binary data.
 */
export function decodeCsv(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  // Control characters that no spreadsheet writes: a file of another type.
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000E-\u001A]/.test(text) ? null : text
}

function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' | 'windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The separator that gives the most cells in the first row; a `sep=;` line takes precedence, as in Excel. */
export function separatorOf(text: string): Separator {
  const told = /^sep=(.)\r?\n/i.exec(text)?.[1]
  const named = separators.find((one) => one === told)
  if (named !== undefined) return named
  const cells = separators.map((separator) => ({ separator, count: parseCsv(text, separator, 1)[0]?.length ?? 0 }))
  return cells.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ';'
}

/**
 * Parses a CSV (RFC 4180): quoted cells may contain separators, line breaks and doubled quotes. A quote inside an
 * unquoted cell is an ordinary character. Empty rows are skipped. @param most maximum number of rows.
 */
export function parseCsv(text: string, separator: Separator, most = Infinity): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let at = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0
  let quoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((one) => one.trim() !== '')) rows.push(row)
    row = []
  }
  for (; at < text.length && rows.length < most; at += 1) {
    const sign = text[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      endRow()
    } else cell += sign
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow()
  return rows
}

/** Cells with any of the separators are quoted, because the reader may use another one. */
const inQuotes = (cell: string) =>
  /["\r\n,;\t]/.test(cell) || /^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** Writes a CSV as Excel reads it: with the UTF-8 BOM. */
export const writeCsv = (rows: readonly (readonly string[])[], separator: Separator): string =>
  `\uFEFF${rows.map((row) => row.map(inQuotes).join(separator)).join('\r\n')}\r\n`

/** A CSV as a Blob. */
export const csvBlob = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })

/** Maximum size of a list in bytes. */
const mostCsvBytes = 5_000_000

export type CsvTable = {
  name: string
  separator: Separator
  /** Column titles. */
  header: string[]
  rows: string[][]
}
export type CsvFault = { code: 'empty' | 'tooLarge' | 'notText' } | { code: 'tooMany'; count: number }

/** Reads at most `most` rows of a file, or says why it cannot be used. */
export function readCsv(name: string, bytes: Uint8Array, most: number): { table: CsvTable } | { fault: CsvFault } {
  if (bytes.length > mostCsvBytes) return { fault: { code: 'tooLarge' } }
  const text = decodeCsv(bytes)
  if (text === null) return { fault: { code: 'notText' } }
  const separator = separatorOf(text)
  const [header, ...rows] = parseCsv(text, separator)
  if (header === undefined || rows.length === 0) return { fault: { code: 'empty' } }
  if (rows.length > most) return { fault: { code: 'tooMany', count: rows.length } }
  return { table: { name, separator, header: header.map((title) => title.trim()), rows } }
}
