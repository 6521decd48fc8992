import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { memo } from 'react'
import type { TemplateField } from '@foja/contracts/template-fields'
import type { Face } from '@foja/forms/faces'
import { layoutText } from '@foja/forms/layout'
import { Check } from 'lucide-react'
import '../editor.css'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { toPercent, type Rect, type Size, type Handle } from '../../../../lib/files/geometry.ts'
import { cn } from '../../../../ui/cn.ts'
import { nameOf } from '../describe-step.ts'
import type { EditorField } from '../model/document.ts'
import { usePreviewed, type Preview } from './preview.ts'
import { ResizeHandles } from '../../../../shared/resize-handles.tsx'
import { fieldIcons } from '../field-icons.ts'
import { shownText } from '../model/shown-value.ts'

/** The outward direction of a handle. */
const outward = (handle: Handle) => ({
  '--x': handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
  '--y': handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
})

/**
 * The resize handles of a box, which must be a CSS container. They are outside of the box, so that dragging inside
 * moves it. Touch targets need 44 px, so a small box only has the corner handles.
 */
export function BoxHandles() {
  return (
    <div className="box-handles">
      <ResizeHandles on={(handle) => ({ style: outward(handle) as object })} />
    </div>
  )
}

const families: Record<Face, { family: string; weight: number }> = {
  inter: { family: "'Inter Variable', sans-serif", weight: 400 },
  inter_bold: { family: "'Inter Variable', sans-serif", weight: 700 },
  dejavu: { family: "'DejaVu Sans', sans-serif", weight: 400 },
  dejavu_bold: { family: "'DejaVu Sans', sans-serif", weight: 700 },
}

/** No kerning and no ligatures, as in the PDF. */
const plain = { fontKerning: 'none', fontVariantLigatures: 'none', fontFeatureSettings: "'calt' 0" } as const

type FieldTextProps = Size & Pick<TemplateField, 'type' | 'style'> & { text: string }

/**
 * Renders text at the same position as in the PDF: the lines of the shared layout, each run with its width in the PDF.
 * Part of an SVG in points, clipped to the field.
 */
function FieldText({ text, type, style, width, height }: FieldTextProps) {
  const { font, size, align, overflow, color } = style
  const layout = layoutText({ text, width, height, font, size, align, overflow, multiline: type === 'multiline' })
  return (
    <g fill={color} fontSize={layout.size} style={plain}>
      {layout.lines.flatMap((line) =>
        line.runs.map((run) => (
          <text
            key={`${line.baseline} ${run.x}`}
            x={run.x}
            y={line.baseline}
            textLength={run.width}
            lengthAdjust="spacingAndGlyphs"
            fontFamily={families[run.face].family}
            fontWeight={families[run.face].weight}
            xmlSpace="preserve"
          >
            {run.text}
          </text>
        )),
      )}
    </g>
  )
}

type ContentProps = { field: EditorField; locale: TemplateLocale; today: string }

/** Minimum width in points for the type icon beside a text. */
const roomy = 150

/** Covers the border of the box, which the PDF does not have. */
const place = { left: -1, top: -1, width: 'calc(100% + 2px)', height: 'calc(100% + 2px)' } as const

/** The content of an empty field: the default text as it will be printed, or the type icon with the label. */
export const FieldFace = memo(function FieldFace({ field, locale, today }: ContentProps) {
  const { width, height } = field
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={place}
      className="pointer-events-none absolute overflow-hidden select-none"
    >
      <Content field={field} locale={locale} today={today} />
    </svg>
  )
})

function Content({ field, locale, today }: ContentProps) {
  const { type, width, height, style } = field
  if (type === 'checkbox') {
    const side = Math.min(width, height)
    return field.default === true ? (
      <Check x={(width - side) / 2} y={(height - side) / 2} width={side} height={side} color={style.color} />
    ) : null
  }
  const text = shownText(field, locale, today)
  if (text === '' || type === 'qr') return <Label field={field} />
  const Icon = fieldIcons[type]
  return (
    <>
      <FieldText text={text} type={type} style={style} width={width} height={height} />
      {width > roomy && style.align !== 'right' && (
        <Icon x={width - 14} y={height / 2 - 5} width={10} height={10} color="var(--control)" />
      )}
    </>
  )
}

/** The type icon with the label, scaled to the field. */
function Label({ field: { type, width, height, label } }: Pick<ContentProps, 'field'>) {
  const Icon = fieldIcons[type]
  const size = Math.min(11, Math.max(5, height * 0.5))
  const side = size * 1.25
  const alone = width < 40
  const left = alone ? Math.max(0, (width - side) / 2) : 4
  return (
    <>
      <Icon x={left} y={(height - side) / 2} width={side} height={side} />
      {!alone && (
        <text x={left + side + 3} y={height / 2 + size * 0.36} fontSize={size} fill="currentColor">
          {label}
        </text>
      )}
    </>
  )
}

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
