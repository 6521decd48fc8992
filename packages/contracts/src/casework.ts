import * as z from 'zod/mini'
import { appointmentTime, line, optionalText, personSchema, positiveInteger, timestamp, uuidParams } from './common.ts'
import { answerCountsSchema } from './convocations.ts'
import { documentSchema } from './documents.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import {
  listSolicitudMainQuery,
  newPartySchema,
  solicitudDetailsSchema,
  solicitudMainSchema,
  solicitudSchema,
} from './solicitudes.ts'
import { mediationStatuses } from './states.ts'

const reason = line(1000)

/** A request in all forms in which calls return it: in lists, with its details, and in the agenda. */
const returnedSolicitud = z.strictObject({
  ...solicitudDetailsSchema.shape,
  main_titulo: z.string(),
  documents: z.int(),
  answers: z.nullable(answerCountsSchema),
})

export const updateSolicitud = defineEndpoint({
  name: 'updateSolicitud',
  method: 'POST',
  path: '/api/v1/update_solicitud_type/',
  policy: 'solicitud.update',
  summary:
    'Cambia una solicitud. «version» es la que se leyó: si otra persona la cambió antes, responde «stale_version» ' +
    'con lo que hay ahora en «current».',
  tag: 'Solicitudes',
  body: z.strictObject({
    id_solicitud: generatedId,
    version: positiveInteger,
    titulo: z.optional(line(200)),
    /** null or empty: none. */
    tipo: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(80)))),
    notas: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(5000)))),
    partes: z.optional(z.array(newPartySchema).check(z.maxLength(50))),
    fecha_agendada: z.optional(z.nullable(appointmentTime)),
    lugar: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200)))),
    asignado_a: z.optional(z.nullable(uuid)),
    /** Concludes the request if the state table allows it. */
    status: z.optional(z.literal('concluido')),
  }),
  returned: returnedSolicitud,
  replies: { 200: solicitudSchema },
  errors: [
    'validation_failed',
    'stale_version',
    'transition_not_allowed',
    'solicitud_concluded',
    'assignee_unknown',
    'date_in_past',
  ],
})

export const sendSolicitud = defineEndpoint({
  name: 'sendSolicitud',
  method: 'POST',
  path: '/api/v1/send_solicitud/',
  policy: 'solicitud.send',
  summary: 'Envía una solicitud pendiente: pasa a «agendado» y se avisa a quienes intervienen.',
  tag: 'Solicitudes',
  body: z.strictObject({
    id_solicitud: generatedId,
    /** The version the client read; absent: the current one. */
    version: z.optional(positiveInteger),
    fecha_agendada: z.optional(appointmentTime),
    lugar: optionalText(200),
    asignado_a: z.optional(uuid),
    mensaje: optionalText(1000),
  }),
  returned: returnedSolicitud,
  replies: { 200: solicitudSchema },
  errors: ['validation_failed', 'stale_version', 'transition_not_allowed', 'assignee_unknown', 'date_in_past'],
})

export const returnPendiente = defineEndpoint({
  name: 'returnPendiente',
  method: 'POST',
  path: '/api/v1/return_pendient/',
  policy: 'solicitud.return',
  summary: 'Devuelve una solicitud a «pendiente» con un motivo. Su fecha se anula y se avisa.',
  tag: 'Solicitudes',
  body: z.strictObject({
    id_solicitud: generatedId,
    version: z.optional(positiveInteger),
    motivo: reason,
  }),
  replies: { 200: solicitudSchema },
  errors: ['validation_failed', 'stale_version', 'transition_not_allowed'],
})

export const deleteSolicitud = defineEndpoint({
  name: 'deleteSolicitud',
  method: 'DELETE',
  path: '/api/v1/delete_solicitud/',
  policy: 'solicitud.delete',
  summary: 'Lleva un expediente con todas sus solicitudes a la papelera, donde queda 30 días.',
  tag: 'Solicitudes',
  body: z.strictObject({
    id_solicitud_main: generatedId,
    /** Required when a request of the case file is no longer `pendiente`. */
    motivo: z.optional(reason),
  }),
  replies: { 200: z.strictObject({ id_solicitud_main: generatedId }) },
  errors: [
    'validation_failed',
    'transition_not_allowed',
    'case_signed',
    'case_held',
    'document_requested',
    'case_requested',
  ],
})

export const restoreSolicitud = defineEndpoint({
  name: 'restoreSolicitud',
  method: 'POST',
  path: '/api/v1/restore_solicitud/',
  policy: 'solicitud.delete',
  summary: 'Recupera un expediente de la papelera, con sus solicitudes, documentos y enlaces.',
  tag: 'Solicitudes',
  body: z.strictObject({ id_solicitud_main: generatedId }),
  replies: { 200: solicitudMainSchema },
  errors: ['validation_failed', 'transition_not_allowed', 'case_signed'],
})

export const deletedCaseSchema = z.strictObject({
  id_solicitud_main: generatedId,
  titulo: z.string(),
  solicitudes: z.int(),
  documentos: z.int(),
  motivo: z.nullable(z.string()),
  deleted_at: timestamp,
  deleted_by: personSchema,
  /** When it is deleted permanently. */
  purge_at: timestamp,
})
export type DeletedCase = z.infer<typeof deletedCaseSchema>

export const listDeletedSolicitudes = defineEndpoint({
  name: 'listDeletedSolicitudes',
  method: 'GET',
  path: '/api/v1/list_deleted_solicitudes/',
  policy: 'solicitud.list',
  summary: 'Los expedientes de la papelera que quien llama puede recuperar, lo último primero, 100 como mucho.',
  tag: 'Solicitudes',
  replies: { 200: z.array(deletedCaseSchema) },
  errors: [],
})

/** Actions that one call can apply to many requests. */
export const bulkActions = ['assign', 'send', 'return', 'conclude'] as const
export type BulkAction = (typeof bulkActions)[number]
const ids = z.array(generatedId).check(z.minLength(1), z.maxLength(100))

export const bulkSolicitudes = defineEndpoint({
  name: 'bulkSolicitudes',
  method: 'POST',
  path: '/api/v1/bulk_solicitudes/',
  policy: 'solicitud.list',
  summary: 'Lo mismo a varias solicitudes, cada una por su cuenta: la respuesta dice qué pasó con cada una.',
  tag: 'Solicitudes',
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('assign'), ids_solicitud: ids, asignado_a: z.nullable(uuid) }),
    z.strictObject({
      action: z.literal('send'),
      ids_solicitud: ids,
      fecha_agendada: z.optional(appointmentTime),
      lugar: optionalText(200),
      asignado_a: z.optional(uuid),
      mensaje: optionalText(1000),
    }),
    z.strictObject({ action: z.literal('return'), ids_solicitud: ids, motivo: reason }),
    z.strictObject({ action: z.literal('conclude'), ids_solicitud: ids }),
  ]),
  replies: {
    200: z.strictObject({
      /** In the order of the call. `solicitud` is null for a failure; `code` and `detail` give the reason. */
      results: z.array(
        z.strictObject({
          id_solicitud: generatedId,
          solicitud: z.nullable(solicitudSchema),
          code: z.nullable(z.string()),
          detail: z.nullable(z.string()),
        }),
      ),
    }),
  },
  errors: ['validation_failed'],
})

export const changeStatusMediation = defineEndpoint({
  name: 'changeStatusMediation',
  method: 'POST',
  path: '/api/v1/change_status_mediation/{id}/',
  policy: 'document.mediate',
  summary: 'Cambia el estado de mediación de un documento; «id» es el del documento.',
  tag: 'Mediación',
  params: uuidParams,
  body: z.strictObject({
    status: z.enum(mediationStatuses),
    motivo: z.optional(reason),
    /** The status the client read. If it has changed since, the call answers `stale_version`. */
    from: z.optional(z.enum(mediationStatuses)),
  }),
  replies: { 200: documentSchema },
  errors: ['validation_failed', 'stale_version', 'transition_not_allowed', 'solicitud_concluded'],
})

export const recordMediation = defineEndpoint({
  name: 'recordMediation',
  method: 'POST',
  path: '/api/v1/record_mediation/',
  policy: 'document.mediate',
  summary:
    'Registra el mismo estado de mediación en documentos de una solicitud, todos o ninguno, con un solo aviso; pasa por ' +
    '«en_proceso» donde hace falta.',
  tag: 'Mediación',
  body: z.strictObject({
    /** `from` is the status that the client read. If it has changed since, the call answers `stale_version`. */
    documents: z
      .array(z.strictObject({ id_documento: uuid, from: z.enum(mediationStatuses) }))
      .check(z.minLength(1), z.maxLength(200)),
    status: z.enum(mediationStatuses),
    motivo: z.optional(reason),
  }),
  replies: { 200: z.strictObject({ documents: z.array(documentSchema) }) },
  errors: ['validation_failed', 'stale_version', 'transition_not_allowed', 'solicitud_concluded'],
})

const { page: _page, page_size: _size, pagination: _pagination, ...filters } = listSolicitudMainQuery.shape

export const exportSolicitudes = defineEndpoint({
  name: 'exportSolicitudes',
  method: 'GET',
  path: '/api/v1/export_solicitudes/',
  policy: 'solicitud.list',
  summary: 'La lista con sus filtros en CSV, una línea por solicitud.',
  tag: 'Solicitudes',
  query: z.object(filters),
  replies: { 200: { binary: 'text/csv; charset=utf-8' } },
  errors: ['validation_failed'],
})

const { description: _description, ...withoutDocuments } = solicitudSchema.shape

export const agendaItemSchema = z.strictObject({
  ...withoutDocuments,
  main_titulo: z.string(),
  documents: z.int(),
  /** Null: the parties were not convened to this appointment. */
  answers: z.nullable(answerCountsSchema),
})
export type AgendaItem = z.infer<typeof agendaItemSchema>

export const agenda = defineEndpoint({
  name: 'agenda',
  method: 'GET',
  path: '/api/v1/agenda/',
  policy: 'solicitud.list',
  summary: 'Las citas entre dos instantes, en orden; como mucho 92 días y 500 citas.',
  tag: 'Mediación',
  query: z.object({ desde: timestamp, hasta: timestamp, asignado_a: z.optional(uuid) }),
  replies: { 200: z.strictObject({ items: z.array(agendaItemSchema), more: z.boolean() }) },
  errors: ['validation_failed'],
})

export const solicitudCalendar = defineEndpoint({
  name: 'solicitudCalendar',
  method: 'GET',
  path: '/api/v1/solicitud_ics/{id}/',
  policy: 'solicitud.read',
  summary: 'La cita de una solicitud para el calendario (iCalendar, RFC 5545).',
  tag: 'Mediación',
  params: z.strictObject({ id: generatedId }),
  replies: { 200: { binary: 'text/calendar; charset=utf-8' } },
  errors: [],
})
