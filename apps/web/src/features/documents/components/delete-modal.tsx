import type { Document } from '@foja/contracts/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useReaderTexts } from '../texts/reader.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshBin, removeDocument } from '../api/recycle-bin.ts'
import { recycleDays } from '@foja/contracts/constants'
import { useRestore } from '../use-restore.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'

type Props = {
  document: Pick<Document, 'id_documento' | 'nombre' | 'signatures'> | null
  onClose: () => void
  /** Called after the deletion and awaited before queries refetch: the page navigates away. */
  onDeleted: () => void | Promise<void>
  onOpen: (id: string) => void
}

/** Confirms the deletion of a document, and offers to undo it. */
export function DeleteModal({ document, onClose, onDeleted, onOpen }: Props) {
  const reader = useReaderTexts()
  const domain = useDomainTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const restore = useRestore(onOpen)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: removeDocument,
    onSuccess: async ({ id_documento: id }) => {
      toast.success(reader.deleted, { action: { label: ui.undo, onClick: () => restore.mutate(id) } })
      onClose()
      // A page that still shows the document would refetch it and fail.
      await onDeleted()
      queries.removeQueries({ queryKey: queryKeys.document(id) })
      await refreshBin(queries)
    },
  })
  const close = () => {
    reset()
    onClose()
  }
  const signed = document?.signatures.count ?? 0
  const warning = signed === 0 ? '' : `${signed === 1 ? reader.deleteSigned.one : reader.deleteSigned.other} `
  return (
    <ConfirmModal
      open={document !== null}
      variant="danger"
      busy={isPending}
      title={reader.deleteTitle(document?.nombre ?? '')}
      description={`${warning}${reader.deleteText(recycleDays)}`}
      confirm={reader.deleteYes}
      icon={<Trash2 />}
      onConfirm={() => document !== null && mutate(document.id_documento)}
      onClose={close}
    >
      {!isUnreported(error) ? undefined : (
        <Alert variant="error">{problemOf(error)?.detail ?? domain.tryAgainLater}</Alert>
      )}
    </ConfirmModal>
  )
}
