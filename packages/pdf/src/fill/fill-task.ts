import type { TemplateField } from '@foja/contracts/template-fields'
import { templateLimits } from '@foja/contracts/template-field-types'
import { toVisible, type VisibleBox } from '@foja/pdf-core/geometry'
import { PdfError } from '../errors.ts'
import type { DetectedFields, Filled, FillRequest } from '../fill-protocol.ts'
import { readBase, refuseUnfillable, type BaseFile } from './base-file.ts'
import type { Engine, EngineDocument } from './engine.ts'
import { fillFile } from './fill-file.ts'
import { readForm, isSeen, type FormField, type Widget } from './form-tree.ts'
import { geometryOf, pagesOf, type SizedGeometry } from './page-tree.ts'
import { kindOf, type FormKind } from './field-choices.ts'
import { fieldFromForm, type FormPlace } from './field-from-form.ts'
import type { Resolve } from './pdf-values.ts'

type Found = { field: FormField; kind: Exclude<FormKind, 'button'>; place: FormPlace }

/** The fields of a file's own form in reading order, and those without a matching template type. */
function detectFields({ resolve, catalog }: BaseFile): DetectedFields {
  const form = readForm(resolve, catalog.dict, pagesOf(resolve, catalog.dict))
  if (form === null) return { fields: [], skipped: [] }
  const skipped: DetectedFields['skipped'] = []
  const found: Found[] = []
  const names = new Set<string>()
  for (const field of form.fields) {
    // fields with the same name are one: a value goes into both
    if (field.name === '' || names.has(field.name)) continue
    names.add(field.name)
    const one = examine(resolve, field)
    if (typeof one === 'string') skipped.push({ name: field.name, reason: one })
    else if (one !== null) found.push(one)
  }
  const fields: TemplateField[] = []
  for (const { field, kind, place } of inReadingOrder(found)) {
    if (fields.length === templateLimits.fields) skipped.push({ name: field.name, reason: 'too_many' })
    else fields.push(fieldFromForm(resolve, { form, field, kind }, place, fields))
  }
  return { fields, skipped }
}

/** Place and type of a field; or why a template cannot have it; null: not a field to fill. */
function examine(resolve: Resolve, field: FormField): Found | DetectedFields['skipped'][number]['reason'] | null {
  const kind = kindOf(resolve, field)
  if (kind === null) return null
  if (kind === 'button') return 'button'
  const seen = field.widgets.filter(isSeen)
  if (seen.length === 0) return 'hidden'
  const place = placeOf(resolve, kind === 'radio' ? seen : seen.slice(0, 1))
  return place === null ? 'off_page' : { field, kind, place }
}

/** The place of a widget, or the box around all widgets on the page of the first. */
function placeOf(resolve: Resolve, widgets: readonly Widget[]): FormPlace | null {
  const page = widgets[0]?.page
  if (!page) return null
  const geometry = geometryOf(resolve, page)
  const shown = widgets.flatMap(({ rect, page: own }) => (rect && own === page ? [toVisible(rect, geometry)] : []))
  const rectangle = enclosing(shown)
  const isOnPage =
    rectangle.x < geometry.width &&
    rectangle.y < geometry.height &&
    rectangle.x + rectangle.width > 0 &&
    rectangle.y + rectangle.height > 0
  return isOnPage ? { page: page.number, geometry, rectangle } : null
}

function enclosing(rectangles: readonly VisibleBox[]): VisibleBox {
  const x = Math.min(...rectangles.map((one) => one.x))
  const y = Math.min(...rectangles.map((one) => one.y))
  const right = Math.max(...rectangles.map((one) => one.x + one.width))
  const bottom = Math.max(...rectangles.map((one) => one.y + one.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Sorts by page, row and column; a field belongs to a row when its middle is within the row's first field. */
function inReadingOrder(found: readonly Found[]): Found[] {
  const byHeight = found.toSorted((a, b) => a.place.page - b.place.page || a.place.rectangle.y - b.place.rectangle.y)
  const rows: Found[][] = []
  for (const one of byHeight) {
    const first = rows.at(-1)?.[0]
    const isSameRow =
      first !== undefined &&
      first.place.page === one.place.page &&
      one.place.rectangle.y + one.place.rectangle.height / 2 <= first.place.rectangle.y + first.place.rectangle.height
    if (isSameRow) rows.at(-1)?.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.place.rectangle.x - b.place.rectangle.x))
}

type Limits = { maxFileBytes: number; maxInflated: number }
type Sizes = { width: number; height: number }[]
/** A file, and the facts that the engine reports about it. */
type Known = { base: BaseFile; sizes: Sizes }

/** Tolerance for the engine's short floats. */
const tolerance = 0.02

export async function detectIn(engine: Engine, bytes: Uint8Array, limits: Limits): Promise<DetectedFields> {
  return detectFields((await openFillable(engine, bytes, limits)).base)
}

/** Fills a file and checks the result with the engine before returning it. */
export async function fillIn(engine: Engine, bytes: Uint8Array, request: FillRequest, limits: Limits): Promise<Filled> {
  const { base, sizes } = await openFillable(engine, bytes, limits)
  const filled = fillFile(base, request)
  const after = await engine.withDocument(filled, sizesOf)
  if (!areEqual(sizes, after)) throw cannotBeFilled('the result is not as it should be')
  return { bytes: filled, pages: sizes.length }
}

/**
 * Opens a file with the engine and with the writing library, and continues only when both see the same pages, so that
 * fields are where they were placed. A file that the library cannot read is rewritten once by the engine.
 */
async function openFillable(engine: Engine, bytes: Uint8Array, limits: Limits): Promise<Known> {
  if (bytes.byteLength > limits.maxFileBytes) throw new PdfError('render_memory', 'The file is too large to be filled')
  const seen = await engine.withDocument(bytes, (document) => ({
    isEncrypted: document.isEncrypted,
    sizes: sizesOf(document),
  }))
  if (seen.isEncrypted) throw new PdfError('pdf_encrypted', 'The file is encrypted')
  const direct = await readAgreeing(bytes, seen.sizes, limits)
  const base = direct ?? (await readAgreeing(await engine.withDocument(bytes, copyOf), seen.sizes, limits))
  if (base === null) throw cannotBeFilled('the structure cannot be read')
  refuseUnfillable(base)
  refuseSigned(base)
  return { base, sizes: seen.sizes }
}

const copyOf = (document: EngineDocument): Uint8Array => document.copy()

const sizesOf = (document: EngineDocument): Sizes =>
  Array.from({ length: document.pages }, (_, index) => document.sizeOf(index + 1))

/** The parsed file, if it is readable and its pages match the engine's. */
async function readAgreeing(bytes: Uint8Array, sizes: Sizes, limits: Limits): Promise<BaseFile | null> {
  try {
    const base = await readBase(bytes, limits.maxInflated)
    const pages = pagesOf(base.resolve, base.catalog.dict)
    const own = pages.map((page) => inUnits(geometryOf(base.resolve, page)))
    return areEqual(own, sizes) ? base : null
  } catch {
    return null
  }
}

/** Page sizes as the engine measures them: without UserUnit. */
function inUnits({ width, height, userUnit }: SizedGeometry): Sizes[number] {
  return { width: width / userUnit, height: height / userUnit }
}

function areEqual(some: Sizes, others: Sizes): boolean {
  const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= tolerance + Math.abs(b) * 1e-6
  return (
    some.length === others.length &&
    some.every(({ width, height }, index) => {
      const other = others[index]
      return other !== undefined && isClose(width, other.width) && isClose(height, other.height)
    })
  )
}

function refuseSigned({ resolve, catalog }: BaseFile): void {
  const form = readForm(resolve, catalog.dict, [])
  if (form?.fields.some(({ type, value }) => type === 'Sig' && value !== null))
    throw new PdfError('pdf_signed', 'The file bears a signature')
}

function cannotBeFilled(reason: string): PdfError {
  return new PdfError('pdf_cannot_be_filled', `The file cannot be filled: ${reason}`, { detail: { reason } })
}
