import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Modal } from '../../../ui/modal.tsx'
import { touchRoom } from './touch-room.ts'

type Props = {
  saving: boolean
  /** Unsaved changes stay in this browser. */
  kept: boolean
  onSave: () => void
  onLeave: () => void
  onStay: () => void
}

/** Unsaved changes: save them, leave them in this browser, or stay. */
export function LeaveModal({ saving, kept, onSave, onLeave, onStay }: Props) {
  const words = useTemplateEditorTexts()
  return (
    <Modal
      open
      busy={saving}
      onOpenChange={onStay}
      title={words.leaveTitle}
      description={kept ? words.leaveText : words.leaveTextLost}
      footer={
        <div className={cn('contents', touchRoom)}>
          <Button variant="ghost" disabled={saving} onClick={onStay}>
            {words.stay}
          </Button>
          <Button disabled={saving} onClick={onLeave}>
            {words.leave}
          </Button>
          <Button variant="primary" loading={saving} onClick={onSave}>
            {words.leaveSave}
          </Button>
        </div>
      }
    />
  )
}
