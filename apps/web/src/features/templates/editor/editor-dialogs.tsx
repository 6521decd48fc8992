import type { EditorDocument } from './model/document.ts'
import { LeaveModal } from './leave-modal.tsx'
import { PreviewModal } from './preview-modal.tsx'
import { ShortcutsModal } from './shortcuts-modal.tsx'
import { StaleModal } from './stale-modal.tsx'
import type { Editing } from './use-editing.ts'
import type { useLeaveGuard } from './use-leave-guard.ts'
import type { SaveCommands } from './use-save-commands.ts'

export type EditorDialog = 'preview' | 'shortcuts'

type Props = {
  dialog: EditorDialog | null
  onClose: () => void
  pdfPath: string
  document: EditorDocument
  today: string
  editing: Editing
  guard: ReturnType<typeof useLeaveGuard>
  commands: SaveCommands
}

/** The dialogs of the editor: those that the user opens, a conflict, and unsaved changes. */
export function EditorDialogs({ dialog, onClose, pdfPath, document, today, editing, guard, commands }: Props) {
  const { saving } = editing
  const { save, saveCopy } = commands
  return (
    <>
      {dialog === 'preview' && <PreviewModal pdfPath={pdfPath} document={document} today={today} onClose={onClose} />}
      {dialog === 'shortcuts' && <ShortcutsModal onClose={onClose} />}
      {saving.stale !== null && (
        <StaleModal
          stale={saving.stale}
          busy={saving.saving}
          onMine={() => void save(saving.stale?.version)}
          onTheirs={() => saving.stale !== null && saving.take(saving.stale)}
          onCopy={() => void saveCopy()}
          onClose={saving.closeStale}
        />
      )}
      {guard.asking && saving.stale === null && (
        <LeaveModal
          saving={saving.saving}
          kept={editing.kept}
          onStay={() => guard.answer(false)}
          onLeave={() => guard.answer(true)}
          onSave={() => void save().then(guard.answer)}
        />
      )}
    </>
  )
}
