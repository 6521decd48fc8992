import * as z from 'zod/mini'
import { email, line, optionalText, pageImagesSchema, recipientHeaders, sha256Hex, timestamp } from './common.ts'
import { levels } from './constants.ts'
import { conveneViewSchema } from './convocations.ts'
import { deliveryViewSchema } from './document-requests.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { recipientActs } from './recipient-rules.ts'
import { recipientRoles, recipientStatuses, signingRequestStatuses } from './request-states.ts'
import {
  base64,
  completeSigning,
  prepareSigning,
  signedDocumentSchema,
  signingErrors,
  stampPositionSchema,
} from './signing.ts'
import { signingTag as tag } from './signing-requests.ts'
import { templateDataSchema, templateFieldSchema } from './template-fields.ts'
import { templateLocales } from './template-field-types.ts'
import { fillErrors, valuesBytes } from './template-fills.ts'
import { simpleImageBytes, simpleTextLength } from './simple-signature.ts'

/** A field of a template without where its value comes from. */
const fieldToFillSchema = z.omit(templateFieldSchema, {
  default: true,
  binding: true,
  role: true,
  filled_by: true,
  form_field: true,
})

const otherRecipientSchema = z.strictObject({
  nombre: z.string(),
  rol: z.enum(recipientRoles),
  turno: z.nullable(z.int()),
  status: z.enum(recipientStatuses),
})

export const recipientViewSchema = z.strictObject({
  kind: z.literal('firmas'),
  /** Of the request. */
  id: uuid,
  company: z.string(),
  /** PNG or JPEG as a data URL; null without a logo. */
  logo: z.nullable(z.string()),
  /** Who asks. */
  asked_by: z.string(),
  titulo: z.string(),
  mensaje: z.nullable(z.string()),
  status: z.enum(signingRequestStatuses),
  expires_at: timestamp,
  /** Until when the recipient can come back for the signed documents; null while the request runs. */
  copies_until: z.nullable(timestamp),
  recipient: z.strictObject({
    nombre: z.string(),
    email: z.string(),
    rol: z.enum(recipientRoles),
    status: z.enum(recipientStatuses),
    /** The certificate must have this number; null: any certificate. */
    identificacion: z.nullable(z.string()),
  }),
  others: z.array(otherRecipientSchema),
  documents: z.array(
    z.strictObject({
      id_documento: uuid,
      nombre: z.string(),
      size: z.int(),
      sha256: z.string(),
      /** Signed by this recipient. */
      signed: z.boolean(),
      position: z.nullable(stampPositionSchema),
      /** Signed and short-lived. */
      download_url: z.string(),
      images: pageImagesSchema,
    }),
  ),
  /** The fields that they fill before anybody signs; null: none, or they have filled them. */
  fill: z.nullable(
    z.strictObject({
      locale: z.enum(templateLocales),
      fields: z.array(fieldToFillSchema),
      /** The values that the form begins with. */
      data: templateDataSchema,
    }),
  ),
  /** Level of the signatures of this office. */
  level: z.enum(levels),
  acts: z.array(z.enum(recipientActs)),
})
export type RecipientView = z.infer<typeof recipientViewSchema>

/** What the page shows before the code: nothing of what is asked. */
const codeViewSchema = z.strictObject({
  kind: z.literal('codigo'),
  company: z.string(),
  logo: z.nullable(z.string()),
  asked_by: z.string(),
  /** The address that codes go to, shortened: `a•••@correo.example`. */
  email: z.string(),
  /** Until when the code that was sent last can be typed; null: none. */
  code_until: z.nullable(timestamp),
})
export type CodeView = z.infer<typeof codeViewSchema>

export const recipientRequest = defineEndpoint({
  name: 'recipientRequest',
  method: 'GET',
  path: '/api/v1/recipient_request/',
  policy: 'recipient',
  summary:
    'Lo que la página de un destinatario necesita: quién pide qué, los documentos o requisitos y qué puede hacer.',
  tag,
  headers: recipientHeaders,
  replies: {
    200: z.discriminatedUnion('kind', [recipientViewSchema, deliveryViewSchema, conveneViewSchema, codeViewSchema]),
  },
  errors: [],
})

export const recipientCode = defineEndpoint({
  name: 'recipientCode',
  method: 'POST',
  path: '/api/v1/recipient_code/',
  policy: 'recipient',
  summary:
    'Sin «code», envía un código de seis cifras al correo del destinatario; con él, lo comprueba. El pase que devuelve va después del token, con un punto, en X-Recipient.',
  tag,
  headers: recipientHeaders,
  body: z.strictObject({ code: z.optional(z.string().check(z.regex(/^\d{6}$/))) }),
  replies: {
    200: z.strictObject({
      /** Null: a code was sent. */
      pass: z.nullable(z.string()),
      /** End of the code that was sent, or of the pass. */
      until: timestamp,
    }),
  },
  errors: ['validation_failed', 'recipient_code_wrong', 'recipient_code_ended', 'code_needs_mail'],
})

export const recipientFill = defineEndpoint({
  name: 'recipientFill',
  method: 'POST',
  path: '/api/v1/recipient_fill/',
  policy: 'recipient',
  summary:
    'Los datos que llena el destinatario. Cuando el último llena los suyos, el documento queda completo y se pide la firma al primer turno.',
  tag,
  headers: recipientHeaders,
  bodyBytes: valuesBytes,
  body: z.strictObject({ data: templateDataSchema }),
  /** `visto`: they can sign now; `en_espera`: others have to fill or sign first. */
  replies: { 200: z.strictObject({ status: z.enum(recipientStatuses) }) },
  errors: ['validation_failed', 'paused', 'request_closed', ...fillErrors],
})

export const recipientPrepare = defineEndpoint({
  name: 'recipientPrepare',
  method: 'POST',
  path: '/api/v1/recipient_prepare/',
  policy: 'recipient',
  summary: 'Prepara la firma de un documento del pedido. La clave del destinatario no sale de su navegador.',
  tag,
  headers: recipientHeaders,
  body: z.strictObject({
    id_documento: uuid,
    sha256: z.optional(sha256Hex),
    certificate: prepareSigning.body.shape.certificate,
    chain: prepareSigning.body.shape.chain,
    /** Only where the sender has chosen no place. */
    position: prepareSigning.body.shape.position,
    utc_offset: prepareSigning.body.shape.utc_offset,
    language: prepareSigning.body.shape.language,
  }),
  replies: prepareSigning.replies,
  errors: [...prepareSigning.errors, 'request_closed', 'fields_open', 'identification_differs'],
})

export const recipientComplete = defineEndpoint({
  name: 'recipientComplete',
  method: 'POST',
  path: '/api/v1/recipient_complete/',
  policy: 'recipient',
  summary: 'Termina la firma preparada de un documento. Con el último documento, el destinatario ha firmado.',
  tag,
  headers: recipientHeaders,
  body: z.strictObject({
    id_preparacion: uuid,
    signature: completeSigning.body.shape.signature,
  }),
  replies: { 200: z.strictObject({ document: signedDocumentSchema, status: z.enum(recipientStatuses) }) },
  errors: [...completeSigning.errors, 'request_closed', 'fields_open'],
})

const simpleLook = {
  /** They agree to the text of `simpleConsent` in `language`. */
  consent: z.literal(true),
  language: z.enum(['es', 'en']),
  utc_offset: prepareSigning.body.shape.utc_offset,
}

export const recipientSignSimple = defineEndpoint({
  name: 'recipientSignSimple',
  method: 'POST',
  path: '/api/v1/recipient_sign_simple/',
  policy: 'recipient',
  summary:
    'Firma simple de todos los documentos del pedido, dibujada («image», PNG o JPEG) o escrita («text»). La oficina la sella con su certificado.',
  tag,
  headers: recipientHeaders,
  body: z.union([
    z.strictObject({ image: base64(Math.ceil(simpleImageBytes / 3) * 4), ...simpleLook }),
    z.strictObject({ text: line(simpleTextLength), ...simpleLook }),
  ]),
  replies: {
    /** `documents`: those signed by this call; an earlier call may have signed others. */
    200: z.strictObject({ documents: z.array(signedDocumentSchema), status: z.enum(recipientStatuses) }),
  },
  errors: [...signingErrors, 'paused', 'request_closed', 'fields_open', 'office_seal_needed'],
})

export const recipientApprove = defineEndpoint({
  name: 'recipientApprove',
  method: 'POST',
  path: '/api/v1/recipient_approve/',
  policy: 'recipient',
  summary: 'Aprueba los documentos del pedido.',
  tag,
  headers: recipientHeaders,
  replies: { 200: z.strictObject({ status: z.enum(recipientStatuses) }) },
  errors: ['request_closed'],
})

export const recipientDecline = defineEndpoint({
  name: 'recipientDecline',
  method: 'POST',
  path: '/api/v1/recipient_decline/',
  policy: 'recipient',
  summary: 'Rechaza el pedido con un motivo, y con eso termina: se avisa a quien pidió y a quienes ya firmaron.',
  tag,
  headers: recipientHeaders,
  body: z.strictObject({ motivo: line(500) }),
  replies: { 200: z.strictObject({ status: z.enum(recipientStatuses) }) },
  errors: ['validation_failed', 'request_closed'],
})

export const recipientDelegate = defineEndpoint({
  name: 'recipientDelegate',
  method: 'POST',
  path: '/api/v1/recipient_delegate/',
  policy: 'recipient',
  summary: 'Pasa el pedido a otra persona, si quien pidió lo permite. El enlace propio deja de abrir.',
  tag,
  headers: recipientHeaders,
  body: z.strictObject({ nombre: line(120), email, motivo: optionalText(500) }),
  replies: { 200: z.strictObject({ status: z.enum(recipientStatuses) }) },
  errors: ['validation_failed', 'request_closed', 'recipient_repeated', 'email_quota_exceeded'],
})
