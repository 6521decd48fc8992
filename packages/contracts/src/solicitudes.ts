import * as z from 'zod/mini'
import { email, line, optionalText, personSchema, timestamp } from './common.ts'
import { documentDetailsSchema, documentSchema } from './documents.ts'
import { solicitudActions } from './actions.ts'
import { defineEndpoint } from './endpoint.ts'
import { eventSchema } from './events.ts'
import { generatedId, uuid } from './ids.ts'
import { pageNumber, pageSize } from './paging.ts'
import { scanCodes, uploadCodes } from './problem.ts'
import { mediationStatuses, solicitudStatuses } from './states.ts'
import { orderings, uploadLimits } from './constants.ts'

const partySchema = z.strictObject({
  nombre: z.string(),
  rol: z.string(),
  email: z.optional(z.string()),
  identificacion: z.optional(z.string()),
})
export type Party = z.infer<typeof partySchema>

export const newPartySchema = z.strictObject({
  nombre: line(160),
  rol: line(80),
  email: z.optional(email),
  identificacion: optionalText(40),
})

export const solicitudSchema = z.strictObject({
  id_solicitud: generatedId,
  id_solicitud_main: generatedId,
  titulo: z.string(),
  tipo: z.nullable(z.string()),
  notas: z.nullable(z.string()),
  status: z.enum(solicitudStatuses),
  fecha_agendada: z.nullable(timestamp),
  lugar: z.nullable(z.string()),
  partes: z.array(partySchema),
  asignado_a: z.nullable(z.strictObject({ id: uuid, nombre: z.string() })),
  /** The documents; the first is the file that created the request. */
  description: z.array(documentSchema),
  version: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Solicitud = z.infer<typeof solicitudSchema>

const progressSchema = z.strictObject({ hechos: z.int(), total: z.int() })
export type Progress = z.infer<typeof progressSchema>

export const solicitudMainSchema = z.strictObject({
  id_solicitud_main: generatedId,
  titulo: z.string(),
  id_company: uuid,
  created_by: personSchema,
  created_at: timestamp,
  updated_at: timestamp,
  solicitudes: z.array(solicitudSchema),
  /** In lists: how far its running requests to recipients are; null: there is none of this kind. */
  pedidos: z.optional(z.strictObject({ firmas: z.nullable(progressSchema), documentos: z.nullable(progressSchema) })),
})
export type SolicitudMain = z.infer<typeof solicitudMainSchema>

/**
 * A File serialises to `{}`, so other members of a `description` element are ignored: the files are sent beside it, in
 * order, either one per request or one per element of every `description`.
 */
const newSolicitudSchema = z.strictObject({
  id_solicitud: generatedId,
  titulo: z.optional(line(200)),
  tipo: optionalText(80),
  notas: optionalText(5000),
  /** The status of every new request. */
  status: z.optional(z.literal('pendiente')),
  partes: z.optional(z.array(newPartySchema).check(z.maxLength(50))),
  /** One element per file. The first is the request's own file; the rest are attachments. */
  description: z.array(z.looseObject({})).check(z.minLength(1), z.maxLength(20)),
})

export const newSolicitudMainSchema = z.strictObject({
  id_solicitud_main: generatedId,
  titulo: z.optional(line(200)),
  solicitudes: z.array(newSolicitudSchema).check(z.minLength(1), z.maxLength(20)),
})
export type NewSolicitudMain = z.input<typeof newSolicitudMainSchema>

export const createSolicitudMain = defineEndpoint({
  name: 'createSolicitudMain',
  method: 'POST',
  path: '/api/v1/list_solicitud_main_type/',
  policy: 'solicitud.create',
  summary:
    'Crea un expediente: un archivo por solicitud o por elemento de «description», en el mismo orden. ' +
    'Repetirla con el mismo id no crea nada nuevo.',
  tag: 'Solicitudes',
  multipart: { minFiles: 1, maxFiles: uploadLimits.files, data: newSolicitudMainSchema },
  replies: { 200: solicitudMainSchema, 201: solicitudMainSchema },
  errors: ['validation_failed', 'malformed_request', 'id_in_use', 'files_do_not_match', ...uploadCodes, ...scanCodes],
})

/** Lists ignore query parameters that they do not know, as all other lists do. */
export const listSolicitudMainQuery = z.object({
  page: pageNumber,
  /** If present, even empty, the reply is an envelope; if absent, a bare array of that page. */
  pagination: z.optional(z.string()),
  page_size: pageSize(10),
  /** Of the case file: that of all its requests, `agendado` if they differ. The other filters match one request. */
  status: z.optional(z.enum(solicitudStatuses)),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  desde: z.optional(z.iso.date()),
  hasta: z.optional(z.iso.date()),
  id_company: z.optional(uuid),
  asignado_a: z.optional(uuid),
  /** At least one document has this mediation status. */
  mediacion: z.optional(z.enum(mediationStatuses)),
  /** `1`: at least one request is `agendado` with a past date. */
  vencidas: z.optional(z.literal('1')),
  /** `1`: at least one request is `agendado` without a date. */
  sin_fecha: z.optional(z.literal('1')),
  /** `1`: at least one request is unassigned and not `concluido`. */
  sin_asignar: z.optional(z.literal('1')),
  ordering: z._default(z.enum(orderings), '-updated_at'),
})

export const solicitudMainPageSchema = z.strictObject({
  /** Total, or a lower bound when `count_exact` is false. */
  count: z.int(),
  count_exact: z.boolean(),
  /** Case files by their status, under all filters but that of the status; lower bounds if `counts_exact` is false. */
  counts: z.strictObject({ all: z.int(), pendiente: z.int(), agendado: z.int(), concluido: z.int() }),
  counts_exact: z.boolean(),
  page: z.int(),
  page_size: z.int(),
  next: z.nullable(z.int()),
  previous: z.nullable(z.int()),
  results: z.array(solicitudMainSchema),
})
export type SolicitudMainPage = z.infer<typeof solicitudMainPageSchema>

export const listSolicitudMain = defineEndpoint({
  name: 'listSolicitudMain',
  method: 'GET',
  path: '/api/v1/get_list_solicitud_main_type2/',
  policy: 'solicitud.list',
  summary: 'Los expedientes que puede ver quien llama, por páginas.',
  tag: 'Solicitudes',
  query: listSolicitudMainQuery,
  replies: { 200: z.union([solicitudMainPageSchema, z.array(solicitudMainSchema)]) },
  errors: ['validation_failed'],
})

export const solicitudDetailsSchema = z.strictObject({
  ...solicitudSchema.shape,
  description: z.array(documentDetailsSchema),
  /** Actions that the caller may perform. */
  actions: z.array(z.enum(solicitudActions)),
  /** Its case file, with the other requests. */
  solicitud_main: solicitudMainSchema,
  history: z.array(eventSchema),
  /** False when an event's hash does not follow from the one before it. */
  history_intact: z.boolean(),
})
export type SolicitudDetails = z.infer<typeof solicitudDetailsSchema>

export const detailsSolicitud = defineEndpoint({
  name: 'detailsSolicitud',
  method: 'GET',
  path: '/api/v1/details_solicitud/{id}/',
  policy: 'solicitud.read',
  summary: 'Una solicitud con sus documentos, versiones, firmas e historia.',
  tag: 'Solicitudes',
  params: z.strictObject({ id: generatedId }),
  replies: { 200: solicitudDetailsSchema },
  errors: [],
})

export const metrics = defineEndpoint({
  name: 'metrics',
  method: 'GET',
  path: '/api/v1/metrics/',
  policy: 'solicitud.list',
  summary: 'Cuántas solicitudes hay en cada estado, entre las que puede ver quien llama.',
  tag: 'Solicitudes',
  replies: { 200: z.strictObject({ pendiente: z.int(), agendado: z.int(), concluido: z.int() }) },
  errors: [],
})
