import type { FieldFormat, FieldStyle, TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import { keyFrom } from './unique-key.ts'

export type NewFieldOptions = {
  page: number
  /** Top left corner, in points from that of the page. */
  x: number
  y: number
  taken: readonly Pick<TemplateField, 'key' | 'label'>[]
  /** Language of the label; default Spanish. */
  language?: 'es' | 'en'
}

type Defaults = {
  es: string
  en: string
  width: number
  height: number
  align?: FieldStyle['align']
  overflow?: FieldStyle['overflow']
  format?: FieldFormat
}

const defaults: Record<FieldType, Defaults> = {
  text: { es: 'Texto', en: 'Text', width: 200, height: 20 },
  multiline: { es: 'Texto largo', en: 'Long text', width: 300, height: 72, overflow: 'wrap' },
  number: {
    es: 'Número',
    en: 'Number',
    width: 100,
    height: 20,
    align: 'right',
    format: { kind: 'number', as: 'decimal', decimals: 2 },
  },
  date: { es: 'Fecha', en: 'Date', width: 120, height: 20, format: { kind: 'date', as: 'short' } },
  checkbox: { es: 'Casilla', en: 'Checkbox', width: 14, height: 14 },
  select: { es: 'Lista', en: 'List', width: 160, height: 20 },
  image: { es: 'Imagen', en: 'Image', width: 120, height: 90, align: 'center' },
  signature: { es: 'Firma', en: 'Signature', width: 180, height: 60 },
  qr: { es: 'Código QR', en: 'QR code', width: 72, height: 72 },
}

/** Initial size by type, in points. */
export function newFieldSize(type: FieldType): { width: number; height: number } {
  const { width, height } = defaults[type]
  return { width, height }
}

/** A complete field of a type: named after it, numbered when the name is taken. */
export function newField(type: FieldType, options: NewFieldOptions): TemplateField {
  const { width, height, align, overflow, format, ...names } = defaults[type]
  const label = freeLabel(names[options.language ?? 'es'], options.taken)
  return {
    key: keyFrom(
      label,
      options.taken.map((field) => field.key),
    ),
    label,
    type,
    page: options.page,
    x: options.x,
    y: options.y,
    width,
    height,
    required: type === 'signature',
    ...(format && { format }),
    ...(type === 'select' && {
      options: options.language === 'en' ? ['Option 1', 'Option 2'] : ['Opción 1', 'Opción 2'],
    }),
    style: { font: 'inter', size: 11, align: align ?? 'left', color: '#000000', overflow: overflow ?? 'shrink' },
  }
}

function freeLabel(name: string, taken: NewFieldOptions['taken']): string {
  const labels = new Set(taken.map((field) => field.label))
  let label = name
  for (let number = 2; labels.has(label); number++) label = `${name} ${number}`
  return label
}
