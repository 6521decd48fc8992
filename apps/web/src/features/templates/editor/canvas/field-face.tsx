import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { fieldIcons } from '../field-icons.ts'
import type { EditorField } from '../model/document.ts'
import { shownText } from '../model/shown-value.ts'
import { FieldText } from './field-text.tsx'

type Props = { field: EditorField; locale: TemplateLocale; today: string }

/** Minimum width in points for the type icon beside a text. */
const roomy = 150

/** Covers the border of the box, which the PDF does not have. */
const place = { left: -1, top: -1, width: 'calc(100% + 2px)', height: 'calc(100% + 2px)' } as const

/** The content of an empty field: the default text as it will be printed, or the type icon with the label. */
export const FieldFace = memo(function FieldFace({ field, locale, today }: Props) {
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

function Content({ field, locale, today }: Props) {
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
function Label({ field: { type, width, height, label } }: Pick<Props, 'field'>) {
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
