import type { Document } from '@foja/contracts/documents'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import type { FillBatch } from '@foja/contracts/template-fills'
import type { Template, TemplateSummary } from '@foja/contracts/templates'
import { makePdf } from '@foja/testing/pdfs'
import { bodyOf, pdfFile, type Caller, type TestFile } from './office.ts'

/** A template field; ten of this size fit on a page, one below the other. */
export function fieldOf(type: FieldType, more: Partial<TemplateField> = {}): TemplateField {
  const options = type === 'select' ? { options: ['Total', 'Parcial', 'Ninguno'] } : {}
  return {
    key: type,
    label: type,
    type,
    page: 1,
    x: 300,
    y: 60,
    width: 220,
    height: 24,
    required: false,
    ...options,
    style: { font: 'inter', size: 11, align: 'left', color: '#1f2732', overflow: 'shrink' },
    ...more,
  }
}

/** Uploads a document outside of any case file, as the base of a template. */
export async function uploadBase(caller: Caller, file: TestFile = pdfFile('base.pdf')): Promise<Document> {
  const { documents } = await bodyOf<{ documents: Document[] }>(
    await caller.upload('/api/v1/upload_document/', [file]),
    201,
  )
  return documents[0]!
}

export const save = (caller: Caller, body: object) => caller.post('/api/v1/save_template/', body)

/** Creates a template in the caller's company. */
export async function makeTemplate(
  caller: Caller,
  fields: TemplateField[] = [fieldOf('text')],
  { name = 'Acta de acuerdo', bytes = makePdf({ pages: 2 }) }: { name?: string; bytes?: Uint8Array } = {},
): Promise<Template> {
  const { pdf_path } = await uploadBase(caller, pdfFile('base.pdf', bytes))
  return await bodyOf<Template>(await save(caller, { name, pdf_path, fields }), 201)
}

/** Saves another version of `template` as it was read. */
export const saveAgain = (caller: Caller, { id, version, name, pdf_path, fields }: Template, more: object = {}) =>
  save(caller, { id, version, name, pdf_path, fields, ...more })

export const details = (caller: Caller, id: string, version?: number) =>
  caller.read<Template>(`/api/v1/details_template/${id}/${version === undefined ? '' : `?version=${version}`}`)

export const listed = (caller: Caller, query = '') => caller.read<TemplateSummary[]>(`/api/v1/list_template/${query}`)

export const fill = (caller: Caller, id: string, data: TemplateData, more: object = {}) =>
  caller.post('/api/v1/fill_template/', { id, data, ...more })

/** Returns the document of a response that must have filled one. */
export const filledOf = async (response: Response, status = 201) => await bodyOf<Document>(response, status)

export const preview = (caller: Caller, body: object) => caller.post('/api/v1/preview_pdf_template/', body)

export const startBatch = (caller: Caller, body: object) => caller.post('/api/v1/fill_batch/', body)

export const batchOf = (caller: Caller, id: string, language = 'es') =>
  caller
    .call(`/api/v1/fill_batch/${id}/`, { headers: { 'accept-language': language } })
    .then((response) => bodyOf<FillBatch>(response, 200))
