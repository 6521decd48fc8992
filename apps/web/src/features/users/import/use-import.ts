import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { wordsOf } from '../../../lib/api/call.ts'
import { importUsers, type ImportReply, refreshPeople } from '../api/users.ts'
import { readPeopleFile, readPeopleText, type PeopleFault, type PeopleTable } from './read-people.ts'

type Read = PeopleTable | { fault: PeopleFault }

/** The rows being created, and the rows left afterwards. */
type Sent = { list: PeopleTable; rest: PeopleTable | null }

function rowsOf({ table, rows, lines }: PeopleTable, wanted: (row: number) => boolean): PeopleTable {
  const kept = <T>(all: T[]) => all.filter((_, at) => wanted(at + 1))
  return { table: { ...table, rows: kept(table.rows) }, rows: kept(rows), lines: kept(lines) }
}

/**
 * State of an import: read, validated by the server without changes, created. The server creates all rows of a call or
 * none. If some rows are wrong, the valid ones can be sent alone; the wrong ones remain in the list, so that none is
 * lost while they are corrected.
 */
export function useImport(company: string | undefined, onDone: (reply: ImportReply) => void) {
  const domain = useDomainTexts()
  const queries = useQueryClient()
  const [list, setList] = useState<PeopleTable | null>(null)
  const [fault, setFault] = useState<PeopleFault | null>(null)
  const check = useMutation({
    mutationFn: ({ rows }: PeopleTable) => importUsers({ rows, company, preview: true }),
  })
  const [earlier, setEarlier] = useState<ImportReply | null>(null)
  const create = useMutation({
    mutationFn: ({ list: { rows } }: Sent) => importUsers({ rows, company, preview: false }),
    onSuccess: async (reply, { rest }) => {
      // An address may have been taken since the check: then nothing was created, and the rows show why.
      if (reply.errors.length > 0) {
        if (rest !== null && list !== null) show(list)
        return
      }
      await refreshPeople(queries)
      if (rest === null) return onDone(reply)
      setEarlier(reply)
      show(rest)
    },
  })
  function show(found: PeopleTable) {
    create.reset()
    setList(found)
    check.mutate(found)
  }
  const clear = () => {
    create.reset()
    check.reset()
    setList(null)
    setFault(null)
    setEarlier(null)
  }
  const take = (read: Read) => {
    clear()
    if ('fault' in read) setFault(read.fault)
    else show(read)
  }
  const error = create.error ?? check.error
  const checked = create.data ?? check.data ?? null
  return {
    list,
    fault,
    checking: check.isPending,
    creating: create.isPending,
    checked,
    /** The result for the rows created before the remaining ones. */
    earlier,
    failure: error === null ? null : wordsOf(error, domain.tryAgainLater),
    takeFile: async (file: File) => take(await readPeopleFile(file)),
    takeText: (text: string) => take(readPeopleText(text)),
    again: () => list !== null && show(list),
    create: () => {
      if (list === null || checked === null) return
      const wrong = new Set(checked.errors.map(({ row }) => row))
      const rest = wrong.size === 0 ? null : rowsOf(list, (row) => wrong.has(row))
      create.mutate({ list: rowsOf(list, (row) => !wrong.has(row)), rest })
    },
    clear,
  }
}
