import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { memo } from 'react'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { toPercent, type Rect, type Size } from '../../../../lib/files/geometry.ts'
import { cn } from '../../../../ui/cn.ts'
import { nameOf } from '../describe-step.ts'
import type { EditorField } from '../model/document.ts'
import { BoxHandles } from './box-handles.tsx'
import { FieldFace } from './field-face.tsx'
import { usePreviewed, type Preview } from './preview.ts'

/** Position of a box in per cent of its page, valid at every zoom. */
export function placeOf(rect: Rect, page: Size) {
  const { left, top, width, height } = toPercent(rect, page)
  return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }
}

/** Translucent, so that the page's print is visible. */
const paper = 'color-mix(in srgb, var(--muted) 80%, transparent)'

type SheetProps = {
  field: EditorField
  page: Size
  locale: TemplateLocale
  today: string
  selected: boolean
  wrong: boolean
  preview: Preview
}

/** The appearance of a field: frame and content. Hidden from screen readers, which get the FieldBox above it. */
export const FieldSheet = memo(function FieldSheet(props: SheetProps) {
  const { page, locale, today, selected, wrong, preview } = props
  const field = usePreviewed(props.field, preview)
  const plain = !selected && !wrong
  return (
    <div
      data-sheet={field.id}
      style={{ ...placeOf(field, page), ...(plain ? { backgroundColor: paper } : {}) }}
      className={cn(
        'absolute border',
        selected && 'z-1 border-gold-ink bg-[#fff7e9]/85',
        !selected && 'border-dashed',
        !selected && (wrong ? 'border-error-ink bg-soft-error' : 'border-control'),
      )}
    >
      <FieldFace field={field} locale={locale} today={today} />
    </div>
  )
})

type BoxProps = {
  field: EditorField
  page: Size
  selected: boolean
  /** The only selected field, which has handles. */
  alone: boolean
  /** The field that receives the focus when the user tabs to the page. */
  active: boolean
  mayEdit: boolean
  preview: Preview
}

/** The interactive part of a field. Its events are handled by the canvas. */
export const FieldBox = memo(function FieldBox(props: BoxProps) {
  const { page, selected, alone, active, mayEdit, preview } = props
  const templateEditor = useTemplateEditorTexts()
  const field = usePreviewed(props.field, preview)
  return (
    <div
      role="option"
      aria-selected={selected}
      aria-label={nameOf(field, templateEditor)}
      tabIndex={active ? 0 : -1}
      data-field={field.id}
      style={placeOf(field, page)}
      className={cn(
        'absolute',
        selected && 'z-1',
        alone && '@container-[size]',
        mayEdit && 'cursor-move',
        // A finger scrolls over unselected fields and moves selected ones.
        mayEdit && selected && 'touch-none',
      )}
    >
      {alone && mayEdit && <BoxHandles />}
    </div>
  )
})
