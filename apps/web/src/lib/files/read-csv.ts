import { decodeCsv, parseCsv, separatorOf, type Separator } from './csv-text.ts'

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
