import { PdfError } from '../errors.ts'
import type { DetectedFields, Filled, FillRequest } from '../fill-protocol.ts'
import { readBase, refuseUnfillable, type BaseFile } from './base-file.ts'
import { detectFields } from './detect-fields.ts'
import type { Engine, EngineDocument } from './engine.ts'
import { fillFile } from './fill-file.ts'
import { readForm } from './form-tree.ts'
import { geometryOf, pagesOf, type SizedGeometry } from './page-tree.ts'

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
