import type { Box } from '@foja/pdf-core/geometry'
import { PdfDict, PdfRef, type PdfObject } from '@libpdf/core'
import type { Page } from './page-tree.ts'
import { boxOf, dictOf, itemsOf, nameOf, numberOf, textOf, type Resolve } from './pdf-values.ts'

/** An annotation that shows a field (ISO 32000-2 §12.5.6.19). `page` is null when no page lists it. */
export type Widget = { ref: PdfRef; dict: PdfDict; page: Page | null; rect: Box | null; flags: number }

/**
 * A terminal field of the AcroForm (§12.7.4): `name` is the full name with dots; type, flags and value may be
 * inherited. `get` finds an attribute in the field or above it.
 */
export type FormField = {
  name: string
  ref: PdfRef
  dict: PdfDict
  type: string | null
  flags: number
  value: PdfObject | null
  widgets: Widget[]
  get: (key: string) => PdfObject | null
}

export type Form = { dict: PdfDict; ref: PdfRef | null; fields: FormField[] }

/** Flags of a field, by their value (tables 227, 229, 231, 233). */
export const fieldFlags = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  fileSelect: 1 << 20,
  comb: 1 << 24,
  richText: 1 << 25,
} as const

/** Flags of an annotation (table 167). */
export const annotationFlags = { hidden: 1 << 1, print: 1 << 2, noView: 1 << 5 } as const

const maxDepth = 64
const maxFields = 100_000

/** Parses a file's form; null without one. Duplicates are read once, loops are cut. */
export function readForm(resolve: Resolve, catalog: PdfDict, pages: readonly Page[]): Form | null {
  const dict = dictOf(resolve, catalog.get('AcroForm'))
  if (dict === null) return null
  const ref = catalog.get('AcroForm')
  const roots = itemsOf(resolve, dict.get('Fields'))
  const places = roots.length === 0 ? new Map<string, Page>() : placesOf(resolve, pages)
  const fields: FormField[] = []
  const seen = new Set<string>()
  const collect = (node: PdfObject, prefix: string, above: readonly PdfDict[]): void => {
    if (!(node instanceof PdfRef) || seen.has(node.toString())) return
    if (above.length > maxDepth || seen.size > maxFields) return
    seen.add(node.toString())
    const field = dictOf(resolve, node)
    if (field === null) return
    const part = textOf(resolve, field.get('T'))
    const name = part === null ? prefix : prefix === '' ? part : `${prefix}.${part}`
    const chain = [field, ...above]
    const kids = itemsOf(resolve, field.get('Kids')).filter((kid) => kid instanceof PdfRef)
    // §12.7.4.2: a kid with a name is a field, one without is only a widget of this field
    if (kids.some((kid) => textOf(resolve, dictOf(resolve, kid)?.get('T')) !== null)) {
      for (const kid of kids) collect(kid, name, chain)
      return
    }
    const shown = kids.length > 0 ? kids : [node]
    fields.push(fieldOf(resolve, { name, ref: node, chain, widgets: widgetsOf(resolve, shown, places) }))
  }
  for (const root of roots) collect(root, '', [])
  return { dict, ref: ref instanceof PdfRef ? ref : null, fields }
}

function fieldOf(
  resolve: Resolve,
  { name, ref, chain, widgets }: { name: string; ref: PdfRef; chain: readonly PdfDict[]; widgets: Widget[] },
): FormField {
  const get = (key: string): PdfObject | null => {
    for (const dict of chain) {
      const value = resolve(dict.get(key))
      if (value !== null) return value
    }
    return null
  }
  return {
    name,
    ref,
    dict: chain[0] ?? new PdfDict(),
    type: nameOf(resolve, get('FT')),
    flags: numberOf(resolve, get('Ff')) ?? 0,
    value: get('V'),
    widgets,
    get,
  }
}

function widgetsOf(resolve: Resolve, refs: readonly PdfObject[], places: ReadonlyMap<string, Page>): Widget[] {
  return refs.flatMap((ref) => {
    const dict = dictOf(resolve, ref)
    if (!(ref instanceof PdfRef) || dict === null) return []
    const page = places.get(ref.toString()) ?? null
    return [{ ref, dict, page, rect: boxOf(resolve, dict.get('Rect')), flags: numberOf(resolve, dict.get('F')) ?? 0 }]
  })
}

/** The page that lists an annotation; the widget's own /P may be wrong or missing. */
function placesOf(resolve: Resolve, pages: readonly Page[]): Map<string, Page> {
  const places = new Map<string, Page>()
  for (const page of pages) {
    for (const annotation of itemsOf(resolve, page.dict.get('Annots')))
      if (annotation instanceof PdfRef) places.set(annotation.toString(), page)
  }
  return places
}

/** True if a widget is visible on the screen. */
export function isSeen({ flags, rect }: Widget): boolean {
  const isHidden = (flags & (annotationFlags.hidden | annotationFlags.noView)) !== 0
  return !isHidden && rect !== null && rect.x1 > rect.x0 && rect.y1 > rect.y0
}
