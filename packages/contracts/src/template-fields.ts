import * as z from 'zod/mini'
import { line } from './common.ts'

export const fieldTypes = [
  'text',
  'multiline',
  'number',
  'date',
  'checkbox',
  'select',
  'image',
  'signature',
  'qr',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** The typefaces that a field may be written in. */
export const fieldFonts = ['inter', 'inter_bold'] as const
export type FieldFont = (typeof fieldFonts)[number]
export const fieldAlignments = ['left', 'center', 'right'] as const
/**
 * What becomes of a text that is wider than its field. `wrap`: it goes on in further lines. `shrink`: it is written
 * smaller, down to 4 points. `clip`: what sticks out is not shown.
 */
export const fieldOverflows = ['wrap', 'shrink', 'clip'] as const
export type FieldOverflow = (typeof fieldOverflows)[number]

/** `short`: 20/11/2026; `long`: 20 de noviembre de 2026; `iso`: 2026-11-20; in the words and order of the locale. */
export const dateFormats = ['short', 'long', 'iso'] as const
/** `plain`: digits as typed, without grouping. `percent` writes 12,5 % for 12.5. */
export const numberFormats = ['plain', 'decimal', 'currency', 'percent'] as const

/** The languages and countries whose dates, numbers and currencies a template may be written in. */
export const templateLocales = [
  'es-EC',
  'es-AR',
  'es-BO',
  'es-CL',
  'es-CO',
  'es-CR',
  'es-DO',
  'es-ES',
  'es-GT',
  'es-HN',
  'es-MX',
  'es-NI',
  'es-PA',
  'es-PE',
  'es-PR',
  'es-PY',
  'es-SV',
  'es-UY',
  'es-VE',
  'en-GB',
  'en-US',
] as const
export type TemplateLocale = (typeof templateLocales)[number]

/** How many of a request's people a field can name. */
export const boundParties = 6
const partyPlaces = Array.from({ length: boundParties }, (_, index) => index + 1)

/** Where a value can come from, chosen from this list: data only, never an expression. */
export const bindings = [
  'hoy',
  'expediente.id',
  'expediente.titulo',
  'solicitud.id',
  'solicitud.titulo',
  'solicitud.tipo',
  'solicitud.notas',
  'solicitud.fecha_agendada',
  'solicitud.lugar',
  'solicitud.asignado_a',
  ...partyPlaces.flatMap((place) =>
    (['nombre', 'rol', 'identificacion', 'email'] as const).map((part) => `parte.${place}.${part}` as const),
  ),
  'empresa.nombre',
  'empresa.identificacion',
  'empresa.direccion',
  'empresa.telefono',
  'empresa.email',
  'usuario.nombre',
  'usuario.cargo',
  'usuario.email',
] as const
export type Binding = (typeof bindings)[number]

/** Lower-case letters, digits and underscores, a letter first: the column of a CSV and the name of a form field. */
export const fieldKeyPattern = /^[a-z][a-z0-9_]{0,59}$/

/** The limits of a template. */
export const templateLimits = {
  fields: 500,
  options: 200,
  valueLength: 20_000,
  imageBytes: 2_000_000,
  rows: 500,
  /** Of a base PDF. */
  baseBytes: 25 * 1024 * 1024,
}

const points = z.number().check(z.minimum(0), z.maximum(14_400))
const size = z.number().check(z.minimum(4), z.maximum(14_400))

export const fieldStyleSchema = z.strictObject({
  font: z.enum(fieldFonts),
  /** Points. */
  size: z.number().check(z.minimum(4), z.maximum(144)),
  align: z.enum(fieldAlignments),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  overflow: z.enum(fieldOverflows),
})
export type FieldStyle = z.infer<typeof fieldStyleSchema>

/** How a value is written; of dates and numbers alone. */
export const fieldFormatSchema = z.union([
  z.strictObject({ kind: z.literal('date'), as: z.enum(dateFormats) }),
  z.strictObject({
    kind: z.literal('number'),
    as: z.enum(numberFormats),
    decimals: z.int().check(z.minimum(0), z.maximum(6)),
    /** ISO 4217; of `currency` alone. */
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  }),
])
export type FieldFormat = z.infer<typeof fieldFormatSchema>

/**
 * One field of a template. Its place is in points of 1/72 inch, origin at the top left of the page as a reader sees it
 * (CropBox and /Rotate applied). The order of the fields is the order in which they are filled in.
 */
export const templateFieldSchema = z.strictObject({
  key: z.string().check(z.regex(fieldKeyPattern)),
  label: line(120),
  type: z.enum(fieldTypes),
  page: z.int().check(z.minimum(1), z.maximum(10_000)),
  x: points,
  y: points,
  width: size,
  height: size,
  required: z.boolean(),
  /** What it holds before anybody writes, as `data` would have it. */
  default: z.optional(z.union([z.string().check(z.maxLength(templateLimits.valueLength)), z.boolean()])),
  /** Of a select: what can be chosen. */
  options: z.optional(z.array(line(200)).check(z.minLength(1), z.maxLength(templateLimits.options))),
  /** Of texts: characters at most. */
  max_length: z.optional(z.int().check(z.minimum(1), z.maximum(templateLimits.valueLength))),
  format: z.optional(fieldFormatSchema),
  style: fieldStyleSchema,
  binding: z.optional(z.enum(bindings)),
  /** The fully qualified name of the field of the base PDF's own form that this stands for. */
  form_field: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
})
export type TemplateField = z.infer<typeof templateFieldSchema>

/**
 * What the fields hold, by key. Texts and choices as text; a date as `2026-11-20`; a number as a number or as text with
 * a decimal point; a checkbox as true or false; an image as a `data:image/png` or `data:image/jpeg` URL in base64.
 * Signatures hold nothing: whoever signs finds them in place.
 */
export const templateDataSchema = z.record(
  z.string().check(z.regex(fieldKeyPattern)),
  z.union([z.string().check(z.maxLength(3_000_000)), z.number(), z.boolean(), z.null()]),
)
export type TemplateData = z.infer<typeof templateDataSchema>
