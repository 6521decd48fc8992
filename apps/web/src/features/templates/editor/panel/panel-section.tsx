import type { ReactNode } from 'react'
import { Copy, Trash2, type LucideIcon } from 'lucide-react'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import type { EditorAction } from '../model/editor.ts'

type PanelHeaderProps = { icon?: LucideIcon; title: string; act: (action: EditorAction) => void }

/** What is selected, and actions on the selection. */
export function PanelHeader({ icon: Icon, title, act }: PanelHeaderProps) {
  const words = useTemplateEditorTexts()
  return (
    <header className="flex min-h-13 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
      {Icon !== undefined && <Icon aria-hidden className="size-4.5 text-gold-ink" />}
      <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
      <IconButton label={words.duplicate} onClick={() => act({ type: 'duplicate' })}>
        <Copy />
      </IconButton>
      <IconButton label={words.remove} onClick={() => act({ type: 'remove' })}>
        <Trash2 />
      </IconButton>
    </header>
  )
}

type Props = { title?: string; note?: string; children: ReactNode }

export function PanelSection({ title, note, children }: Props) {
  return (
    <section className="flex flex-col gap-4 border-b border-line p-4">
      {title !== undefined && (
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-semibold">{title}</h3>
          {note !== undefined && <span className="text-small text-ink-muted">{note}</span>}
        </div>
      )}
      {children}
    </section>
  )
}
