import { useMemo, type Ref } from 'react'
import type { Canvas } from './canvas/use-canvas.ts'
import { selectedOf, selectionOf, type EditorState } from './model/editor.ts'
import { FieldPanel } from './panel/field-panel.tsx'
import { ManyPanel } from './panel/many-panel.tsx'
import { TemplatePanel, type ShownProblem } from './panel/template-panel.tsx'
import { RevisionContext } from './panel/use-typed-text.ts'
import { SidePanel } from './side-panel.tsx'
import type { Act } from './use-editor.ts'

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
