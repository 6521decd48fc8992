import type { Document } from '@foja/contracts/documents'
import { useQueryClient } from '@tanstack/react-query'
import { useCaseFileTexts } from './texts/case-file.ts'
import { useUiTexts } from '../../ui/texts/ui.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { toastError } from '../../shared/use-toast-mutation.ts'
import { toast } from '../../ui/toast-store.ts'
import { deleteDocument, restoreDocument, solicitudQuery } from './api/solicitudes.ts'
import { useApply } from './use-apply.ts'
import { invalidate, queryKeys } from '../../lib/api/query-keys.ts'

/** Hides a document optimistically and moves it to the recycle bin; the toast offers to undo. */
export function useDeleteDocument(idSolicitud: string) {
  const caseFile = useCaseFileTexts()
  const ui = useUiTexts()
  const domain = useDomainTexts()
  const queries = useQueryClient()
  const apply = useApply()
  const { queryKey } = solicitudQuery(idSolicitud)

  const restore = async (document: Document) => {
    try {
      await restoreDocument(document.id_documento)
      toast.success(caseFile.restored(document.nombre))
    } catch (error) {
      toastError(error, domain.tryAgainLater)
    }
    void invalidate(queries, queryKeys.deleted())
    await apply()
  }

  return async (document: Document) => {
    await queries.cancelQueries({ queryKey })
    const before = queries.getQueryData(queryKey)
    queries.setQueryData(
      queryKey,
      (known) =>
        known && {
          ...known,
          description: known.description.filter((one) => one.id_documento !== document.id_documento),
        },
    )
    try {
      await deleteDocument(document.id_documento)
      toast.success(caseFile.deleted, { action: { label: ui.undo, onClick: () => void restore(document) } })
    } catch (error) {
      queries.setQueryData(queryKey, before)
      toastError(error, domain.tryAgainLater)
    }
    void invalidate(queries, queryKeys.deleted())
    await apply()
  }
}
