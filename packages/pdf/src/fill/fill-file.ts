import type { TemplateField } from '@foja/contracts/template-fields'
import type { FieldValue } from '@foja/forms/field-value'
import { formatNumber } from '@foja/pdf-core/syntax'
import { PdfBool, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core'
import { missingCharacters } from '@foja/forms/characters'
import { toVisible, toUserSpace } from '@foja/pdf-core/geometry'
import { PdfError } from '../errors.ts'
import type { FillRequest } from '../fill-protocol.ts'
import type { BaseFile } from './base-file.ts'
import { drawField, ofField } from './draw-field.ts'
import { resourcesOf, startDrawing, type Drawing } from './drawing.ts'
import { startFonts } from './embedded-fonts.ts'
import { flattenForm } from './flatten.ts'
import { readForm, type Form, type FormField, fieldFlags, annotationFlags } from './form-tree.ts'
import { canHold, writeFormField, type FormTools } from './form-values.ts'
import { startImages } from './images.ts'
import { createPageWriter } from './page-content.ts'
import { geometryOf, pagesOf, uprightMatrix, type Page } from './page-tree.ts'
import { placeWidget, boxArray } from './place-widget.ts'
import { startRevision, type Revision } from './revision.ts'
import { currentValue, kindOf } from './field-choices.ts'
import { fieldFromForm } from './field-from-form.ts'
import { dictOf, itemsOf, refOf, textObject } from './pdf-values.ts'
import { addAnnotation } from './annotations.ts'

/**
 * Adds appearances for values that a form leaves to its readers to draw (NeedAppearances, deprecated by ISO 32000-2).
 * Returns true if every value has one now.
 */
function drawExistingValues(tools: FormTools, form: Form, written: ReadonlySet<string>): boolean {
  let isComplete = true
  for (const field of form.fields) {
    if (written.has(field.name) || !isUnshown(tools, field)) continue
    if (!show(tools, form, field)) isComplete = false
  }
  return isComplete
}

function isUnshown({ resolve }: FormTools, field: FormField): boolean {
  if (field.type !== 'Tx' && field.type !== 'Ch') return false
  return field.widgets.some(({ dict }) => resolve(dictOf(resolve, dict.get('AP'))?.get('N')) === null)
}

function show(tools: FormTools, form: Form, field: FormField): boolean {
  const { resolve } = tools
  const kind = kindOf(resolve, field)
  const widget = field.widgets.find(({ page, rect }) => page !== null && rect !== null)
  if ((kind !== 'text' && kind !== 'choice') || !widget?.page || !widget.rect) return true
  const held = currentValue(resolve, field, kind)
  if (typeof held !== 'string') return true
  const geometry = geometryOf(resolve, widget.page)
  const place = { page: widget.page.number, geometry, rectangle: toVisible(widget.rect, geometry) }
  const described = fieldFromForm(resolve, { form, field, kind }, place, [])
  if ((field.flags & fieldFlags.richText) !== 0 || missingCharacters(held).length > 0) return false
  writeFormField(tools, described, field, held)
  return true
}

/**
 * Adds an unsigned signature field merged with its widget (ISO 32000-2 §12.7.5.5). Its name is the key of the
 * template's field, numbered if the base's own form has that name.
 */
function addSignatureField(
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

type Filling = {
  base: BaseFile
  tools: FormTools
  form: Form | null
  pages: readonly Page[]
  drawings: Map<Page, Drawing>
}

/**
 * Writes values into a file as an appended revision.
 * @throws PdfError page_not_found, text_not_encodable, image_unsupported, pdf_cannot_be_filled
 */
export function fillFile(base: BaseFile, request: FillRequest): Uint8Array {
  const revision = startRevision(base)
  const pages = pagesOf(base.resolve, base.catalog.dict)
  const fonts = startFonts(revision)
  const images = startImages(revision)
  const tools = { resolve: base.resolve, revision, fonts, images, locale: request.locale, made: new Map() }
  const form = readForm(base.resolve, base.catalog.dict, pages)
  const filling: Filling = { base, tools, form, pages, drawings: new Map() }
  const values = new Map(request.values)
  const written = new Set<string>()
  for (const field of request.fields) {
    const inForm = ofField(field, () => writeField(filling, field, values.get(field.key)))
    if (inForm) written.add(field.form_field ?? '')
  }
  finishForm(filling, written, request.flatten ?? false)
  fonts.finish()
  return revision.finish()
}

/** Returns true if the field is one of the file's own form. */
function writeField(filling: Filling, field: TemplateField, value: FieldValue | undefined): boolean {
  const { base, tools, form } = filling
  const page = pageOf(filling.pages, field)
  const own = ownFields(filling, field)
  for (const one of own) {
    placeWidget(tools, field, one, page)
    writeFormField(tools, field, one, value)
  }
  if (own.length > 0) return true
  if (field.type === 'signature') addSignatureField({ base, revision: tools.revision, form }, field, page)
  else if (value !== undefined && value !== false && value !== '') {
    const { width, height, x, y } = field
    const bottom = geometryOf(base.resolve, page).height - y - height
    drawField(drawingOn(filling, page), tools, field, value, { left: x, bottom, width, height })
  }
  return false
}

/** The form fields behind a template's field; empty when their kind has changed. */
function ownFields({ tools, form }: Filling, field: TemplateField): FormField[] {
  if (field.form_field === undefined || form === null) return []
  const named = form.fields.filter(({ name }) => name === field.form_field)
  return named.filter((one) => canHold(tools.resolve, one, field.type))
}

function pageOf(pages: readonly Page[], field: TemplateField): Page {
  const page = pages[field.page - 1]
  if (page) return page
  throw new PdfError('page_not_found', `The file has ${pages.length} pages, a field is on page ${field.page}`)
}

function drawingOn({ drawings }: Filling, page: Page): Drawing {
  const known = drawings.get(page) ?? startDrawing()
  drawings.set(page, known)
  return known
}

/** Adds the drawings to their pages, and updates or flattens the form before it. */
function finishForm(filling: Filling, written: ReadonlySet<string>, flatten: boolean): void {
  const { base, tools, form, pages, drawings } = filling
  const over = new Map<Page, number[]>()
  for (const [page, drawing] of drawings) over.set(page, [pageForm(filling, page, drawing)])
  // a form without new values is left unchanged
  if (form !== null && (flatten || written.size > 0)) finishAppearances(filling, form, written, flatten)
  if (flatten) {
    const flat = flattenForm({ base, revision: tools.revision, made: tools.made }, form, pages)
    for (const { page, drawing } of flat) over.set(page, [...(over.get(page) ?? []), drawing])
  }
  const writer = createPageWriter(base.resolve, tools.revision)
  for (const [page, forms] of over) writer.drawOver(page, forms)
}

/** Clears NeedAppearances once every value has an appearance. */
function finishAppearances({ base, tools }: Filling, form: Form, written: ReadonlySet<string>, flatten: boolean): void {
  const wanted = base.resolve(form.dict.get('NeedAppearances'))
  const isLeftToReaders = wanted instanceof PdfBool && wanted.value
  if (!isLeftToReaders && !flatten) return
  if (!drawExistingValues(tools, form, written) || !isLeftToReaders) return
  form.dict.set('NeedAppearances', PdfBool.FALSE)
  const { catalog } = base
  if (form.ref) tools.revision.change(form.ref, form.dict)
  else tools.revision.change(catalog.ref, catalog.dict)
}

/** Transforms a drawing from displayed coordinates to those of the page. */
function pageForm({ base, tools }: Filling, page: Page, drawing: Drawing): number {
  const geometry = geometryOf(base.resolve, page)
  const box = `/BBox[0 0 ${formatNumber(geometry.width)} ${formatNumber(geometry.height)}]`
  const head = `/Type/XObject/Subtype/Form${box}/Matrix[${uprightMatrix(geometry).map(formatNumber).join(' ')}]`
  return tools.revision.addStream(head + resourcesOf(drawing, tools.fonts), drawing.operators.join('\n'))
}
