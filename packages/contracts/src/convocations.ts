import * as z from 'zod/mini'
import { appointmentTime, optionalText, personSchema, recipientHeaders, timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import { reachedShape } from './reached.ts'
import { convocationActions, partyAnswers, type PartyAnswer } from './request-states.ts'

const tag = 'Mediación'

const answerShape = {
  /** Null: none yet. */
  answer: z.nullable(z.enum(partyAnswers)),
  motivo: z.nullable(z.string()),
  /** The date that the party proposes. */
  fecha_propuesta: z.nullable(timestamp),
}

const convenedSchema = z.strictObject({
  ...reachedShape,
  ...answerShape,
})
export type ConvenedParty = z.infer<typeof convenedSchema>

export const convocationSchema = z.strictObject({
  id_solicitud: generatedId,
  /** The last one that is about the appointment as it is now; null: none. */
  convocation: z.nullable(
    z.strictObject({
      id: uuid,
      fecha: timestamp,
      mensaje: z.nullable(z.string()),
      created_by: personSchema,
      sent_at: timestamp,
      recipients: z.array(convenedSchema),
    }),
  ),
  /** An earlier one ended because the appointment has another date. */
  moved: z.boolean(),
  /** Actions that the caller may perform. */
  actions: z.array(z.enum(convocationActions)),
})
export type Convocation = z.infer<typeof convocationSchema>

/** Numbers of answers to the convocation of an appointment, of `total` parties. */
export const answerCountsSchema = z.strictObject({
  total: z.int(),
  confirma: z.int(),
  otra_fecha: z.int(),
  no_asiste: z.int(),
} satisfies Record<PartyAnswer | 'total', unknown>)
export type AnswerCounts = z.infer<typeof answerCountsSchema>

export const conveneParties = defineEndpoint({
  name: 'conveneParties',
  method: 'POST',
  path: '/api/v1/convene_parties/',
  policy: 'solicitud.schedule',
  summary:
    'Convoca a los involucrados de una solicitud a su cita: cada uno recibe un enlace para contestar. Los enlaces de ' +
    'una convocatoria anterior dejan de valer.',
  tag,
  body: z.strictObject({
    /** Idempotency key from the client: the same key convenes once. */
    key: z.optional(uuid),
    id_solicitud: generatedId,
    mensaje: optionalText(1000),
  }),
  replies: { 201: convocationSchema },
  errors: [
    'validation_failed',
    'id_in_use',
    'parties_missing',
    'appointment_missing',
    'email_quota_exceeded',
    'transition_not_allowed',
    'solicitud_concluded',
  ],
})

export const detailsConvocation = defineEndpoint({
  name: 'detailsConvocation',
  method: 'GET',
  path: '/api/v1/details_convocation/{id}/',
  policy: 'solicitud.read',
  summary:
    'La convocatoria a la cita de una solicitud, con lo que contestó cada involucrado; «id» es el de la solicitud.',
  tag,
  params: z.strictObject({ id: generatedId }),
  replies: { 200: convocationSchema },
  errors: [],
})

/** What the page of a convened party shows. */
export const conveneViewSchema = z.strictObject({
  kind: z.literal('convocatoria'),
  /** Of the request. */
  id: uuid,
  company: z.string(),
  /** PNG or JPEG as a data URL; null without a logo. */
  logo: z.nullable(z.string()),
  /** Who convenes. */
  asked_by: z.string(),
  titulo: z.string(),
  mensaje: z.nullable(z.string()),
  fecha: timestamp,
  /** IANA name of the time zone in which the date was chosen. */
  time_zone: z.string(),
  lugar: z.nullable(z.string()),
  recipient: z.strictObject({ nombre: z.string() }),
  ...answerShape,
  /** False once the appointment has begun. */
  may_answer: z.boolean(),
  /** True: this link is of an earlier convocation; the one of `fecha` came with a link of its own. */
  moved: z.boolean(),
  /** The appointment as an iCalendar object. */
  calendar: z.string(),
})
export type ConveneView = z.infer<typeof conveneViewSchema>

const motivo = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const recipientAnswer = defineEndpoint({
  name: 'recipientAnswer',
  method: 'POST',
  path: '/api/v1/recipient_answer/',
  policy: 'recipient',
  summary: 'Contesta a la convocatoria; hasta que empieza la cita, la última respuesta vale.',
  tag,
  headers: recipientHeaders,
  body: z.discriminatedUnion('answer', [
    z.strictObject({ answer: z.literal('confirma') }),
    z.strictObject({ answer: z.literal('otra_fecha'), motivo, fecha: z.optional(appointmentTime) }),
    z.strictObject({ answer: z.literal('no_asiste'), motivo }),
  ]),
  replies: { 200: conveneViewSchema },
  errors: ['validation_failed', 'request_closed', 'date_in_past'],
})
