// States and roles of requests for signatures and for documents, and of convocations. Apart from the schemas: pages load them without zod.

/** A request asks for signatures on documents, or for documents. */
export const requestKinds = ['firmas', 'documentos'] as const
export type RequestKind = (typeof requestKinds)[number]
/** A convocation calls the parties of a case to their appointment. */
export type AnyRequestKind = RequestKind | 'convocatoria'

export const signingRequestStatuses = ['borrador', 'enviada', 'completada', 'rechazada', 'vencida', 'anulada'] as const
export type SigningRequestStatus = (typeof signingRequestStatuses)[number]

/**
 * `firma`: with their own certificate; `firma_simple`: drawn or typed, sealed by the office; `aprueba`: reads and approves;
 * `copia`: gets the signed documents at the end.
 */
export const recipientRoles = ['firma', 'firma_simple', 'aprueba', 'copia'] as const
export type RecipientRole = (typeof recipientRoles)[number]

/** The role of all recipients of a request for documents. */
export const deliveryRole = 'entrega' as const
/** The role of all recipients of a convocation. */
export const convenedRole = 'convocado' as const
export type AnyRecipientRole = RecipientRole | typeof deliveryRole | typeof convenedRole

/**
 * `en_espera`: their turn has not come; `entregado`: all that is required of them has arrived and none of it was
 * returned; `respondido`: they answered a convocation; `delegado`: another recipient took their place.
 */
export const recipientStatuses = [
  'en_espera',
  'enviado',
  'visto',
  'firmado',
  'aprobado',
  'entregado',
  'respondido',
  'rechazado',
  'vencido',
  'anulado',
  'delegado',
] as const
export type RecipientStatus = (typeof recipientStatuses)[number]

/** How the link reached the recipient: by email, or given by the sender. */
export const recipientChannels = ['email', 'enlace'] as const
export type RecipientChannel = (typeof recipientChannels)[number]

/** True for those who leave a signature in the documents. */
export const isSigner = (rol: AnyRecipientRole): boolean => rol === 'firma' || rol === 'firma_simple'

/**
 * Fields of the document that the recipient fills: `open`: before anybody signs; `filled`: they have; `none`: they fill
 * none.
 */
export const recipientFields = ['none', 'open', 'filled'] as const
export type RecipientFields = (typeof recipientFields)[number]

/** `fills`: the signature whose fields they fill. */
export function fieldsOfRecipient(recipient: { fills: string | null; filled_at: Date | null }): RecipientFields {
  if (recipient.fills === null) return 'none'
  return recipient.filled_at === null ? 'open' : 'filled'
}

/** The states of those who have signed or approved. */
export const doneStatuses = ['firmado', 'aprobado'] as const
export const signingRequestActions = [
  'send',
  'edit',
  'delete',
  'cancel',
  'remind',
  'change_recipient',
  'copy_link',
] as const
export type SigningRequestAction = (typeof signingRequestActions)[number]

/** The states in which a permitted user may do each action. */
export const signingRequestRules: Readonly<Record<SigningRequestAction, readonly SigningRequestStatus[]>> = {
  send: ['borrador'],
  edit: ['borrador'],
  delete: ['borrador'],
  cancel: ['enviada'],
  remind: ['enviada'],
  change_recipient: ['borrador', 'enviada'],
  copy_link: ['enviada'],
}

/** True while the recipient has yet to act. */
export const isAsked = (status: RecipientStatus): boolean => status === 'enviado' || status === 'visto'

/** States of a request for documents, of those of all requests. */
export const documentRequestStatuses = ['abierta', 'completa', 'vencida', 'anulada'] as const
export type DocumentRequestStatus = (typeof documentRequestStatuses)[number]

/** `observado`: returned with a reason. */
export const requirementStatuses = ['pendiente', 'recibido', 'aceptado', 'observado'] as const
export type RequirementStatus = (typeof requirementStatuses)[number]

/** Kinds of files that a requirement takes. */
export const acceptedKinds = ['pdf', 'imagen', 'office'] as const
export type AcceptedKind = (typeof acceptedKinds)[number]

export const documentRequestActions = ['cancel', 'remind', 'change_recipient', 'copy_link', 'review'] as const
export type DocumentRequestAction = (typeof documentRequestActions)[number]

/** What a party answers to a convocation: they come, ask for another date, or do not come. */
export const partyAnswers = ['confirma', 'otra_fecha', 'no_asiste'] as const
export type PartyAnswer = (typeof partyAnswers)[number]

export const convocationActions = ['convene', 'remind', 'change_recipient', 'copy_link'] as const
export type ConvocationAction = (typeof convocationActions)[number]

/** Limits of one request. */
export const signingRequestLimits = { documents: 20, recipients: 20, days: 180, usualDays: 30, remindDays: 30 } as const

/** How long recipients can read and download what they signed, in days after the end. */
export const recipientCopyDays = 30

/** Until when recipients can read and download a request that has ended; null while it runs. */
export const copiesUntil = (ended_at: Date | null): Date | null =>
  ended_at === null ? null : new Date(ended_at.getTime() + recipientCopyDays * 24 * 3_600_000)
