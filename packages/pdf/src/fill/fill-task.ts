import { PdfError } from '../errors.ts'
import type { DetectedFields, Filled, FillRequest } from '../fill-protocol.ts'
import { readBase, refuseUnfillable, type BaseFile } from './base-file.ts'
import { detectFields } from './detect-fields.ts'
import type { Engine, EngineDocument } from './engine.ts'
import { fillFile } from './fill-file.ts'
import { readForm } from './form-tree.ts'
import { geometryOf, pagesOf, type PageGeometry } from './page-tree.ts'

type Limits = { maxFileBytes: number; maxInflated: number }
type Sizes = { width: number; height: number }[]
/** A file, and what the engine that draws it says of it. */
type Known = { base: BaseFile; sizes: Sizes }

/** Sizes agree but for the noise of the engine's short floats. */
const tolerance = 0.02

export async function detectIn(engine: Engine, bytes: Uint8Array, limits: Limits): Promise<DetectedFields> {
  return detectFields((await openFillable(engine, bytes, limits)).base)
}

/** Fills a file and looks at the result with the engine, before anybody else does. */
export async function fillIn(engine: Engine, bytes: Uint8Array, request: FillRequest, limits: Limits): Promise<Filled> {
  const { base, sizes } = await openFillable(engine, bytes, limits)
  const filled = fillFile(base, request)
  const after = await engine.withDocument(filled, sizesOf)
  if (!areEqual(sizes, after)) throw cannotBeFilled('the result is not as it should be')
  return { bytes: filled, pages: sizes.length }
}

/**
 * Opens a file with the engine that draws it and with the one that writes it, and goes on only when both see the same
 * pages: a field is then where it was placed. What the writing one cannot read, the drawing one writes anew, once.
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

/** The file, when it can be read and its pages are those that the engine sees. */
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

/** As the engine measures pages: it knows no UserUnit. */
function inUnits({ width, height, userUnit }: PageGeometry): Sizes[number] {
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
