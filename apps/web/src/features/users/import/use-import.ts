import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { wordsOf } from '../../../lib/call.ts'
import { importUsers, type ImportReply } from '../api/import-users.ts'
import { refreshPeople } from '../api/refresh-people.ts'
import { readPeopleFile, readPeopleText, type PeopleFault, type PeopleTable } from './read-people.ts'

type Read = PeopleTable | { fault: PeopleFault }

/** A list of people on its way in: read, checked by the server without changing anything, and made, all or none. */
export function useImport(company: string | undefined, onDone: (reply: ImportReply) => void) {
  const { domain } = useTexts()
  const queries = useQueryClient()
  const [list, setList] = useState<PeopleTable | null>(null)
  const [fault, setFault] = useState<PeopleFault | null>(null)
  const check = useMutation({
    mutationFn: ({ rows }: PeopleTable) => importUsers({ rows, company, preview: true }),
  })
  const create = useMutation({
    mutationFn: ({ rows }: PeopleTable) => importUsers({ rows, company, preview: false }),
    onSuccess: async (reply) => {
      // Meanwhile somebody may have taken an address: then nobody was made, and the rows say why.
      if (reply.errors.length > 0) return
      await refreshPeople(queries)
      onDone(reply)
    },
  })
  const take = (read: Read) => {
    create.reset()
    check.reset()
    const found = 'fault' in read ? null : read
    setList(found)
    setFault('fault' in read ? read.fault : null)
    if (found !== null) check.mutate(found)
  }
  const error = create.error ?? check.error
  return {
    list,
    fault,
    checking: check.isPending,
    creating: create.isPending,
    checked: create.data ?? check.data ?? null,
    failure: error === null ? null : wordsOf(error, domain.tryAgainLater),
    takeFile: async (file: File) => take(await readPeopleFile(file)),
    takeText: (text: string) => take(readPeopleText(text)),
    again: () => list !== null && take(list),
    create: () => list !== null && create.mutate(list),
    clear: () => {
      create.reset()
      check.reset()
      setList(null)
      setFault(null)
    },
  }
}
