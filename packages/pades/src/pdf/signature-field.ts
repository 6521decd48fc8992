import type { Box } from '@foja/pdf-core/geometry'
import { PadesError } from '../errors.ts'
import { lockEntries } from './field-lock.ts'
import type { FieldLock } from './field-lock.ts'
import type { PdfField } from './fields.ts'
import type { PdfFile } from './file.ts'
import { PdfArray, PdfRef, integerOf } from './objects.ts'
import type { PdfDict } from './objects.ts'
import { pagesOf } from './pages.ts'
import type { PdfPage } from './pages.ts'
import type { RevisionWriter } from './revision-writer.ts'
import { number, reference, text } from './writer.ts'

/** Annotation flags Print and Locked (ISO 32000-2 §12.5.3): the stamp prints and cannot be moved. */
const widgetFlags = 132

/** The first unused of "Signature1", "Signature2", …. */
export function freeFieldName(fields: PdfField[]): string {
  const used = new Set(fields.map(({ name }) => name.split('.')[0]))
  let index = fields.filter(({ type }) => type === 'Sig').length + 1
  while (used.has(`Signature${index}`)) index++
  return `Signature${index}`
}

/** The empty signature field of this name, or null. Throws `field_already_signed`, or `field_not_found` for another kind. */
export function emptyField(fields: PdfField[], fieldName: string): PdfField | null {
  const field = fields.find(({ name }) => name === fieldName)
  if (!field) {
    const clashes = fields.some(({ name }) => name.startsWith(`${fieldName}.`))
    if (clashes || fieldName.includes('.') || fieldName === '')
      throw new PadesError('field_not_found', { field: fieldName })
    return null
  }
  if (field.type !== 'Sig' || field.widgets.length === 0) throw new PadesError('field_not_found', { field: fieldName })
  if (field.value !== null) throw new PadesError('field_already_signed', { field: fieldName })
  return field
}

/** The page of a widget: the one it names, or the one that lists it. */
export function pageOfWidget(file: PdfFile, widget: { ref: PdfRef; dict: PdfDict }): PdfPage | null {
  const named = widget.dict.get('P')
  for (const page of pagesOf(file)) {
    if (named instanceof PdfRef && page.ref.number === named.number) return page
    const annotations = file.resolve(page.dict.get('Annots'))
    const listed =
      annotations instanceof PdfArray &&
      annotations.items.some((item) => item instanceof PdfRef && item.number === widget.ref.number)
    if (listed) return page
  }
  return null
}

/** A signature field to add; `lock` becomes its /Lock, which must be indirect (table 235). */
type NewField = {
  name: string
  label: string
  page: PdfPage
  rect: Box | null
  signature: number
  stamp: number | null
  lock?: FieldLock
}

/** Adds a field merged with its widget to the page and the form. */
export function addField(writer: RevisionWriter, field: NewField): void {
  const { rect, page } = field
  const box = rect ? [rect.x0, rect.y0, rect.x1, rect.y1].map(number).join(' ') : '0 0 0 0'
  const appearance = field.stamp === null ? '' : ` /AP << /N ${reference(field.stamp)} >>`
  const lock = field.lock
    ? ` /Lock ${reference(writer.add(`<< /Type /SigFieldLock ${lockEntries(field.lock)} >>`))}`
    : ''
  const self = writer.add(
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T ${text(field.name)} /TU ${text(field.label)} /F ${widgetFlags} /Rect [${box}] ` +
      `/P ${reference(page.ref.number, page.ref.generation)} /V ${reference(field.signature)}${appearance}${lock} >>`,
  )
  const changes = writer.appendItem(page.dict, 'Annots', reference(self))
  if (Object.keys(changes).length > 0) writer.edit(page.ref, page.dict, changes)
  updateForm(writer, reference(self))
}

/** Puts the signature into an existing field; the stamp goes to its first widget and keeps its place. */
export function fillField(writer: RevisionWriter, field: PdfField, signature: number, stamp: number | null): void {
  writer.edit(field.ref, field.dict, { V: reference(signature) })
  const widget = field.widgets[0]!
  if (stamp !== null) {
    const flags = integerOf(writer.file.resolve(widget.dict.get('F'))) ?? 0
    writer.edit(widget.ref, widget.dict, { AP: `<< /N ${reference(stamp)} >>`, F: String(flags | widgetFlags) })
  }
  updateForm(writer, null)
}

/** `/SigFlags 3` (§12.7.3: signatures exist, append only) and, for a new field, its entry in `/Fields`. */
function updateForm(writer: RevisionWriter, newField: string | null): void {
  const { file } = writer
  const form = file.dict(file.catalog.get('AcroForm'))
  const changes: Record<string, string> = {}
  if (newField !== null)
    Object.assign(changes, form ? writer.appendItem(form, 'Fields', newField) : { Fields: `[ ${newField} ]` })
  const flags = form ? (integerOf(file.resolve(form.get('SigFlags'))) ?? 0) : 0
  if ((flags & 3) !== 3) changes.SigFlags = String(flags | 3)
  if (Object.keys(changes).length > 0) writer.editCatalog('AcroForm', changes)
}
