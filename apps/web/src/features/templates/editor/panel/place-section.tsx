import {
  AlignHorizontalDistributeCenter,
  AlignHorizontalJustifyCenter,
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  AlignVerticalDistributeCenter,
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  MoveHorizontal,
  MoveVertical,
  type LucideIcon,
} from 'lucide-react'
import { useTexts } from '../../../../i18n/texts.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { alignments, type Alignment } from '../model/arrange.ts'
import { pageOf, rectOf, smallestField, type EditorField } from '../model/document.ts'
import type { EditorAction, EditorState } from '../model/editor.ts'
import { NumberInput } from './number-input.tsx'
import { PanelSection } from './panel-section.tsx'

type Act = (action: EditorAction) => void

const icons: Record<Alignment, LucideIcon> = {
  left: AlignHorizontalJustifyStart,
  center: AlignHorizontalJustifyCenter,
  right: AlignHorizontalJustifyEnd,
  top: AlignVerticalJustifyStart,
  middle: AlignVerticalJustifyCenter,
  bottom: AlignVerticalJustifyEnd,
}

/** Six ways to bring what is chosen in line: with each other, or one alone with its page. */
export function AlignButtons({ act }: { act: Act }) {
  const { templateEditor } = useTexts()
  return (
    <div role="group" aria-label={templateEditor.alignTitle} className="flex justify-between gap-1">
      {alignments.map((to) => {
        const Icon = icons[to]
        return (
          <IconButton
            key={to}
            variant="secondary"
            label={templateEditor.align[to]}
            onClick={() => act({ type: 'align', to })}
          >
            <Icon />
          </IconButton>
        )
      })}
    </div>
  )
}

/** Of three or more: equal distances; of two or more: one size. */
export function ManyButtons({ act, count }: { act: Act; count: number }) {
  const { templateEditor: words } = useTexts()
  return (
    <div className="flex gap-1">
      <IconButton
        variant="secondary"
        label={words.distribute.x}
        disabled={count < 3}
        onClick={() => act({ type: 'distribute', axis: 'x' })}
      >
        <AlignHorizontalDistributeCenter />
      </IconButton>
      <IconButton
        variant="secondary"
        label={words.distribute.y}
        disabled={count < 3}
        onClick={() => act({ type: 'distribute', axis: 'y' })}
      >
        <AlignVerticalDistributeCenter />
      </IconButton>
      <IconButton variant="secondary" label={words.sameSize.x} onClick={() => act({ type: 'same-size', axis: 'x' })}>
        <MoveHorizontal />
      </IconButton>
      <IconButton variant="secondary" label={words.sameSize.y} onClick={() => act({ type: 'same-size', axis: 'y' })}>
        <MoveVertical />
      </IconButton>
    </div>
  )
}

/** Where a field stands and how large it is, in points. */
export function PlaceSection({ field, state, act }: { field: EditorField; state: EditorState; act: Act }) {
  const { templateEditor: words } = useTexts()
  const page = pageOf(state.pages, field.page)
  const place = (change: Partial<EditorField>) =>
    act({ type: 'place', places: new Map([[field.id, { ...rectOf(field), page: field.page, ...change }]]) })
  return (
    <PanelSection title={words.place} note={words.points}>
      <div className="grid grid-cols-2 gap-2">
        <NumberInput
          prefix={words.x}
          label={words.x}
          value={field.x}
          minimum={0}
          maximum={page.width - field.width}
          onValue={(x) => place({ x })}
        />
        <NumberInput
          prefix={words.y}
          label={words.y}
          value={field.y}
          minimum={0}
          maximum={page.height - field.height}
          onValue={(y) => place({ y })}
        />
        <NumberInput
          prefix={words.width}
          label={words.width}
          value={field.width}
          minimum={smallestField.width}
          maximum={page.width - field.x}
          onValue={(width) => place({ width })}
        />
        <NumberInput
          prefix={words.height}
          label={words.height}
          value={field.height}
          minimum={smallestField.height}
          maximum={page.height - field.y}
          onValue={(height) => place({ height })}
        />
        {state.pages.length > 1 && (
          <NumberInput
            prefix={words.onPage}
            label={words.onPage}
            whole
            value={field.page}
            minimum={1}
            maximum={state.pages.length}
            onValue={(to) => act({ type: 'patch', ids: [field.id], patch: { page: to } })}
          />
        )}
      </div>
      <AlignButtons act={act} />
    </PanelSection>
  )
}
