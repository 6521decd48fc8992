import type { CsvTable } from '../../../lib/files/read-csv.ts'
import { writeCsv } from '../../../lib/files/csv-text.ts'

/** The wrong rows as a CSV with the reason in a last column. `reasons` by row index. */
export function wrongRowsCsv(
  { header, rows, separator }: Pick<CsvTable, 'header' | 'rows' | 'separator'>,
  reasons: ReadonlyMap<number, string>,
  reasonTitle: string,
): string {
  const wrong = rows.flatMap((cells, at) => {
    const reason = reasons.get(at)
    // Pads short rows, so that the reason is below its title.
    return reason === undefined ? [] : [[...header.map((_, column) => cells[column] ?? ''), reason]]
  })
  return writeCsv([[...header, reasonTitle], ...wrong], separator)
}
