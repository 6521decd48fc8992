import type { Box } from '@foja/pdf-core/geometry'
import { PadesError } from '../../errors.ts'
import type { PdfFile } from '../../pdf/file.ts'
import { integerOf, nameOf, PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../../pdf/objects.ts'
import { boxOf, type PdfPage } from '../../pdf/pages.ts'
import type { WorkBudget } from '../../work-budget.ts'
import { itemsOf } from '../changed-objects.ts'
import { nameOperand, operationsOf } from './content-stream.ts'
import { readable } from './field-text.ts'
import { fontDecoder, type FontDecoder } from './font-decoder.ts'
import { appearancePlacement, IDENTITY, type Matrix, matrixOf, multiply, transformBox } from './matrix.ts'
import { type DrawnGlyph, TextLayout } from './text-layout.ts'

const MAX_DEPTH = 6
const MAX_LETTERS = 100_000
/** Bit 2 of /F (§12.5.3). */
const HIDDEN = 2

class TextReader {
  readonly boxes: Box[] = []
  private readonly file: PdfFile
  private readonly budget: WorkBudget
  private readonly fonts = new Map<PdfDict | null, FontDecoder>()

  constructor(file: PdfFile, budget: WorkBudget) {
    this.file = file
    this.budget = budget
  }

  read(data: Uint8Array, resources: PdfDict | null, matrix: Matrix, depth: number): void {
    const layout = new TextLayout(matrix, (name) => this.font(resources, name))
    for (const operation of operationsOf(data, this.budget)) {
      for (const glyph of layout.take(operation)) this.add(glyph)
      if (operation.operator !== 'Do') continue
      this.external(resources, nameOperand(operation.operands, 0), layout.state.matrix, depth)
    }
  }

  private add({ text, mode, matrix, box }: DrawnGlyph): void {
    this.budget.spend(1)
    const isLetter = text === null || /[\p{L}\p{N}]/u.test(text)
    const isVisible = mode !== 3 && mode !== 7
    if (isLetter && isVisible && this.boxes.length < MAX_LETTERS) this.boxes.push(transformBox(matrix, box))
  }

  private font(resources: PdfDict | null, name: string | null): FontDecoder {
    const listed = this.file.dict(resources?.get('Font') ?? null)
    const dict = this.file.dict((name !== null && listed?.get(name)) || null)
    const known = this.fonts.get(dict)
    if (known) return known
    const decoder =
      readable(() => fontDecoder(this.file, dict, this.budget)) ?? fontDecoder(this.file, null, this.budget)
    this.fonts.set(dict, decoder)
    return decoder
  }

  private external(resources: PdfDict | null, name: string | null, matrix: Matrix, depth: number): void {
    const { file } = this
    const listed = file.dict(resources?.get('XObject') ?? null)
    const found = file.resolve((name !== null && listed?.get(name)) || null)
    if (!(found instanceof PdfStream) || depth >= MAX_DEPTH) return
    if (nameOf(file.resolve(found.dict.get('Subtype'))) === 'Form') this.form(found, resources, matrix, depth)
  }

  form(stream: PdfStream, resources: PdfDict | null, matrix: Matrix, depth: number): void {
    const { file } = this
    const own = file.dict(stream.dict.get('Resources')) ?? resources
    this.read(file.streamData(stream), own, multiply(matrixOf(file, stream.dict.get('Matrix')), matrix), depth + 1)
  }
}

function contentOf(file: PdfFile, value: PdfValue): Uint8Array {
  const found = file.resolve(value)
  const streams = found instanceof PdfArray ? found.items.map((item) => file.resolve(item)) : [found]
  const parts = streams.flatMap((stream) =>
    stream instanceof PdfStream ? [file.streamData(stream), Buffer.from('\n')] : [],
  )
  return Buffer.concat(parts)
}

function resourcesOf(file: PdfFile, page: PdfPage): PdfDict | null {
  for (const dict of [page.dict, ...page.ancestors]) {
    const found = file.dict(dict.get('Resources'))
    if (found) return found
  }
  return null
}

/** Letters of a page: of its content, and of the annotation with this object number. */
export type PageText = { annotation: number | null; boxes: readonly Box[] }

const known = new WeakMap<PdfDict, readonly PageText[]>()

/**
 * The boxes, in user space, of the visible letters and digits of a page, in its content and annotations. Content after
 * an error is ignored. A page is read once.
 */
export function textBoxes(file: PdfFile, page: PdfPage, budget: WorkBudget): readonly PageText[] {
  const found = known.get(page.dict)
  if (found) return found
  const texts: PageText[] = []
  known.set(page.dict, texts)
  const content = new TextReader(file, budget)
  texts.push({ annotation: null, boxes: content.boxes })
  readAsFarAsPossible(() =>
    content.read(contentOf(file, page.dict.get('Contents')), resourcesOf(file, page), IDENTITY, 0),
  )
  for (const item of itemsOf(file, page.dict.get('Annots'))) {
    budget.spend(1)
    const reader = new TextReader(file, budget)
    readAsFarAsPossible(() => readAnnotation(file, file.dict(item), reader))
    if (reader.boxes.length > 0)
      texts.push({ annotation: item instanceof PdfRef ? item.number : null, boxes: reader.boxes })
  }
  return texts
}

/** The shown normal appearance of an annotation; of several states the current one (§12.5.5). */
function readAnnotation(file: PdfFile, annotation: PdfDict | null, reader: TextReader): void {
  const rect = boxOf(file, annotation?.get('Rect') ?? null)
  const normal = file.resolve(file.dict(annotation?.get('AP') ?? null)?.get('N') ?? null)
  const state = nameOf(file.resolve(annotation?.get('AS') ?? null))
  const stream = normal instanceof PdfDict ? file.resolve(normal.get(state ?? '')) : normal
  const isHidden = ((integerOf(file.resolve(annotation?.get('F') ?? null)) ?? 0) & HIDDEN) !== 0
  const bbox = stream instanceof PdfStream ? boxOf(file, stream.dict.get('BBox')) : null
  if (!rect || !bbox || !(stream instanceof PdfStream) || isHidden) return
  const placed = appearancePlacement(bbox, matrixOf(file, stream.dict.get('Matrix')), rect)
  reader.form(stream, null, placed, 0)
}

function readAsFarAsPossible(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
  }
}
