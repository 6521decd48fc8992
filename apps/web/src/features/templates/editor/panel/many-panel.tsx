import { Copy, Trash2 } from 'lucide-react'
import { useTexts } from '../../../../i18n/texts.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import type { EditorField } from '../model/document.ts'
import type { EditorAction } from '../model/editor.ts'
import type { FieldPatch } from '../model/patch.ts'
import { PanelSection } from './panel-section.tsx'
import { AlignButtons, ManyButtons } from './place-section.tsx'
import { StyleSection } from './style-section.tsx'

type Props = { fields: readonly EditorField[]; act: (action: EditorAction) => void }

/** What several fields have in common, changed in all of them. */
export function ManyPanel({ fields, act }: Props) {
  const { templateEditor: words } = useTexts()
  const ids = fields.map(({ id }) => id)
  const patch = (change: FieldPatch, group?: string) =>
    act({ type: 'patch', ids, patch: change, ...(group === undefined ? {} : { group: `${group} ${ids.join()}` }) })
  return (
    <>
      <header className="flex min-h-13 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{words.manyTitle(fields.length)}</h2>
        <IconButton label={words.duplicate} onClick={() => act({ type: 'duplicate' })}>
          <Copy />
        </IconButton>
        <IconButton label={words.remove} onClick={() => act({ type: 'remove' })}>
          <Trash2 />
        </IconButton>
      </header>
      <PanelSection>
        <p className="text-small text-ink-muted">{words.manyText}</p>
        <Switch
          place="end"
          label={words.required}
          checked={fields.every(({ required }) => required)}
          onCheckedChange={(required) => patch({ required })}
        />
      </PanelSection>
      <PanelSection title={words.place}>
        <AlignButtons act={act} />
        <ManyButtons act={act} count={fields.length} />
      </PanelSection>
      <StyleSection fields={fields} patch={patch} />
    </>
  )
}
