import { Trash2 } from 'lucide-react'
import { useTemplatesTexts } from '../texts/templates.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'

type Props = { name: string; onDelete: () => void; onClose: () => void }

/** Confirms the deletion of an unused template. */
export function DeleteModal({ name, onDelete, onClose }: Props) {
  const templates = useTemplatesTexts()
  return (
    <ConfirmModal
      variant="danger"
      title={templates.deleteTitle(name)}
      description={templates.deleteText}
      confirm={templates.delete}
      icon={<Trash2 />}
      onConfirm={onDelete}
      onClose={onClose}
    />
  )
}
