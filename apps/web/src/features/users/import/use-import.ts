import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { wordsOf } from '../../../lib/api/call.ts'
import { importUsers, type ImportReply } from '../api/import-users.ts'
import { refreshPeople } from '../api/refresh-people.ts'
import { readPeopleFile, readPeopleText, type PeopleFault, type PeopleTable } from './read-people.ts'

type Read = PeopleTable | { fault: PeopleFault }

/** What is made now, and what is left of the list then. */
type Sent = { list: PeopleTable; rest: PeopleTable | null }

function rowsOf({ table, rows, lines }: PeopleTable, wanted: (row: number) => boolean): PeopleTable {
  const kept = <T>(all: T[]) => all.filter((_, at) => wanted(at + 1))
  return { table: { ...table, rows: kept(table.rows) }, rows: kept(rows), lines: kept(lines) }
}

/**
 * A list of people on its way in: read, checked by the server without changing anything, and made. The server makes all
 * that it is sent or nothing; where some rows are wrong, the others may be sent by themselves, and the list goes on with
 * the wrong ones: whoever corrects those that were downloaded then loses nobody.
 */
export function useImport(company: string | undefined, onDone: (reply: ImportReply) => void) {
  const { domain } = useTexts()
  const queries = useQueryClient()
  const [list, setList] = useState<PeopleTable | null>(null)
  const [fault, setFault] = useState<PeopleFault | null>(null)
  const check = useMutation({
    mutationFn: ({ rows }: PeopleTable) => importUsers({ rows, company, preview: true }),
  })
  const [made, setMade] = useState<ImportReply | null>(null)
  const create = useMutation({
    mutationFn: ({ list: { rows } }: Sent) => importUsers({ rows, company, preview: false }),
    onSuccess: async (reply, { rest }) => {
      // Meanwhile somebody may have taken an address: then nobody was made, and the rows say why.
      if (reply.errors.length > 0) {
        if (rest !== null && list !== null) show(list)
        return
      }
      await refreshPeople(queries)
      if (rest === null) return onDone(reply)
      setMade(reply)
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
    setMade(null)
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
    /** What was made of the list before what is left of it. */
    made,
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
