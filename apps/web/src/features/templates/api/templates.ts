import type * as templateFillsApi from '@foja/contracts/template-fills'
import type * as templatesApi from '@foja/contracts/templates'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import type {
  detailsTemplate,
  templateDataPdfToImage,
  listTemplate,
  previewPdfTemplate,
  exportTemplate,
  templatePdfToImage,
} from '@foja/contracts/templates'
import { queryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { queryKeys, invalidate } from '../../../lib/api/query-keys.ts'
import type {
  cancelFillBatch,
  detailsFillBatch,
  fillBatchZip,
  startFillBatch,
  templateValues,
} from '@foja/contracts/template-fills'
import type { PageImages } from '@foja/contracts/common'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { listSolicitudMain, SolicitudMain, detailsSolicitud } from '@foja/contracts/solicitudes'
import type { SolicitudStatus } from '@foja/contracts/states'
import type { detailsDocument, pdfToImage } from '@foja/contracts/documents'
import type { search } from '@foja/contracts/home'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { callUpload, filesForm } from '../../../lib/api/upload.ts'

/** Deletes an unused template and archives a used one; the response says which. */
export const deleteTemplate = (id: string) =>
  call<typeof templatesApi.deleteTemplate>('DELETE', '/api/v1/delete_template/{id}/', { params: { id } })

/** A template with its fields, by default of its newest version. */
export const templateQuery = (id: string, version?: number) =>
  queryOptions({
    queryKey: queryKeys.template(id, version ?? 'newest'),
    queryFn: ({ signal }) =>
      call<typeof detailsTemplate>('GET', '/api/v1/details_template/{id}/', {
        params: { id },
        query: version === undefined ? '' : `?version=${version}`,
        signal,
      }),
  })

/** The form fields of a PDF, and the names of those whose type is not supported. */
export const detectFields = (pdf_path: string) =>
  call<typeof templatesApi.detectFields>('POST', '/api/v1/detect_fields/', { body: { pdf_path } })

export type BatchToStart = CallOptions<typeof startFillBatch>['body']

/** Fills a template once per row. A repeated `key` with the same rows starts nothing. */
export const startBatch = (body: BatchToStart) => call<typeof startFillBatch>('POST', '/api/v1/fill_batch/', { body })

/** Polling interval of a running batch, in ms. */
const every = 1000

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.fillBatch(id),
    queryFn: ({ signal }) =>
      call<typeof detailsFillBatch>('GET', '/api/v1/fill_batch/{id}/', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? every : false),
  })

/** Stops the batch; documents already created stay. */
export const cancelBatch = (id: string) =>
  call<typeof cancelFillBatch>('DELETE', '/api/v1/fill_batch/{id}/', { params: { id } })

export const fetchBatchZip = (id: string) =>
  call<typeof fillBatchZip>('GET', '/api/v1/fill_batch_zip/{id}/', { params: { id }, as: 'blob' })

export type TemplateToFill = CallOptions<typeof templateFillsApi.fillTemplate>['body']

/** Creates a document. A repeated `key` with the same content creates no second one. */
export const fillTemplate = (body: TemplateToFill) =>
  call<typeof templateFillsApi.fillTemplate>('POST', '/api/v1/fill_template/', { body })

/** Page images of a template filled with `data`. */
export const fetchFilledPages = async (id: string, data: TemplateData, signal: AbortSignal) =>
  (await call<typeof templateDataPdfToImage>('POST', '/api/v1/template_data_pdf_to_image/{id}/', {
    params: { id },
    body: { data },
    signal,
  })) as PageImages

/** Maximum number of results. */
const most = 20

async function fetchCases(q: string, signal: AbortSignal): Promise<SolicitudMain[]> {
  const words = q === '' ? '' : `&q=${encodeURIComponent(q)}`
  const query = `?page=1&pagination&page_size=${most}${words}`
  const reply = await call<typeof listSolicitudMain>('GET', '/api/v1/get_list_solicitud_main_type2/', { query, signal })
  return Array.isArray(reply) ? reply : reply.results
}

/** A request that can take a document. */
export type FoundCase = { id: string; title: string; note: string; status: SolicitudStatus }

/** Matching requests that still take documents, most recently changed first. */
export const casesQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.templateCases(q),
    queryFn: async ({ signal }): Promise<FoundCase[]> =>
      (await fetchCases(q, signal)).flatMap((group) =>
        group.solicitudes
          .filter((one) => one.status !== 'concluido')
          .map((one) => ({
            id: one.id_solicitud,
            title: one.titulo,
            note: [...new Set([group.titulo, ...one.partes.map((party) => party.nombre)])]
              .filter((part) => part !== one.titulo)
              .join(' · '),
            status: one.status,
          })),
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** A selectable document; `pdf_path` is null for a search result, which may not be a PDF. */
export type FoundDocument = { id: string; name: string; note: string; pdf_path: string | null }

/** The PDFs of the most recently changed case files. */
async function fetchRecent(signal: AbortSignal): Promise<FoundDocument[]> {
  const groups = await fetchCases('', signal)
  return groups.flatMap((group) =>
    group.solicitudes.flatMap((one) =>
      one.description
        .filter((document) => document.paginas !== null)
        .map(({ id_documento: id, nombre: name, pdf_path }) => ({ id, name, note: group.titulo, pdf_path })),
    ),
  )
}

async function fetchFound(q: string, signal: AbortSignal): Promise<FoundDocument[]> {
  const { results } = await call<typeof search>('GET', '/api/v1/search/', {
    query: `?q=${encodeURIComponent(q)}`,
    signal,
  })
  return results
    .filter(({ kind }) => kind === 'document')
    .map(({ id, title, note }) => ({ id, name: title, note, pdf_path: null }))
}

/** Matching documents; without a query, the PDFs of the most recently changed case files. */
export const documentsQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.templateDocuments(q),
    queryFn: ({ signal }) => (q === '' ? fetchRecent(signal) : fetchFound(q, signal)),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Handle of a document's newest version; null if it is not a PDF. */
export async function fetchPdfPath(id: string): Promise<string | null> {
  const found = await call<typeof detailsDocument>('GET', '/api/v1/details_document/{id}/', { params: { id } })
  return found.paginas === null ? null : found.pdf_path
}

export type TemplateFilters = { q?: string | undefined; archived?: boolean | undefined }

function queryOf({ q, archived }: TemplateFilters): string {
  const query = new URLSearchParams()
  if (q !== undefined && q !== '') query.set('q', q)
  if (archived === true) query.set('archived', '1')
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The company's templates, last changed first. The URLs of their thumbnails are short-lived. */
export const templatesQuery = (filters: TemplateFilters = {}) =>
  queryOptions({
    queryKey: queryKeys.templates(filters),
    queryFn: ({ signal }) =>
      call<typeof listTemplate>('GET', '/api/v1/list_template/', { query: queryOf(filters), signal }),
    placeholderData: keepPreviousData,
  })

/** A request, with the same query key as its own page. */
export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.solicitud(id),
    queryFn: ({ signal }) =>
      call<typeof detailsSolicitud>('GET', '/api/v1/details_solicitud/{id}/', { params: { id }, signal }),
  })

/** The state of the editor, saved or not. */
export type TemplateDraft = { pdf_path: string; fields: TemplateField[]; locale?: TemplateLocale }

/** Page images of a draft filled with `data`. */
export const previewDraft = async (draft: TemplateDraft, data: TemplateData, signal?: AbortSignal) =>
  (await call<typeof previewPdfTemplate>('POST', '/api/v1/preview_pdf_template/', {
    body: { ...draft, data, images: true },
    ...(signal === undefined ? {} : { signal }),
  })) as PageImages

/** Refetches every query that shows templates. */
export const refreshTemplates = (queries: QueryClient) =>
  invalidate(queries, queryKeys.templates(), queryKeys.template())

export const renameTemplate = (id: string, name: string) =>
  call<typeof templatesApi.renameTemplate>('GET', '/api/v1/rename_template/{id}/', {
    params: { id },
    query: `?q=${encodeURIComponent(name)}`,
  })

/** Restores an archived template. */
export const restoreTemplate = (id: string) =>
  call<typeof templatesApi.restoreTemplate>('POST', '/api/v1/restore_template/', { body: { id } })

export type TemplateToSave = CallOptions<typeof templatesApi.saveTemplate>['body']

/** Creates a template, or with `id` and the edited `version` saves a new version. */
export const saveTemplate = (body: TemplateToSave) =>
  call<typeof templatesApi.saveTemplate>('POST', '/api/v1/save_template/', { body })

/** Exports a template as one file that includes its PDF. */
export const fetchTemplateFile = (id: string) =>
  call<typeof exportTemplate>('GET', '/api/v1/export_template/{id}/', { params: { id }, as: 'blob' })

/** Creates a template from an exported file. */
export const importTemplate = (file: File) =>
  callUpload<typeof templatesApi.importTemplate>('/api/v1/import_template/', filesForm([file]))

/** The URLs of page images are short-lived, so the cached data is stale before they expire. */
const kept = { staleTime: 4 * 60_000, refetchOnWindowFocus: false } as const

/** Page images of a template's base PDF. */
export const templatePagesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.templatePages(id),
    queryFn: ({ signal }) =>
      call<typeof templatePdfToImage>('POST', '/api/v1/template_pdf_to_image/{id}/', { params: { id }, signal }),
    ...kept,
  })

/** Page images of a base PDF without a template. */
export const basePagesQuery = (pdfPath: string) =>
  queryOptions({
    queryKey: queryKeys.pages(pdfPath),
    queryFn: ({ signal }) =>
      call<typeof pdfToImage>('POST', '/api/v1/pdf_to_image/', { body: { pdf_path: pdfPath }, signal }),
    ...kept,
  })

/** Default values of a template's form from the request, the company and the user. */
export const templateValuesQuery = (id: string, idSolicitud?: string) =>
  queryOptions({
    queryKey: queryKeys.templateValues(id, idSolicitud ?? null),
    queryFn: ({ signal }) =>
      call<typeof templateValues>('GET', '/api/v1/template_values/{id}/', {
        params: { id },
        query: idSolicitud === undefined ? '' : `?id_solicitud=${encodeURIComponent(idSolicitud)}`,
        signal,
      }),
  })
