import type { Template } from '@foja/contracts/templates'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Modal } from '../../../ui/modal.tsx'
import { touchRoom } from './touch-room.ts'

type Props = {
  /** The version that another user saved meanwhile. */
  stale: Template
  busy: boolean
  onMine: () => void
  onTheirs: () => void
  onCopy: () => void
  onClose: () => void
}

/** After a conflict, asks which version continues. Both are kept. */
export function StaleModal({ stale, busy, onMine, onTheirs, onCopy, onClose }: Props) {
  const words = useTemplateEditorTexts()
  const { relative } = useFormat()
  return (
    <Modal
      open
      busy={busy}
      onOpenChange={onClose}
      title={words.staleTitle(stale.version)}
      description={words.staleText(stale.updated_by.nombre, relative(stale.updated_at))}
      footer={
        <div className={touchRoom}>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {words.keepEditing}
          </Button>
        </div>
      }
    >
      <div className={cn('flex flex-col gap-2', touchRoom)}>
        <Button block loading={busy} onClick={onMine}>
          {words.staleMine(stale.version + 1)}
        </Button>
        <Button block disabled={busy} onClick={onTheirs}>
          {words.staleTheirs}
        </Button>
        <Button block disabled={busy} onClick={onCopy}>
          {words.staleCopy}
        </Button>
      </div>
    </Modal>
  )
}
