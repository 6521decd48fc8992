import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { Modal } from '../../../ui/modal.tsx'

/** The keyboard shortcuts of the editor. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
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
