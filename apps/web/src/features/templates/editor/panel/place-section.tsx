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
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import type { Rect, Size } from '../../../../lib/files/geometry.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { alignments, type Alignment } from '../model/arrange.ts'
import { boundsOf, pageOf, type EditorField } from '../model/document.ts'
import type { EditorAction, EditorState } from '../model/editor.ts'
import { leastBox, scaleInto } from '../model/scale.ts'
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

/** Six ways to align the selection with each other, or a single field with its page. */
function AlignButtons({ act }: { act: Act }) {
  const templateEditor = useTemplateEditorTexts()
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

/** Equal gaps for three or more fields; same size for two or more. */
function ManyButtons({ act, count }: { act: Act; count: number }) {
  const words = useTemplateEditorTexts()
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

type Props = { fields: readonly EditorField[]; state: EditorState; act: Act }

/** Position and size in points; for several fields on one page, of their bounding box. */
export function PlaceSection({ fields, state, act }: Props) {
  const words = useTemplateEditorTexts()
  const pages = new Set(fields.map((field) => field.page))
  const [page] = pages
  const together = pages.size === 1 ? page : undefined
  return (
    <PanelSection title={words.place} {...(together === undefined ? {} : { note: words.points })}>
      <div className="grid grid-cols-2 gap-2">
        {together !== undefined && <PlaceInputs fields={fields} page={pageOf(state.pages, together)} act={act} />}
        {state.pages.length > 1 && (
          <NumberInput
            prefix={words.onPage}
            label={words.onPage}
            whole
            value={together}
            placeholder={words.mixed}
            minimum={1}
            maximum={state.pages.length}
            onValue={(to) => act({ type: 'patch', ids: fields.map(({ id }) => id), patch: { page: to } })}
          />
        )}
      </div>
      <AlignButtons act={act} />
      {fields.length > 1 && <ManyButtons act={act} count={fields.length} />}
    </PanelSection>
  )
}

/** Four numbers; a new size scales several fields in proportion. */
function PlaceInputs({ fields, page, act }: Pick<Props, 'fields' | 'act'> & { page: Size }) {
  const words = useTemplateEditorTexts()
  const round = boundsOf(fields)
  if (round === null) return null
  const least = leastBox(round, fields)
  const limits = {
    x: [0, page.width - round.width],
    y: [0, page.height - round.height],
    width: [least.width, page.width - round.x],
    height: [least.height, page.height - round.y],
  } as const
  const place = (change: Partial<Rect>) =>
    act({ type: 'place', places: scaleInto(fields, round, { ...round, ...change }) })
  return (['x', 'y', 'width', 'height'] as const).map((name) => (
    <NumberInput
      key={name}
      prefix={words[name]}
      label={words[name]}
      value={round[name]}
      minimum={limits[name][0]}
      maximum={limits[name][1]}
      onValue={(value) => place({ [name]: value })}
    />
  ))
}
