import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { eventSchema } from './events.ts'
import { generatedId, uuid } from './ids.ts'
import { requestKinds, signingRequestStatuses } from './request-states.ts'
import { roles } from './roles.ts'
import { solicitudStatuses } from './states.ts'

/** Kinds of pending work: unsent, undated, overdue, to sign, today, unassigned. */
export const todoKinds = ['send', 'schedule', 'overdue', 'sign', 'today', 'assign'] as const
export type TodoKind = (typeof todoKinds)[number]

export const todoSchema = z.strictObject({
  kind: z.enum(todoKinds),
  id_solicitud: generatedId,
  id_solicitud_main: generatedId,
  /** Only for `sign`. */
  id_documento: z.nullable(uuid),
  titulo: z.string(),
  main_titulo: z.string(),
  /** Name of the document, only for `sign`. */
  documento: z.nullable(z.string()),
  partes: z.array(z.string()),
  status: z.enum(solicitudStatuses),
  fecha_agendada: z.nullable(timestamp),
  lugar: z.nullable(z.string()),
  updated_at: timestamp,
})
export type Todo = z.infer<typeof todoSchema>

export const summary = defineEndpoint({
  name: 'summary',
  method: 'GET',
  path: '/api/v1/summary/',
  policy: 'solicitud.list',
  summary: 'Lo que espera a quien llama, y cómo va la oficina entre lo que puede ver.',
  tag: 'Inicio',
  query: z.strictObject({ weeks: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(53)), 12) }),
  replies: {
    200: z.strictObject({
      /** Pending items by kind; 1000 means 1000 or more. `todo` lists at most 10 of each kind, oldest first. */
      counts: z.record(z.enum(todoKinds), z.int()),
      todo: z.array(todoSchema),
      emails: z.strictObject({ failed: z.int(), held: z.int(), configured: z.boolean() }),
      /**
       * Weeks from Monday in the caller's time zone, oldest first: number of requests created, sent and concluded.
       * Later returns do not change a week.
       */
      weeks: z.array(
        z.strictObject({ start: z.iso.date(), creadas: z.int(), agendadas: z.int(), concluidas: z.int() }),
      ),
      /** Mean time from creation to conclusion in these weeks, in seconds; null without a conclusion. */
      mean_seconds_to_conclude: z.nullable(z.number()),
      /** Latest events visible to the caller, newest first, at most 10. */
      recent: z.array(
        z.strictObject({
          ...eventSchema.shape,
          id_solicitud: z.nullable(generatedId),
          id_solicitud_main: z.nullable(generatedId),
          titulo: z.nullable(z.string()),
        }),
      ),
    }),
  },
  errors: ['validation_failed'],
})

export const searchKinds = ['solicitud', 'document', 'template', 'person', 'request'] as const

/**
 * What matched besides the title. Of a solicitud: `titulo` is the title of its case file, `codigo` its id. Of a request
 * for signatures or documents: `destinatario`.
 */
export const searchReasons = [
  'codigo',
  'titulo',
  'parte',
  'identificacion',
  'responsable',
  'autor',
  'tipo',
  'documento',
  'destinatario',
] as const
export type SearchReason = (typeof searchReasons)[number]

export const search = defineEndpoint({
  name: 'search',
  method: 'GET',
  path: '/api/v1/search/',
  policy: 'solicitud.list',
  summary:
    'Encuentra solicitudes, documentos, plantillas, personas y pedidos de la oficina, entre lo que ve quien llama.',
  tag: 'Inicio',
  query: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  replies: {
    200: z.strictObject({
      /** At most `searchMost` of a kind, best match first. `id` belongs to the given `kind`. */
      results: z.array(
        z.strictObject({
          kind: z.enum(searchKinds),
          id: z.string(),
          title: z.string(),
          /**
           * Of a request: the title of its case file, if different. Of a document: the title of its request, empty
           * where the caller may not read it. Of a person: the address. Of a request for signatures or documents: the
           * title of its case file, empty without one.
           */
          note: z.string(),
          status: z.nullable(z.enum(solicitudStatuses)),
          /** Of a document: it is outside every case file. */
          suelto: z.boolean(),
          /** Why it matches; null if its title does. */
          reason: z.nullable(z.strictObject({ kind: z.enum(searchReasons), text: z.string() })),
          /** Only of a request for signatures or documents. */
          pedido: z.optional(
            z.strictObject({
              tipo: z.enum(requestKinds),
              status: z.enum(signingRequestStatuses),
              id_solicitud: z.nullable(generatedId),
              /** Its first document; null where it asks for documents. */
              id_documento: z.nullable(uuid),
              /** Recipients who have acted, or required documents that have arrived, of `total`. */
              hechos: z.int(),
              total: z.int(),
            }),
          ),
        }),
      ),
    }),
  },
  errors: ['validation_failed'],
})

export const colleagueSchema = z.strictObject({ id: uuid, nombre: z.string(), email: z.string(), role: z.enum(roles) })
export type Colleague = z.infer<typeof colleagueSchema>

export const listPeople = defineEndpoint({
  name: 'listPeople',
  method: 'GET',
  path: '/api/v1/list_people/',
  policy: 'people.list',
  summary: 'Personas activas de la propia empresa, por nombre o correo, 50 como mucho.',
  tag: 'Usuarios',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    /** `1`: only users who may mediate (admin, gestor, mediador), and the calling administrator from any company. */
    staff: z.optional(z.literal('1')),
    /** For an administrator without a company: the company to list. */
    id_company: z.optional(uuid),
  }),
  replies: { 200: z.array(colleagueSchema) },
  errors: ['validation_failed'],
})
