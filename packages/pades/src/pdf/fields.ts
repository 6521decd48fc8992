import type { PdfFile } from './file.ts'
import { PdfArray, PdfRef, nameOf, textOf } from './objects.ts'
import type { PdfDict, PdfValue } from './objects.ts'

const maxFieldDepth = 64
const maxFields = 200_000

/**
 * A terminal field of the AcroForm (ISO 32000-2 §12.7.4): `name` is the full name with dots, `type` (`Sig`, `Tx`, …)
 * and `value` may be inherited, `widgets` are its annotations: itself when merged, otherwise its kids.
 */
export type PdfField = {
  name: string
  ref: PdfRef
  dict: PdfDict
  type: string | null
  value: PdfValue
  widgets: { ref: PdfRef; dict: PdfDict }[]
}

type Inherited = { name: string; type: string | null; value: PdfValue }

/** All terminal fields in document order. Throws `pdf_damaged` for a loop in the field tree. */
export function fieldsOf(file: PdfFile): PdfField[] {
  const form = file.dict(file.catalog.get('AcroForm'))
  const roots = form ? file.resolve(form.get('Fields')) : null
  const fields: PdfField[] = []
  if (!(roots instanceof PdfArray)) return fields
  const seen = new Set<number>()
  for (const root of roots.items) collect(file, root, { name: '', type: null, value: null }, seen, fields, 0)
  return fields
}

function collect(
  file: PdfFile,
  node: PdfValue,
  parent: Inherited,
  seen: Set<number>,
  fields: PdfField[],
  depth: number,
): void {
  if (depth > maxFieldDepth || seen.size > maxFields) file.damaged('field tree too deep or too large')
  if (!(node instanceof PdfRef)) return
  // A field listed twice is common in merged files and harmless; loops are cut here too.
  if (seen.has(node.number)) return
  seen.add(node.number)
  const dict = file.dict(node)
  if (dict === null) return
  const part = textOf(file.resolve(dict.get('T')))
  const own: Inherited = {
    name: part === null ? parent.name : parent.name === '' ? part : `${parent.name}.${part}`,
    type: nameOf(file.resolve(dict.get('FT'))) ?? parent.type,
    value: dict.get('V') ?? parent.value,
  }
  const kids = file.resolve(dict.get('Kids'))
  const children = kids instanceof PdfArray ? kids.items.filter((kid): kid is PdfRef => kid instanceof PdfRef) : []
  // §12.7.4.2: a kid with a partial name is a field, one without is only a widget of this field.
  if (children.some((kid) => textOf(file.resolve(file.dict(kid)?.get('T') ?? null)) !== null)) {
    for (const kid of children) collect(file, kid, own, seen, fields, depth + 1)
    return
  }
  const widgets = children.flatMap((ref) => {
    const widget = file.dict(ref)
    return widget ? [{ ref, dict: widget }] : []
  })
  fields.push({ ...own, ref: node, dict, widgets: children.length > 0 ? widgets : [{ ref: node, dict }] })
}
