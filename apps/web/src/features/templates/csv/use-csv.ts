import { templateLimits } from '@foja/contracts/template-field-types'
import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useDraft } from '../../../lib/session/draft.ts'
import { readFiles, removeFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { templateValuesQuery } from '../api/templates.ts'
import { entriesOf } from '../fill/fill-entries.ts'
import { matchColumns } from './match-columns.ts'
import { readCsv, type CsvFault, type CsvTable } from '../../../lib/files/csv.ts'
import { readRows } from './rows.ts'

/** Choices of the user: column title by field key (empty for none), file names, flattening. */
type Choices = { columns: Record<string, string>; nameBy: string; flatten: boolean }
const noChoices: Choices = { columns: {}, nameBy: '', flatten: false }

const readFile = async (file: File) => readCsv(file.name, new Uint8Array(await file.arrayBuffer()), templateLimits.rows)

/** State of a CSV for a template: file, column assignment and parsed rows. Stored in this browser. */
export function useCsv({ id, fields, locale }: Template, solicitud: string | undefined) {
  const draftName = `csv-${id}`
  const [table, setTable] = useState<CsvTable | null>(null)
  const [fault, setFault] = useState<CsvFault | null>(null)
  const [choices, setChoices] = useDraft<Choices>(draftName, noChoices)
  const values = useQuery({ ...templateValuesQuery(id, solicitud), staleTime: Infinity })

  useEffect(() => {
    let here = true
    const restore = async () => {
      const file = (await readFiles(draftName)).get('csv')
      const kept = file === undefined ? null : await readFile(file)
      if (here && kept !== null && 'table' in kept) setTable(kept.table)
    }
    void restore()
    return () => {
      here = false
    }
  }, [draftName])

  const found = useMemo(() => (table === null ? {} : matchColumns(table.header, fields)), [table, fields])
  const columns = useMemo(() => {
    const titles = table?.header ?? []
    const chosen = Object.entries(choices.columns).map(([key, title]) => [
      key,
      title === '' ? null : titles.indexOf(title),
    ])
    return { ...found, ...Object.fromEntries(chosen.filter(([, at]) => at !== -1)) } as Record<string, number | null>
  }, [table, found, choices.columns])
  const defaults = useMemo(() => entriesOf(fields, values.data?.data ?? {}, locale), [fields, values.data, locale])
  const rows = useMemo(
    () => (table === null ? [] : readRows(table.rows, columns, fields, defaults, locale)),
    [table, columns, fields, defaults, locale],
  )
  return {
    table,
    fault,
    columns,
    defaults,
    rows,
    loading: values.isPending,
    nameBy: choices.nameBy,
    flatten: choices.flatten,
    take: async (file: File) => {
      setChoices(noChoices)
      const result = await readFile(file)
      const found = 'table' in result
      setTable(found ? result.table : null)
      setFault(found ? null : result.fault)
      if (found) void writeFiles(draftName, new Map([['csv', file]]))
    },
    /** `title` of a column; empty for none. */
    setColumn: (key: string, title: string) =>
      setChoices((before) => ({ ...before, columns: { ...before.columns, [key]: title } })),
    setNameBy: (nameBy: string) => setChoices((before) => ({ ...before, nameBy })),
    setFlatten: (flatten: boolean) => setChoices((before) => ({ ...before, flatten })),
    clear: () => {
      setTable(null)
      setFault(null)
      setChoices(noChoices)
      void removeFiles(draftName)
    },
  }
}

export type Csv = ReturnType<typeof useCsv>
