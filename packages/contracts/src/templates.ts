import * as z from 'zod/mini'
import {
  line,
  optionalText,
  pageImagesSchema,
  personSchema,
  positiveInteger,
  positiveIntegerText,
  timestamp,
  uuidParams,
} from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { scanCodes } from './problem.ts'
import { templateDataSchema, templateFieldSchema } from './template-fields.ts'
import { templateLimits, templateLocales } from './template-field-types.ts'
import { fillErrors, valuesBytes } from './template-fills.ts'

/** Actions that the caller may perform on a template. */
export const templateActions = ['use', 'edit', 'delete', 'restore'] as const

const fields = z.array(templateFieldSchema).check(z.maxLength(templateLimits.fields))
const handle = z.string().check(z.minLength(1), z.maxLength(200))

/** A template in the list: without its fields. */
export const templateSummarySchema = z.strictObject({
  id: uuid,
  name: z.string(),
  id_company: uuid,
  paginas: z.int(),
  /** Number of fields. */
  field_count: z.int(),
  version: z.int(),
  created_by: personSchema,
  updated_by: personSchema,
  created_at: timestamp,
  updated_at: timestamp,
  /** Number of documents made from it, and the date of the last one. */
  uses: z.int(),
  last_used_at: z.nullable(timestamp),
  /** Deleted, but kept because documents were made from it. */
  archived: z.boolean(),
  /** URL of a thumbnail of its first page: signed, short-lived, cacheable. */
  thumbnail: z.string(),
  actions: z.array(z.enum(templateActions)),
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>

export const templateVersionSchema = z.strictObject({
  version: z.int(),
  name: z.string(),
  field_count: z.int(),
  created_by: personSchema,
  created_at: timestamp,
})

export const templateSchema = z.strictObject({
  ...templateSummarySchema.shape,
  /** Opaque handle of the base PDF. */
  pdf_path: z.string(),
  locale: z.enum(templateLocales),
  /** Width and height of each page in points, as displayed. */
  page_sizes: z.array(z.strictObject({ width: z.number(), height: z.number() })),
  fields: z.array(templateFieldSchema),
  /** Newest first. */
  versions: z.array(templateVersionSchema),
})
export type Template = z.infer<typeof templateSchema>

export const listTemplate = defineEndpoint({
  name: 'listTemplate',
  method: 'GET',
  path: '/api/v1/list_template/',
  policy: 'template.list',
  summary:
    'Las plantillas de la empresa, la última cambiada primero, 1000 como mucho; con «archived=1», las archivadas.',
  tag: 'Plantillas',
  query: z.object({ q: optionalText(200), archived: z.optional(z.literal('1')) }),
  replies: { 200: z.array(templateSummarySchema) },
  errors: ['validation_failed'],
})

export const detailsTemplate = defineEndpoint({
  name: 'detailsTemplate',
  method: 'GET',
  path: '/api/v1/details_template/{id}/',
  policy: 'template.read',
  summary: 'Una plantilla con sus campos y sus versiones; con «version», los campos de entonces.',
  tag: 'Plantillas',
  params: uuidParams,
  query: z.strictObject({ version: z.optional(positiveIntegerText) }),
  replies: { 200: templateSchema },
  errors: ['validation_failed'],
})

/** Problems of the base PDF and its fields. */
const baseErrors = [
  'validation_failed',
  'document_not_pdf',
  'file_too_large',
  'pdf_damaged',
  'pdf_encrypted',
  'pdf_xfa',
  'pdf_cannot_be_filled',
  'page_not_found',
  'rectangle_outside_page',
  'template_key_repeated',
  'template_field_wrong',
] as const

/** Fields only. */
const fieldsBytes = 4 * 1024 * 1024

export const saveTemplate = defineEndpoint({
  name: 'saveTemplate',
  method: 'POST',
  path: '/api/v1/save_template/',
  policy: 'template.manage',
  summary: 'Guarda una plantilla: sin «id» una nueva; con «id» y «version», una versión más.',
  tag: 'Plantillas',
  bodyBytes: fieldsBytes,
  body: z.strictObject({
    id: z.optional(uuid),
    /** The version that was edited; required with `id`. */
    version: z.optional(positiveInteger),
    name: line(120),
    /** Handle of a base PDF: of a template, or of any PDF that the caller may read. */
    pdf_path: handle,
    fields,
    locale: z.optional(z.enum(templateLocales)),
    /** Idempotency key from the client for a new template. */
    key: z.optional(uuid),
  }),
  replies: { 200: templateSchema, 201: templateSchema },
  errors: [...baseErrors, 'stale_version', 'id_in_use', 'template_archived'],
})

export const renameTemplate = defineEndpoint({
  name: 'renameTemplate',
  method: 'GET',
  path: '/api/v1/rename_template/{id}/',
  policy: 'template.manage',
  summary: 'Cambia el nombre de una plantilla.',
  tag: 'Plantillas',
  params: uuidParams,
  query: z.strictObject({ q: line(120) }),
  replies: { 200: templateSchema },
  errors: ['validation_failed', 'template_archived'],
  writes: true,
})

export const deleteTemplate = defineEndpoint({
  name: 'deleteTemplate',
  method: 'DELETE',
  path: '/api/v1/delete_template/{id}/',
  policy: 'template.manage',
  summary: 'Borra una plantilla; la que ya se usó queda archivada y sus documentos siguen igual.',
  tag: 'Plantillas',
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid, archived: z.boolean() }) },
  errors: [],
})

export const restoreTemplate = defineEndpoint({
  name: 'restoreTemplate',
  method: 'POST',
  path: '/api/v1/restore_template/',
  policy: 'template.manage',
  summary: 'Recupera una plantilla archivada.',
  tag: 'Plantillas',
  body: z.strictObject({ id: uuid }),
  replies: { 200: templateSchema },
  errors: ['validation_failed'],
})

export const detectFields = defineEndpoint({
  name: 'detectFields',
  method: 'POST',
  path: '/api/v1/detect_fields/',
  policy: 'template.manage',
  summary: 'Los campos del formulario que trae un PDF, como campos de plantilla.',
  tag: 'Plantillas',
  body: z.strictObject({ pdf_path: handle }),
  replies: {
    200: z.strictObject({
      fields: z.array(templateFieldSchema),
      /** Names of form fields without a matching template field type. */
      skipped: z.array(
        z.strictObject({ name: z.string(), reason: z.enum(['button', 'hidden', 'off_page', 'too_many']) }),
      ),
    }),
  },
  errors: ['validation_failed', 'document_not_pdf', 'pdf_damaged', 'pdf_encrypted', 'pdf_xfa'],
})

export const previewPdfTemplate = defineEndpoint({
  name: 'previewPdfTemplate',
  method: 'POST',
  path: '/api/v1/preview_pdf_template/',
  policy: 'template.read',
  summary:
    'El PDF que saldría de una plantilla, o de un borrador sin guardar; con «images», sus páginas como imágenes.',
  tag: 'Plantillas',
  bodyBytes: valuesBytes,
  body: z.union([
    z.strictObject({ id: uuid, data: templateDataSchema, images: z.optional(z.boolean()) }),
    z.strictObject({
      pdf_path: handle,
      fields,
      locale: z.optional(z.enum(templateLocales)),
      data: templateDataSchema,
      images: z.optional(z.boolean()),
    }),
  ]),
  replies: { 200: { binary: 'application/pdf', json: pageImagesSchema } },
  errors: [...baseErrors, ...fillErrors],
})

export const templatePdfToImage = defineEndpoint({
  name: 'templatePdfToImage',
  method: 'POST',
  path: '/api/v1/template_pdf_to_image/{id}/',
  policy: 'template.read',
  summary: 'Las páginas del PDF base de una plantilla como imágenes.',
  tag: 'Plantillas',
  params: uuidParams,
  replies: { 200: pageImagesSchema },
  errors: ['pdf_damaged', 'pdf_encrypted', 'pdf_xfa'],
})

export const templateDataPdfToImage = defineEndpoint({
  name: 'templateDataPdfToImage',
  method: 'POST',
  path: '/api/v1/template_data_pdf_to_image/{id}/',
  policy: 'template.read',
  summary: 'Las páginas de la plantilla rellenada como imágenes; con «isDownload», el PDF.',
  tag: 'Plantillas',
  params: uuidParams,
  bodyBytes: valuesBytes,
  body: z.strictObject({ data: templateDataSchema, isDownload: z.optional(z.boolean()) }),
  replies: { 200: { binary: 'application/pdf', json: pageImagesSchema } },
  errors: ['validation_failed', ...fillErrors],
})

/** A template as one file: output of `export_template` and input of `import_template`. */
export const templateFileSchema = z.strictObject({
  /** Version of this format. */
  foja_template: z.literal(1),
  name: line(120),
  locale: z.enum(templateLocales),
  fields,
  /** The base PDF in base64; the last member. */
  pdf: z.string(),
})
export type TemplateFile = z.infer<typeof templateFileSchema>

export const exportTemplate = defineEndpoint({
  name: 'exportTemplate',
  method: 'GET',
  path: '/api/v1/export_template/{id}/',
  policy: 'template.read',
  summary: 'Una plantilla en un solo archivo, con su PDF, para llevarla a otra empresa.',
  tag: 'Plantillas',
  params: uuidParams,
  replies: { 200: { binary: 'application/json' } },
  errors: [],
})

export const importTemplate = defineEndpoint({
  name: 'importTemplate',
  method: 'POST',
  path: '/api/v1/import_template/',
  policy: 'template.manage',
  summary: 'Trae una plantilla del archivo que dio «export_template».',
  tag: 'Plantillas',
  multipart: { minFiles: 1, maxFiles: 1, bytesPerFile: 40 * 1024 * 1024 },
  replies: { 201: templateSchema },
  errors: [...baseErrors, 'malformed_request', 'file_missing', 'file_empty', 'template_file_wrong', ...scanCodes],
})
