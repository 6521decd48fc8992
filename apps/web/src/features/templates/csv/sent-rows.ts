import { templateLimits } from '@foja/contracts/template-field-types'
import { readFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { csvBlob, writeCsv } from '../../../lib/files/csv-text.ts'
import { readCsv, type CsvTable } from '../../../lib/files/read-csv.ts'

const nameOf = (batch: string) => `csv-batch-${batch}`

/** Stores the rows of a batch, so that failed ones can be downloaded, also after a reload. */
export async function storeSentRows(batch: string, table: CsvTable): Promise<void> {
  const text = writeCsv([table.header, ...table.rows], table.separator)
  await writeFiles(nameOf(batch), new Map([['csv', new File([csvBlob(text)], table.name)]]))
}

/** The rows of a batch; null if this browser did not start it or has no storage. */
export async function readSentRows(batch: string): Promise<CsvTable | null> {
  const file = (await readFiles(nameOf(batch))).get('csv')
  if (file === undefined) return null
  const result = readCsv(file.name, new Uint8Array(await file.arrayBuffer()), templateLimits.rows)
  return 'table' in result ? result.table : null
}
