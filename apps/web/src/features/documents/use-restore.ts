import { useQueryClient } from '@tanstack/react-query'
import { useReaderTexts } from './texts/reader.ts'
import { toast } from '../../ui/toast-store.ts'
import { restoreCase, restoreDocument, refreshBin } from './api/recycle-bin.ts'
import { useToastMutation } from '../../shared/use-toast-mutation.ts'

/** Restores by `call` and offers to open what is back; shows an error as a toast. */
function useRestoring<T>(
  call: (id: string) => Promise<T>,
  restored: string,
  idOf: (reply: T) => string | undefined,
  onOpen: (id: string) => void,
) {
  const reader = useReaderTexts()
  const queries = useQueryClient()
  return useToastMutation({
    mutationFn: call,
    onSuccess: async (reply) => {
      const id = idOf(reply)
      const action = id === undefined ? {} : { action: { label: reader.openRestored, onClick: () => onOpen(id) } }
      toast.success(restored, action)
      await refreshBin(queries)
    },
  })
}

/** Restores a document from the recycle bin. */
export function useRestore(onOpen: (id: string) => void) {
  return useRestoring(restoreDocument, useReaderTexts().restored, ({ id_documento: id }) => id, onOpen)
}

/** Restores a case file from the recycle bin; `onOpen` gets its first request. */
export function useRestoreCase(onOpen: (id: string) => void) {
  const idOf = ({ solicitudes }: Awaited<ReturnType<typeof restoreCase>>) => solicitudes[0]?.id_solicitud
  return useRestoring(restoreCase, useReaderTexts().caseRestored, idOf, onOpen)
}
