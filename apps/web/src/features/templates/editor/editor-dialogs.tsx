import type { Template } from '@foja/contracts/templates'
import type { EditorDocument } from './model/document.ts'
import { PreviewModal } from './preview-modal.tsx'
import type { Editing } from './use-editing.ts'
import type { useLeaveGuard } from './use-leave-guard.ts'
import type { SaveCommands } from './use-save-commands.ts'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Modal } from '../../../ui/modal.tsx'
import { touchRoom } from './touch-room.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'

type LeaveModalProps = {
  saving: boolean
  /** Unsaved changes stay in this browser. */
  kept: boolean
  onSave: () => void
  onLeave: () => void
  onStay: () => void
}

/** Unsaved changes: save them, leave them in this browser, or stay. */
function LeaveModal({ saving, kept, onSave, onLeave, onStay }: LeaveModalProps) {
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

/** The keyboard shortcuts of the editor. */
function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const words = useTemplateEditorTexts()
  const { keyNames: key, keys } = words
  const rows: [string, string[]][] = [
    [keys.tab, [key.tab, `${key.shift} + ${key.tab}`]],
    [keys.move, [key.arrows]],
    [keys.grow, [`${key.alt} + ${key.arrows}`]],
    [keys.enter, [key.enter]],
    [keys.space, [key.space]],
    [keys.all, ['Ctrl + A']],
    [keys.copy, ['Ctrl + C', 'X', 'V']],
    [keys.duplicate, ['Ctrl + D']],
    [keys.remove, [key.delete]],
    [keys.undo, ['Ctrl + Z', 'Y']],
    [keys.save, ['Ctrl + S']],
    [keys.zoom, ['+', '−', '0']],
    [keys.free, ['Ctrl']],
    [keys.straight, [key.shift]],
    [keys.escape, [key.escape]],
  ]
  return (
    <Modal open onOpenChange={onClose} title={words.keysTitle}>
      <dl className="divide-y divide-line pb-2">
        {rows.map(([what, names]) => (
          <div key={what} className="flex items-center justify-between gap-4 py-2">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

type StaleModalProps = {
  /** The version that another user saved meanwhile. */
  stale: Template
  busy: boolean
  onMine: () => void
  onTheirs: () => void
  onCopy: () => void
  onClose: () => void
}

/** After a conflict, asks which version continues. Both are kept. */
function StaleModal({ stale, busy, onMine, onTheirs, onCopy, onClose }: StaleModalProps) {
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

export type EditorDialog = 'preview' | 'shortcuts'

type Props = {
  dialog: EditorDialog | null
  onClose: () => void
  /** Name of the template. */
  name: string
  pdfPath: string
  document: EditorDocument
  today: string
  editing: Editing
  guard: ReturnType<typeof useLeaveGuard>
  commands: SaveCommands
}

/** The dialogs of the editor: those that the user opens, a conflict, and unsaved changes. */
export function EditorDialogs(props: Props) {
  const { dialog, onClose, name, pdfPath, document, today, editing, guard, commands } = props
  const { saving } = editing
  const { save, saveCopy } = commands
  return (
    <>
      {dialog === 'preview' && (
        <PreviewModal name={name} pdfPath={pdfPath} document={document} today={today} onClose={onClose} />
      )}
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
