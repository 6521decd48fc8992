import type { CsvTable } from '../../../lib/files/read-csv.ts'
import { writeCsv } from '../../../lib/files/csv-text.ts'

/** The rows of a table that must be corrected, as a CSV with why in a last column. `reasons` by the place of the row. */
export function wrongRowsCsv(
  { header, rows, separator }: Pick<CsvTable, 'header' | 'rows' | 'separator'>,
  reasons: ReadonlyMap<number, string>,
  reasonTitle: string,
): string {
  const wrong = rows.flatMap((cells, at) => {
    const reason = reasons.get(at)
    // Short rows are filled up, so that the reason stands under its title.
    return reason === undefined ? [] : [[...header.map((_, column) => cells[column] ?? ''), reason]]
  })
  return writeCsv([[...header, reasonTitle], ...wrong], separator)
}
