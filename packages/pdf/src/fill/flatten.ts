import type { Box } from '@foja/pdf-core/geometry'
import { formatNumber } from '@foja/pdf-core/syntax'
import { PdfArray, PdfBool, PdfDict, PdfName, PdfRef, PdfStream, type PdfObject } from '@libpdf/core'
import { removeAnnotations } from './annotations.ts'
import type { BaseFile } from './base-file.ts'
import { annotationFlags, type Form } from './form-tree.ts'
import type { Page } from './page-tree.ts'
import { boxOf, dictOf, itemsOf, nameOf, numberOf, refOf, type Resolve } from './pdf-values.ts'
import type { Revision } from './revision.ts'
import type { MadeAppearances } from './widget-appearance.ts'

type Flattening = { base: BaseFile; revision: Revision; made: MadeAppearances }

/** A form XObject that replaces widgets: drawn over a page. */
export type FlatPage = { page: Page; drawing: number }

/**
 * Converts all fields except signatures to drawings, and removes the fields. Hidden ones are dropped. Returns the
 * drawings by page.
 */
export function flattenForm(flattening: Flattening, form: Form | null, pages: readonly Page[]): FlatPage[] {
  const { base, revision } = flattening
  const { resolve } = base
  const waiting = new Set(form?.fields.flatMap(({ type, widgets }) => (type === 'Sig' ? widgets.map(keyOf) : [])))
  const flat = pages.flatMap((page) => {
    const gone = itemsOf(resolve, page.dict.get('Annots')).filter(
      (item): item is PdfRef => item instanceof PdfRef && !waiting.has(keyOf({ ref: item })) && isField(resolve, item),
    )
    if (gone.length === 0) return []
    removeAnnotations({ resolve, revision }, page, (annotation) => gone.includes(annotation as PdfRef))
    const drawing = drawingOf(flattening, gone)
    return drawing === null ? [] : [{ page, drawing }]
  })
  keepSignatureFields(flattening, form)
  return flat
}

const keyOf = ({ ref }: { ref: PdfRef }): number => ref.objectNumber

/** Signature widgets that the form does not list are kept too. */
function isField(resolve: Resolve, ref: PdfRef): boolean {
  const dict = dictOf(resolve, ref)
  return nameOf(resolve, dict?.get('Subtype')) === 'Widget' && nameOf(resolve, dict?.get('FT')) !== 'Sig'
}

function drawingOf(flattening: Flattening, widgets: readonly PdfRef[]): number | null {
  const { base, revision } = flattening
  const { resolve } = base
  const objects = new Map<number, PdfRef>()
  const operators: string[] = []
  for (const widget of widgets) {
    const dict = dictOf(resolve, widget)
    const rect = boxOf(resolve, dict?.get('Rect'))
    const appearance = dict === null || isHidden(resolve, dict) ? null : appearanceOf(flattening, dict)
    const matrix = rect === null || appearance === null ? null : intoRect(flattening, appearance, rect)
    if (appearance === null || matrix === null) continue
    objects.set(appearance.objectNumber, appearance)
    operators.push(`q ${matrix.map(formatNumber).join(' ')} cm /W${appearance.objectNumber} Do Q`)
  }
  if (operators.length === 0) return null
  const names = [...objects.values()].map((ref) => `/W${ref.objectNumber} ${ref.objectNumber} ${ref.generation} R`)
  const box = '/BBox[-1000000 -1000000 1000000 1000000]'
  const head = `/Type/XObject/Subtype/Form${box}/Resources<</XObject<<${names.join('')}>>>>`
  return revision.addStream(head, operators.join('\n'))
}

function isHidden(resolve: Resolve, dict: PdfDict | null): boolean {
  const flags = numberOf(resolve, dict?.get('F')) ?? 0
  return (flags & (annotationFlags.hidden | annotationFlags.noView)) !== 0
}

/** The shown appearance: the normal one, in the widget's state (ISO 32000-2 §12.5.5). */
function appearanceOf({ base: { resolve }, made }: Flattening, dict: PdfDict): PdfRef | null {
  const normal = dictOf(resolve, dict.get('AP'))?.get('N')
  if (normal instanceof PdfRef && made.has(normal.objectNumber)) return normal
  const object = resolve(normal)
  if (object instanceof PdfStream) return refOf(normal)
  const state = nameOf(resolve, dict.get('AS'))
  return object instanceof PdfDict && state !== null ? refOf(object.get(state)) : null
}

/** §12.5.5, algorithm "appearance streams": the appearance's box, transformed by its matrix, fills the rectangle. */
function intoRect(flattening: Flattening, appearance: PdfRef, rect: Box): number[] | null {
  const turned = boxOnPage(flattening, appearance)
  if (turned === null || !(turned.x1 > turned.x0 && turned.y1 > turned.y0)) return null
  const across = (rect.x1 - rect.x0) / (turned.x1 - turned.x0)
  const down = (rect.y1 - rect.y0) / (turned.y1 - turned.y0)
  return [across, 0, 0, down, rect.x0 - turned.x0 * across, rect.y0 - turned.y0 * down]
}

function boxOnPage({ base: { resolve }, revision, made }: Flattening, appearance: PdfRef): Box | null {
  const known = made.get(appearance.objectNumber)
  if (known) return turnedBox({ x0: 0, y0: 0, x1: known.width, y1: known.height }, known.matrix)
  const stream = resolve(appearance)
  const box = stream instanceof PdfStream ? boxOf(resolve, stream.get('BBox')) : null
  if (box === null || !(stream instanceof PdfStream)) return null
  // entries that are optional for an annotation but required for a drawing (§8.10.2)
  if (nameOf(resolve, stream.get('Subtype')) !== 'Form') {
    stream.set('Subtype', PdfName.of('Form'))
    revision.change(appearance, stream)
  }
  const matrix = itemsOf(resolve, stream.get('Matrix')).map((item) => numberOf(resolve, item) ?? 0)
  return turnedBox(box, matrix.length === 6 ? matrix : [1, 0, 0, 1, 0, 0])
}

function turnedBox(box: Box, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Box {
  const xs = [box.x0, box.x1].flatMap((x) => [box.y0, box.y1].map((y) => a * x + c * y + e))
  const ys = [box.x0, box.x1].flatMap((x) => [box.y0, box.y1].map((y) => b * x + d * y + f))
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

/** The remaining form: only the branches with signature fields; or no form. */
function keepSignatureFields({ base, revision }: Pick<Flattening, 'base' | 'revision'>, form: Form | null): void {
  const { resolve, catalog } = base
  const dict = dictOf(resolve, catalog.dict.get('AcroForm'))
  if (dict === null) return
  const signatures = new Set(form?.fields.filter(({ type }) => type === 'Sig').map(keyOf))
  const kept = prune({ base, revision }, itemsOf(resolve, dict.get('Fields')), signatures, 0)
  if (kept.length === 0) {
    catalog.dict.delete('AcroForm')
    revision.change(catalog.ref, catalog.dict)
    return
  }
  dict.set('Fields', new PdfArray(kept))
  dict.set('NeedAppearances', PdfBool.FALSE)
  dict.delete('CO')
  const ref = refOf(catalog.dict.get('AcroForm'))
  if (ref === null) revision.change(catalog.ref, catalog.dict)
  else revision.change(ref, dict)
}

const maxDepth = 64

function prune(
  tools: Pick<Flattening, 'base' | 'revision'>,
  nodes: readonly PdfObject[],
  signatures: ReadonlySet<number>,
  depth: number,
): PdfObject[] {
  const { resolve, nextNumber } = tools.base
  return nodes.filter((node) => {
    // fields added now are still unsigned
    if (node instanceof PdfRef && node.objectNumber >= nextNumber) return true
    const dict = dictOf(resolve, node)
    if (!(node instanceof PdfRef) || dict === null || depth > maxDepth) return false
    if (signatures.has(node.objectNumber) || nameOf(resolve, dict.get('FT')) === 'Sig') return true
    const kids = itemsOf(resolve, dict.get('Kids'))
    const kept = prune(tools, kids, signatures, depth + 1)
    if (kept.length === 0) return false
    if (kept.length < kids.length) {
      dict.set('Kids', new PdfArray(kept))
      tools.revision.change(node, dict)
    }
    return true
  })
}
