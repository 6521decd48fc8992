import { useState } from 'react'
import { Kbd } from '../../../ui/kbd.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { isHelpKeyOn, setHelpKey } from '../help-key.ts'
import { shortcuts } from '../shortcuts.ts'
import { useHelpTexts } from '../texts/help.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** All shortcuts, also opened by `?`. */
export function ShortcutsModal({ open, onOpenChange }: Props) {
  const { keys } = useHelpTexts()
  const [on, setOn] = useState(isHelpKeyOn)
  return (
    <Modal open={open} onOpenChange={onOpenChange} title={keys.title} description={keys.text}>
      <div className="flex flex-col gap-5 pb-5">
        {(['everywhere', 'reader', 'editor'] as const).map((group) => (
          <section key={group}>
            <h3 className="mb-1 text-meta font-medium text-ink-muted">{keys.groups[group]}</h3>
            <dl className="divide-y divide-line">
              {shortcuts[group].map(([name, shown]) => (
                <div key={name} className="flex min-h-10 items-center justify-between gap-4">
                  <dt>{keys[name]}</dt>
                  <dd>
                    <Kbd>{shown}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={keys.single}
          checked={on}
          onCheckedChange={(next) => {
            setOn(next)
            setHelpKey(next)
          }}
        />
      </div>
    </Modal>
  )
}
