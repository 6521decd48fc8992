import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { Switch } from '../../../../ui/switch.tsx'
import type { EditorField } from '../model/document.ts'
import type { EditorAction, EditorState } from '../model/editor.ts'
import type { FieldPatch } from '../model/patch.ts'
import { PanelHeader } from './panel-header.tsx'
import { PanelSection } from './panel-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { StyleSection } from './style-section.tsx'

type Props = { fields: readonly EditorField[]; state: EditorState; act: (action: EditorAction) => void }

/** The common properties of several fields. */
export function ManyPanel({ fields, state, act }: Props) {
  const words = useTemplateEditorTexts()
  const ids = fields.map(({ id }) => id)
  const patch = (change: FieldPatch, group?: string) =>
    act({ type: 'patch', ids, patch: change, ...(group === undefined ? {} : { group: `${group} ${ids.join()}` }) })
  return (
    <>
      <PanelHeader title={words.manyTitle(fields.length)} act={act} />
      <PanelSection>
        <p className="text-small text-ink-muted">{words.manyText}</p>
        <Switch
          place="end"
          label={words.required}
          checked={fields.every(({ required }) => required)}
          onCheckedChange={(required) => patch({ required })}
        />
      </PanelSection>
      <PlaceSection fields={fields} state={state} act={act} />
      <StyleSection fields={fields} patch={patch} />
    </>
  )
}
