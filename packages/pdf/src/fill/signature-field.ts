import type { TemplateField } from '@foja/contracts/template-fields'
import { toUserSpace } from '@foja/pdf-core/geometry'
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core'
import { addAnnotation } from './annotations.ts'
import type { BaseFile } from './base-file.ts'
import { annotationFlags, type Form } from './form-tree.ts'
import { boxArray } from './place-widget.ts'
import { geometryOf, type Page } from './page-tree.ts'
import { dictOf, itemsOf, refOf, textObject } from './pdf-values.ts'
import type { Revision } from './revision.ts'

/**
 * Adds an unsigned signature field merged with its widget (ISO 32000-2 §12.7.5.5). Its name is the key of the
 * template's field, numbered if the base's own form has that name.
 */
export function addSignatureField(
  tools: { base: BaseFile; revision: Revision; form: Form | null },
  field: TemplateField,
  page: Page,
): void {
  const { base, revision, form } = tools
  const { resolve } = base
  const name = freeName(form, field.key)
  const widget = new PdfDict()
  const ref = PdfRef.of(revision.reserve(), 0)
  widget.set('Type', PdfName.of('Annot'))
  widget.set('Subtype', PdfName.of('Widget'))
  widget.set('FT', PdfName.of('Sig'))
  widget.set('T', textObject(name))
  widget.set('TU', textObject(field.label))
  widget.set('F', PdfNumber.of(annotationFlags.print))
  widget.set('Rect', boxArray(toUserSpace(geometryOf(resolve, page), field)))
  widget.set('P', page.ref)
  revision.change(ref, widget)
  addAnnotation({ resolve, revision }, page, ref)
  addToForm(tools, ref)
}

function freeName(form: Form | null, key: string): string {
  const taken = new Set(form?.fields.map(({ name }) => name.split('.')[0]))
  let name = key
  for (let number = 2; taken.has(name); number++) name = `${key}_${number}`
  return name
}

/** The file's form, or a new one in the catalog itself. */
function addToForm({ base, revision }: { base: BaseFile; revision: Revision }, field: PdfRef): void {
  const { resolve, catalog } = base
  const known = dictOf(resolve, catalog.dict.get('AcroForm'))
  const form = known ?? new PdfDict()
  form.set('Fields', new PdfArray([...itemsOf(resolve, form.get('Fields')), field]))
  if (known === null) catalog.dict.set('AcroForm', form)
  const ref = refOf(catalog.dict.get('AcroForm'))
  if (ref === null) revision.change(catalog.ref, catalog.dict)
  else revision.change(ref, form)
}
