import * as z from 'zod/mini'
import { email, line, optionalText, timestamp, uuidParams } from './common.ts'
import { mostEmbedOrigins } from './embed-origin.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { pageNumber, pageOf, pageSize } from './paging.ts'
import { scanCodes } from './problem.ts'

/** Actions on a company; the screens offer these only. */
export const companyActions = ['update', 'deactivate', 'reactivate', 'remove', 'settings'] as const
export type CompanyAction = (typeof companyActions)[number]

/** ISO 3166-1 alpha-2 */
const country = z.string().check(z.regex(/^[A-Z]{2}$/))

export const companySchema = z.strictObject({
  id: uuid,
  nombre: z.string(),
  identificacion: z.nullable(z.string()),
  pais: z.nullable(z.string()),
  email: z.nullable(z.string()),
  telefono: z.nullable(z.string()),
  direccion: z.nullable(z.string()),
  activa: z.boolean(),
  /** All users of the company must sign in with a second factor. */
  exige_totp: z.boolean(),
  /** Their second factor must be a passkey; implies `exige_totp`. */
  exige_passkey: z.boolean(),
  /** Origins of other sites that may show the pages of its recipients in a frame. */
  embed_origins: z.array(z.string()),
  has_logo: z.boolean(),
  created_at: timestamp,
  /** Active users, and case files. */
  usuarios: z.int(),
  expedientes: z.int(),
  actions: z.array(z.enum(companyActions)),
})
export type Company = z.infer<typeof companySchema>

export const companyOrderings = ['nombre', '-nombre', 'created_at', '-created_at', 'usuarios', '-usuarios'] as const

export const listCompaniesQuery = z.object({
  page: pageNumber,
  /** If present, even empty, the reply is an envelope; if absent, a bare array of everything. */
  pagination: z.optional(z.string()),
  page_size: pageSize(20),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  activa: z.optional(z.enum(['1', '0'])),
  pais: z.optional(country),
  ordering: z._default(z.enum(companyOrderings), 'nombre'),
})

export const companyPageSchema = pageOf(companySchema)
export type CompanyPage = z.infer<typeof companyPageSchema>

export const listCompanies = defineEndpoint({
  name: 'listCompanies',
  method: 'GET',
  path: '/api/v1/list_companies/',
  policy: 'company.list',
  summary: 'Las empresas: todas para un administrador, la propia para los demás.',
  tag: 'Empresas',
  query: listCompaniesQuery,
  replies: { 200: z.union([companyPageSchema, z.array(companySchema)]) },
  errors: ['validation_failed'],
})

/** Editable data of a company. An empty text clears the value. */
export const companyInput = {
  nombre: line(160),
  identificacion: optionalText(40),
  pais: z.optional(z.nullable(country)),
  email: z.optional(z.nullable(z.union([z.literal(''), email]))),
  telefono: optionalText(40),
  direccion: optionalText(300),
  activa: z.optional(z.boolean()),
  /** false also clears `exige_passkey`. */
  exige_totp: z.optional(z.boolean()),
  /** true also sets `exige_totp`. */
  exige_passkey: z.optional(z.boolean()),
}

export const createCompany = defineEndpoint({
  name: 'createCompany',
  method: 'POST',
  path: '/api/v1/create_company/',
  policy: 'company.create',
  summary: 'Crea una empresa.',
  tag: 'Empresas',
  body: z.strictObject({
    ...companyInput,
    /** A repetition with the same key returns the company that the first call created. */
    key: z.optional(uuid),
  }),
  replies: { 201: companySchema },
  errors: ['validation_failed', 'id_in_use', 'tax_id_wrong', 'phone_wrong', 'company_exists', 'passkey_unavailable'],
})

export const updateCompany = defineEndpoint({
  name: 'updateCompany',
  method: 'PUT',
  path: '/api/v1/update_companies/{id}/',
  policy: 'company.update',
  summary: 'Cambia los datos de una empresa; lo que no se manda queda como está. Activarla o no es de administradores.',
  tag: 'Empresas',
  params: uuidParams,
  body: z.strictObject({
    ...companyInput,
    nombre: z.optional(line(160)),
    /** The whole list, of origins only: `https://www.oficina.example`. */
    embed_origins: z.optional(z.array(line(300)).check(z.maxLength(mostEmbedOrigins))),
  }),
  returned: companySchema,
  replies: { 200: companySchema },
  errors: [
    'validation_failed',
    'tax_id_wrong',
    'phone_wrong',
    'company_exists',
    'embed_origin_wrong',
    'tax_id_refused',
    'company_has_you',
    'last_admin',
    'passkey_unavailable',
    'paused',
  ],
})

export const removeCompany = defineEndpoint({
  name: 'removeCompany',
  method: 'DELETE',
  path: '/api/v1/remove_company/{id}/',
  policy: 'company.remove',
  summary: 'Borra una empresa sin personas ni expedientes; cualquier otra se desactiva y conserva todo.',
  tag: 'Empresas',
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid, outcome: z.enum(['removed', 'deactivated']) }) },
  errors: ['company_has_you', 'last_admin'],
})

export const logoBytes = 1024 * 1024

export const companyLogo = defineEndpoint({
  name: 'companyLogo',
  method: 'GET',
  path: '/api/v1/company_logo/{id}/',
  policy: 'company.list',
  summary: 'El logotipo de una empresa.',
  tag: 'Empresas',
  params: uuidParams,
  replies: { 200: { binary: 'image/png' } },
  errors: [],
})

export const uploadCompanyLogo = defineEndpoint({
  name: 'uploadCompanyLogo',
  method: 'POST',
  path: '/api/v1/upload_company_logo/{id}/',
  policy: 'company.update',
  summary: 'Pone el logotipo de una empresa: PNG o JPEG, hasta 1 MB.',
  tag: 'Empresas',
  params: uuidParams,
  multipart: { minFiles: 1, maxFiles: 1, bytesPerFile: logoBytes },
  replies: { 200: companySchema },
  errors: [
    'validation_failed',
    'file_missing',
    'file_empty',
    'file_too_large',
    'too_many_files',
    'image_unsupported',
    ...scanCodes,
  ],
})

export const removeCompanyLogo = defineEndpoint({
  name: 'removeCompanyLogo',
  method: 'DELETE',
  path: '/api/v1/remove_company_logo/{id}/',
  policy: 'company.update',
  summary: 'Quita el logotipo de una empresa.',
  tag: 'Empresas',
  params: uuidParams,
  replies: { 200: companySchema },
  errors: [],
})
