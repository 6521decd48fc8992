import { Copy, Trash2, type LucideIcon } from 'lucide-react'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import type { EditorAction } from '../model/editor.ts'

type Props = { icon?: LucideIcon; title: string; act: (action: EditorAction) => void }

/** What is selected, and actions on the selection. */
export function PanelHeader({ icon: Icon, title, act }: Props) {
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
