// The constants of template fields, without their schemas: pages load these without zod.
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

/** Typefaces for fields. */
export const fieldFonts = ['inter', 'inter_bold'] as const
export type FieldFont = (typeof fieldFonts)[number]
export const fieldAlignments = ['left', 'center', 'right'] as const
/**
 * Treatment of text wider than its field. `wrap`: breaks into lines. `shrink`: reduces the size, down to 4 points.
 * `clip`: cuts off.
 */
export const fieldOverflows = ['wrap', 'shrink', 'clip'] as const
export type FieldOverflow = (typeof fieldOverflows)[number]

/** `short`: 20/11/2026; `long`: 20 de noviembre de 2026; `iso`: 2026-11-20; in the words and order of the locale. */
export const dateFormats = ['short', 'long', 'iso'] as const
/** `plain`: digits as typed, without grouping. `percent` writes 12,5 % for 12.5. */
export const numberFormats = ['plain', 'decimal', 'currency', 'percent'] as const

/** Locales of dates, numbers and currencies in a template. */
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

/** Number of a request's people that fields can bind to. */
export const boundParties = 6
const partyPlaces = Array.from({ length: boundParties }, (_, index) => index + 1)

/** Sources of a value: a closed list, never an expression. */
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

/** A lower-case letter, then letters, digits and underscores: CSV column and form field name. */
export const fieldKeyPattern = /^[a-z][a-z0-9_]{0,59}$/

export const templateLimits = {
  fields: 500,
  options: 200,
  valueLength: 20_000,
  imageBytes: 2_000_000,
  rows: 500,
  /** Of a base PDF. */
  baseBytes: 25 * 1024 * 1024,
}
