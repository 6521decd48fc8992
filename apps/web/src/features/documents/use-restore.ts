import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReaderTexts } from './texts/reader.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { problemOf } from '../../lib/api/call.ts'
import { toast } from '../../ui/toast-store.ts'
import { restoreDocument, refreshBin } from './api/recycle-bin.ts'

/** Restores a document from the recycle bin; shows an error as a toast. */
export function useRestore(onOpen: (id: string) => void) {
  const reader = useReaderTexts()
  const domain = useDomainTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: restoreDocument,
    onSuccess: async ({ id_documento: id }) => {
      toast.success(reader.restored, { action: { label: reader.openRestored, onClick: () => onOpen(id) } })
      await refreshBin(queries)
    },
    onError: (error) => toast.error(problemOf(error)?.detail ?? domain.tryAgainLater),
  })
}
