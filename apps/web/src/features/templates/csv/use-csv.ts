import { templateLimits } from '@foja/contracts/template-field-types'
import type { Template } from '@foja/contracts/templates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useDraft } from '../../../lib/session/draft.ts'
import { readFiles, removeFiles, writeFiles } from '../../../lib/files/file-store.ts'
import { templateValuesQuery } from '../api/templates.ts'
import { entriesOf } from '../../../shared/template-form/entries.ts'
import { matchColumns } from './match-columns.ts'
import { usualTerm, type Term } from '../../../shared/term.ts'
import { readCsv, type CsvFault, type CsvTable } from '../../../lib/files/csv.ts'
import { problemsOfOffice, readRows, type ReadRow } from './rows.ts'
import { readSigners, usualSigner, type Signer, type Signers } from './signers.ts'

/** Choices of the user: column title by field key (empty for none), file names, flattening. */
type Choices = {
  columns: Record<string, string>
  nameBy: string
  flatten: boolean
  /** Signatures are asked for, of these people by field key. */
  asks: boolean
  signers: Record<string, Signer>
  /** For how long; undefined: the usual term. */
  term?: Term
}
const noChoices: Choices = { columns: {}, nameBy: '', flatten: false, asks: false, signers: {} }

const readFile = async (file: File) => readCsv(file.name, new Uint8Array(await file.arrayBuffer()), templateLimits.rows)

/** State of a CSV for a template: file, column assignment and parsed rows. Stored in this browser. */
export function useCsv({ id, fields, locale }: Template, solicitud: string | undefined, mailReady: boolean) {
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
  const roles = useMemo(() => fields.filter(({ type }) => type === 'signature'), [fields])
  const signers = useMemo<Signers>(() => {
    const usual = roles.map((role) => [role.key, usualSigner(role, roles, table?.header ?? [])] as const)
    return { ...Object.fromEntries(usual), ...choices.signers }
  }, [roles, table, choices.signers])
  const { asks } = choices
  const [usual] = useState(usualTerm)
  const rows = useMemo((): ReadRow[] => {
    if (table === null) return []
    const asked = (cells: readonly string[]) =>
      asks ? readSigners(cells, table.header, roles, signers, mailReady) : null
    return readRows(table.rows, columns, fields, defaults, locale).map((row) => {
      const people = asked(row.cells)
      return { ...row, problems: problemsOfOffice(row.problems, fields, people), asked: people }
    })
  }, [table, columns, fields, defaults, locale, asks, roles, signers, mailReady])
  return {
    table,
    fault,
    columns,
    defaults,
    rows,
    loading: values.isPending,
    /** The signature fields. */
    roles,
    asks,
    signers,
    setAsks: (next: boolean) => setChoices((before) => ({ ...before, asks: next })),
    setSigner: (key: string, change: Partial<Signer>) =>
      setChoices((before) => ({ ...before, signers: { ...before.signers, [key]: { ...signers[key]!, ...change } } })),
    term: choices.term ?? usual,
    setTerm: (part: Partial<Term>) =>
      setChoices((before) => ({ ...before, term: { ...(before.term ?? usual), ...part } })),
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
