import type { TemplateField } from '@foja/contracts/template-fields'
import type { FieldValue } from '@foja/forms/field-value'
import { newField } from '@foja/forms/new-field'
import sharp from 'sharp'
import { createFiller, type Filled, type Filler } from '../src/filler.ts'
import { createRenderer, type Renderer } from '../src/renderer.ts'
import { differenceOf, type Difference, type Place } from './difference.ts'

export type Values = Record<string, FieldValue>
export type FillStage = {
  filler: Filler
  renderer: Renderer
  /** Fills and returns the whole answer; `values` by field key. */
  fill: (base: Uint8Array, fields: TemplateField[], values: Values, options?: { flatten?: boolean }) => Promise<Filled>
  difference: (before: Uint8Array, after: Uint8Array, places: Place[], page?: number) => Promise<Difference>
  close: () => Promise<void>
}

/** Two pixels per point, so that hairlines are visible. */
const dpi = 144

export async function openFillStage(): Promise<FillStage> {
  const [filler, renderer] = await Promise.all([createFiller({ threads: 1 }), createRenderer({ threads: 1 })])
  // a copy, because a worker may take the memory of its input
  const draw = async (pdf: Uint8Array, page: number) =>
    (await renderer.renderPage(Uint8Array.from(pdf), { page, dpi, format: 'png' })).bytes
  return {
    filler,
    renderer,
    fill: (base, fields, values, options) =>
      filler.fill(Uint8Array.from(base), { fields, values: Object.entries(values), locale: 'es-EC', ...options }),
    difference: async (before, after, places, page = 1) => {
      const size = (await renderer.inspect(Uint8Array.from(before))).sizes[page - 1]
      if (size === undefined) throw new Error('there is no such page')
      return differenceOf(await draw(before, page), await draw(after, page), places, size)
    },
    close: async () => void (await Promise.all([filler.close(), renderer.close()])),
  }
}

/** A field at a place, with the type's defaults and then `more`. */
export function fieldAt(type: TemplateField['type'], key: string, more: Partial<TemplateField> = {}): TemplateField {
  return { ...newField(type, { page: 1, x: 20, y: 20, taken: [] }), key, label: key, required: false, ...more }
}

/** One colour, with optional opacity. */
export async function pngOf(width: number, height: number, alpha = 1): Promise<FieldValue> {
  const background = { r: 200, g: 20, b: 20, alpha }
  const bytes = await sharp({ create: { width, height, channels: alpha === 1 ? 3 : 4, background } })
    .png()
    .toBuffer()
  return { format: 'png', bytes: new Uint8Array(bytes), width, height, orientation: 1 }
}

export async function jpegOf(width: number, height: number, orientation = 1): Promise<FieldValue> {
  const background = { r: 20, g: 120, b: 20 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const seen = orientation > 4 ? { width: height, height: width } : { width, height }
  return { format: 'jpeg', bytes: new Uint8Array(bytes), ...seen, orientation }
}
