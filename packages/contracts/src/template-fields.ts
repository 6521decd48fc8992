import * as z from 'zod/mini'
import { line } from './common.ts'
import {
  bindings,
  dateFormats,
  fieldAlignments,
  fieldFonts,
  fieldKeyPattern,
  fieldOverflows,
  fieldTypes,
  numberFormats,
  templateLimits,
} from './template-field-types.ts'

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

/** Format of the value; dates and numbers only. */
export const fieldFormatSchema = z.union([
  z.strictObject({ kind: z.literal('date'), as: z.enum(dateFormats) }),
  z.strictObject({
    kind: z.literal('number'),
    as: z.enum(numberFormats),
    decimals: z.int().check(z.minimum(0), z.maximum(6)),
    /** ISO 4217; `currency` only. */
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  }),
])
export type FieldFormat = z.infer<typeof fieldFormatSchema>

/**
 * One field of a template, in points of 1/72 inch, origin at the top left of the displayed page (CropBox and /Rotate
 * applied). Fields are filled in list order.
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
  /** Default value, in the format of `data`. */
  default: z.optional(z.union([z.string().check(z.maxLength(templateLimits.valueLength)), z.boolean()])),
  /** Options of a select. */
  options: z.optional(z.array(line(200)).check(z.minLength(1), z.maxLength(templateLimits.options))),
  /** Maximum characters of a text. */
  max_length: z.optional(z.int().check(z.minimum(1), z.maximum(templateLimits.valueLength))),
  format: z.optional(fieldFormatSchema),
  style: fieldStyleSchema,
  binding: z.optional(z.enum(bindings)),
  /** Of a signature: who signs here, such as «Arrendador». Without it, the label says so. */
  role: z.optional(line(60)),
  /**
   * Key of the signature in which the recipient signs who fills this field, before anybody signs. The office fills it if
   * no recipient signs there.
   */
  filled_by: z.optional(z.string().check(z.regex(fieldKeyPattern))),
  /** Full name of the form field in the base PDF that this field replaces. */
  form_field: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
})
export type TemplateField = z.infer<typeof templateFieldSchema>

/**
 * Values by key. Texts and choices as text; a date as `2026-11-20`; a number as a number or as text with a decimal
 * point; a checkbox as a boolean; an image as a `data:image/png` or `data:image/jpeg` URL in base64. Signature fields
 * have no value: they stay empty for the signer.
 */
export const templateDataSchema = z.record(
  z.string().check(z.regex(fieldKeyPattern)),
  z.union([z.string().check(z.maxLength(3_000_000)), z.number(), z.boolean(), z.null()]),
)
export type TemplateData = z.infer<typeof templateDataSchema>
