import * as z from 'zod/mini'
import { uuid } from './ids.ts'

export const timestamp = z.iso.datetime()

/** The latest allowed appointment. */
export const lastAppointment = '2100-12-31T23:59:59.999Z'

/**
 * Time of an appointment. Later dates are typing errors or stand for «no date», and calendars write years in four
 * digits (RFC 5545, 3.3.4), so they cannot hold an end after 9999.
 */
export const appointmentTime = timestamp.check(({ value, issues }) => {
  if (Date.parse(value) <= Date.parse(lastAppointment) || Number.isNaN(Date.parse(value))) return
  issues.push({ code: 'too_big', origin: 'date', maximum: Date.parse(lastAppointment), input: value })
})
export const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
/** Typed text: trimmed, not empty, bounded. */
export const line = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum))
export const optionalText = (maximum: number) => z.optional(z.string().check(z.trim(), z.maxLength(maximum)))

/** Counts, version numbers and page numbers: the range of a database integer (PostgreSQL, 8.1.1). */
const ordinal = [z.int(), z.minimum(1), z.maximum(2_147_483_647)] as const
export const positiveInteger = z.number().check(...ordinal)
/** The same in a query, as text. */
export const positiveIntegerText = z.coerce.number().check(...ordinal)

export const personSchema = z.strictObject({ id: uuid, nombre: z.string(), email: z.string() })
export type Person = z.infer<typeof personSchema>

export const uuidParams = z.strictObject({ id: uuid })

/** Points of 1/72 inch; origin at the top left of the displayed page (CropBox and /Rotate applied). */
export const positionSchema = z.strictObject({
  page: positiveInteger,
  x: z.number().check(z.minimum(0)),
  y: z.number().check(z.minimum(0)),
  width: z.number().check(z.minimum(20), z.maximum(14400)),
  height: z.number().check(z.minimum(10), z.maximum(14400)),
})
export type Position = z.infer<typeof positionSchema>

/** Pages as images. `url` is signed, short-lived, immutable and cacheable; width and height are PDF points. */
export const pageImagesSchema = z.strictObject({
  paginas: z.int(),
  pages: z.array(z.strictObject({ page: z.int(), width: z.number(), height: z.number(), url: z.string() })),
})
export type PageImages = z.infer<typeof pageImagesSchema>

const box = { x: z.number(), y: z.number(), width: z.number(), height: z.number() }

/** Text and links of a page. Points; origin at the top left of the displayed page. */
export const pageTextSchema = z.strictObject({
  /** In reading order. `x` and `y`: top left corner of the line, which is turned clockwise around it by `angle`. */
  lines: z.array(
    z.strictObject({
      x: z.number(),
      y: z.number(),
      height: z.number(),
      /** Degrees. */
      angle: z.number(),
      /** `start` and `width` are measured along the line. */
      words: z.array(z.strictObject({ text: z.string(), start: z.number(), width: z.number() })),
    }),
  ),
  /** To the web or to a mailbox (`url`), or to a page of the document (from 1); others are omitted. */
  links: z.array(
    z.union([
      z.strictObject({ ...box, url: z.string() }),
      z.strictObject({ ...box, page: z.int().check(z.positive()) }),
    ]),
  ),
})
export type PageText = z.infer<typeof pageTextSchema>

/** The token of a recipient, from the address that was sent to them. */
export const recipientHeaders = z.looseObject({ 'x-recipient': z.string().check(z.minLength(1), z.maxLength(200)) })
