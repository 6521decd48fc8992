import { useMemo, type Ref } from 'react'
import type { Canvas } from './canvas/use-canvas.ts'
import { selectedOf, selectionOf, type EditorState, type EditorAction } from './model/editor.ts'
import { FieldPanel } from './panel/field-panel.tsx'
import { TemplatePanel, type ShownProblem } from './panel/template-panel.tsx'
import { RevisionContext } from './panel/number-input.tsx'
import { SidePanel } from './side-panel.tsx'
import type { Act } from './use-editor.ts'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import { Switch } from '../../../ui/switch.tsx'
import type { EditorField } from './model/document.ts'
import type { FieldPatch } from './model/patch.ts'
import { PanelHeader, PanelSection } from './panel/panel-section.tsx'
import { PlaceSection } from './panel/place-section.tsx'
import { StyleSection } from './panel/style-section.tsx'

type ManyPanelProps = { fields: readonly EditorField[]; state: EditorState; act: (action: EditorAction) => void }

/** The common properties of several fields. */
function ManyPanel({ fields, state, act }: ManyPanelProps) {
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

type Props = {
  ref: Ref<HTMLElement>
  canvas: Canvas
  state: EditorState
  act: Act
  problems: readonly ShownProblem[]
  mayEdit: boolean
  onShortcuts: () => void
}

/** Properties of the selection: one field, several fields, or the template. */
export function EditorPanel({ ref, canvas, state, act, problems, mayEdit, onShortcuts }: Props) {
  const selected = useMemo(() => selectedOf(state), [state])
  const [only] = selected
  const onField = (id: string) => {
    act({ type: 'select', ids: [id] })
    canvas.focus(id)
  }
  const leave = () => {
    const id = selectionOf(state).at(-1)
    if (id === undefined) canvas.scroller.current?.focus({ preventScroll: true })
    else canvas.focus(id)
  }
  return (
    <SidePanel ref={ref} onLeave={leave}>
      <RevisionContext value={state.revision}>
        {!mayEdit || only === undefined ? (
          <TemplatePanel
            state={state}
            act={act}
            problems={problems}
            mayEdit={mayEdit}
            onField={onField}
            onShortcuts={onShortcuts}
          />
        ) : selected.length > 1 ? (
          <ManyPanel fields={selected} state={state} act={act} />
        ) : (
          <FieldPanel
            key={only.id}
            field={only}
            state={state}
            act={act}
            problems={problems.filter(({ id }) => id === only.id).map(({ text }) => text)}
          />
        )}
      </RevisionContext>
    </SidePanel>
  )
}
