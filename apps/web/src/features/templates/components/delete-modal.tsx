import { Trash2 } from 'lucide-react'
import { useTemplatesTexts } from '../texts/templates.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'

type Props = { name: string; onDelete: () => void; onClose: () => void }

/** Confirms the deletion of an unused template. */
export function DeleteModal({ name, onDelete, onClose }: Props) {
  const templates = useTemplatesTexts()
  const ui = useUiTexts()
  return (
    <Modal
      open
      variant="danger"
      onOpenChange={onClose}
      title={templates.deleteTitle(name)}
      description={templates.deleteText}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button variant="danger" icon={<Trash2 />} onClick={onDelete}>
            {templates.delete}
          </Button>
        </>
      }
    />
  )
}
