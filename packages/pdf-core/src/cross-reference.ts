import { ascii } from './syntax.ts'

/** An object in use: its number, and its offset from the header. */
export type CrossReferenceEntry = { number: number; generation: number; offset: number }

/** Runs of consecutive object numbers. */
function runsOf(entries: readonly CrossReferenceEntry[]): CrossReferenceEntry[][] {
  const runs: CrossReferenceEntry[][] = []
  for (const entry of entries.toSorted((a, b) => a.number - b.number)) {
    const run = runs.at(-1)
    if (run && run.at(-1)!.number === entry.number - 1) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0')

/** The table of an incremental update (ISO 32000-2 §7.5.4), up to its trailer: rows of twenty bytes. */
export function crossReferenceTable(entries: readonly CrossReferenceEntry[]): string {
  const lines = ['xref\n0 1\n0000000000 65535 f \n']
  for (const run of runsOf(entries)) {
    lines.push(`${run[0]!.number} ${run.length}\n`)
    for (const { offset, generation } of run) lines.push(`${padded(offset, 10)} ${padded(generation, 5)} n \n`)
  }
  return lines.join('')
}

/** Widths of the columns of `crossReferenceRows`, for /W. */
export const crossReferenceWidths = '[1 5 2]'

/** /Index and data of the cross-reference stream of an incremental update (§7.5.8), uncompressed. */
export function crossReferenceRows(entries: readonly CrossReferenceEntry[]): { index: string; rows: Buffer } {
  const runs = runsOf(entries)
  const rows = Buffer.alloc(entries.length * 8)
  runs.flat().forEach(({ offset, generation }, row) => {
    rows.writeUInt8(1, row * 8)
    rows.writeUIntBE(offset, row * 8 + 1, 5)
    rows.writeUInt16BE(generation, row * 8 + 6)
  })
  return { index: `[${runs.map((run) => `${run[0]!.number} ${run.length}`).join(' ')}]`, rows }
}

/** An indirect stream object; `entries` are its dictionary entries except /Length. */
export function streamBody(entries: string, data: Uint8Array): Buffer {
  return Buffer.concat([ascii(`<< ${entries} /Length ${data.length} >>\nstream\n`), data, ascii('\nendstream')])
}
