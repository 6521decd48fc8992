import type { FieldType } from '../packages/contracts/src/template-field-types.ts'
import { fieldTypes } from '../packages/contracts/src/template-field-types.ts'
import type { TemplateField } from '../packages/contracts/src/template-fields.ts'
import type { FieldValue } from '../packages/forms/src/field-value.ts'
import { newField } from '../packages/forms/src/new-field.ts'
import { differenceOf } from '../packages/pdf/test/difference.ts'
import { PdfError, type Filler } from '../packages/pdf/src/filler.ts'
import type { PageSize, Renderer } from '../packages/pdf/src/renderer.ts'
import type { CaseResult } from './corpus-case.ts'

export type TemplateBench = { filler: Filler; renderer: Renderer }

type Pair = readonly [key: string, value: FieldValue]

/** A red square of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

const samples: Record<Exclude<FieldType, 'signature'>, FieldValue> = {
  text: 'Peñaherrera Ñandú ☑',
  multiline: 'Comparecen las partes y acuerdan lo que sigue.\nSegunda línea.',
  number: '1234567.5',
  date: '2026-11-20',
  checkbox: true,
  select: 'Opción 2',
  image: { format: 'png', bytes: new Uint8Array(png), width: 1, height: 1, orientation: 1 },
  qr: 'https://foja.example/verificar/7K3M',
}

/** Detects the fields of one file, places one of each type on page 1, fills, reopens the result and draws it. */
export async function tryTemplate(original: Uint8Array, isMutant: boolean, bench: TemplateBench): Promise<CaseResult> {
  const result: CaseResult = { outcome: 'filled', faults: [], notes: [], earlier: 0 }
  try {
    const [page] = (await bench.renderer.inspect(Uint8Array.from(original))).sizes
    const { fields: found, skipped } = await bench.filler.detectFields(Uint8Array.from(original))
    if (found.length > 0) result.outcome = 'filled with its form'
    if (skipped.length > 0) result.notes.push(`${skipped.length} form fields passed over`)
    const placed = page === undefined ? [] : placeOneOfEach(page)
    if (placed.length === 0) result.notes.push('page 1 is too small for fields')
    await fillPage({ original, placed, isMutant }, result, bench)
    if (found.length > 0) await fillForm({ original, found }, result, bench)
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    const { reason } = error.detail
    result.outcome = `refused: ${error.code}${reason === undefined ? '' : ` (${reason})`}`
    // a refusal must concern the file
    if (error.code === 'render_failed' || error.code === 'render_busy') result.faults.push(error.message)
  }
  return result
}

/** One of each type in a grid of three by three; none on a page too small to show them. */
function placeOneOfEach(page: PageSize): TemplateField[] {
  const [across, down] = [page.width / 3, page.height / 3]
  if (across < 12 || down < 12) return []
  return fieldTypes.map((type, index) => {
    const [column, row] = [index % 3, Math.floor(index / 3)]
    const blank = newField(type, { page: 1, x: 0, y: 0, taken: [] })
    return {
      ...blank,
      key: type,
      x: column * across + across / 10,
      y: row * down + down / 10,
      width: Math.min(blank.width, across * 0.8),
      height: Math.min(blank.height, down * 0.8),
    }
  })
}

function valueOf({ key, type, options }: TemplateField): Pair[] {
  if (type === 'signature') return []
  return [[key, type === 'select' && options ? (options[0] ?? '') : samples[type]]]
}

/** The filling changes the page nowhere else, and is deterministic. */
async function fillPage(
  { original, placed, isMutant }: { original: Uint8Array; placed: TemplateField[]; isMutant: boolean },
  result: CaseResult,
  { filler, renderer }: TemplateBench,
): Promise<void> {
  const request = { fields: placed, values: placed.flatMap(valueOf), locale: 'es-EC' } as const
  const { bytes, pages } = await filler.fill(Uint8Array.from(original), request)
  const again = await renderer.inspect(Uint8Array.from(bytes))
  if (again.pages !== pages || again.repaired) result.faults.push('the result does not open as it should')
  const waiting = (await filler.detectFields(Uint8Array.from(bytes))).fields
  if (placed.length > 0 && !waiting.some(({ type }) => type === 'signature')) result.faults.push('no signature waits')
  if (isMutant || placed.length === 0) return
  const second = await filler.fill(Uint8Array.from(original), request)
  if (Buffer.compare(second.bytes, bytes) !== 0) result.faults.push('filled differently the second time')
  await comparePage({ before: original, after: bytes, placed, page: again.sizes[0] }, result, renderer)
}

async function comparePage(
  { before, after, placed, page }: { before: Uint8Array; after: Uint8Array; placed: TemplateField[]; page?: PageSize },
  result: CaseResult,
  renderer: Renderer,
): Promise<void> {
  const draw = (pdf: Uint8Array) => renderer.renderPage(Uint8Array.from(pdf), { page: 1, dpi: 72, format: 'png' })
  // a page that could not be drawn before proves nothing
  const first = await draw(before).catch((error: unknown) => error)
  if (first instanceof Error || page === undefined) return void result.notes.push('page 1 cannot be drawn')
  const [a, b] = [first as Awaited<ReturnType<typeof draw>>, await draw(after)]
  const { outside, inside } = await differenceOf(a.bytes, b.bytes, placed, page)
  if (outside > 0) result.faults.push(`${outside} pixels outside of the fields differ`)
  const unseen = placed.filter(({ type }, index) => type !== 'signature' && inside[index] === 0)
  if (unseen.length > 0) result.notes.push(`not seen: ${unseen.map(({ type }) => type).join(' ')}`)
}

/** The file's own form accepts values, open and flattened. */
async function fillForm(
  { original, found }: { original: Uint8Array; found: TemplateField[] },
  result: CaseResult,
  { filler, renderer }: TemplateBench,
): Promise<void> {
  for (const flatten of [false, true]) {
    const values = found.flatMap(valueOf)
    const request = { fields: found, values, locale: 'es-EC', flatten } as const
    const { bytes } = await filler.fill(Uint8Array.from(original), request)
    const { fields } = await filler.detectFields(Uint8Array.from(bytes))
    const left = fields.filter(({ type }) => type !== 'signature').length
    if (flatten && left > 0) result.faults.push(`${left} fields left after flattening`)
    if (!flatten && fields.length !== found.length) result.faults.push('other fields than before')
    await renderer.renderPage(Uint8Array.from(bytes), { page: 1, dpi: 40, format: 'png' })
  }
}
