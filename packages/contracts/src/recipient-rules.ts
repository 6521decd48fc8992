// What recipients may do. Apart from the names of roles and states, as pages do not read it.
import {
  copiesUntil,
  deliveryRole,
  convenedRole,
  doneStatuses,
  recipientFields,
  recipientRoles,
  type AnyRecipientRole,
  type RecipientFields,
  type RecipientStatus,
  type SigningRequestStatus,
} from './request-states.ts'

export const recipientActs = [
  'read',
  'fill',
  'sign',
  'sign_simple',
  'approve',
  'decline',
  'delegate',
  'download',
  'deliver',
  'answer',
] as const
export type RecipientAct = (typeof recipientActs)[number]

type Rule = {
  roles: readonly AnyRecipientRole[]
  from: readonly RecipientStatus[]
  requests: readonly SigningRequestStatus[]
  /** Default: all. */
  fields?: readonly RecipientFields[]
}

const asked = ['enviado', 'visto'] as const
const acting = ['firma', 'firma_simple', 'aprueba'] as const
const signing = ['firma', 'firma_simple'] as const
/** A document with open fields is not signed: while some are open, only their recipients are asked. */
const complete = ['none', 'filled'] as const
const delivering = [...asked, 'entregado'] as const
const convened = [...asked, 'respondido'] as const

/** What a recipient may do: role × their state × state of the request. */
const recipientRules: Readonly<Record<RecipientAct, readonly Rule[]>> = {
  read: [
    { roles: acting, from: [...asked, ...doneStatuses], requests: ['enviada'] },
    { roles: signing, from: ['en_espera'], requests: ['enviada'], fields: ['filled'] },
    { roles: recipientRoles, from: [...asked, ...doneStatuses], requests: ['completada'] },
    { roles: [deliveryRole], from: delivering, requests: ['enviada', 'completada'] },
    { roles: [convenedRole], from: convened, requests: ['enviada'] },
  ],
  fill: [{ roles: signing, from: asked, requests: ['enviada'], fields: ['open'] }],
  sign: [{ roles: ['firma'], from: asked, requests: ['enviada'], fields: complete }],
  sign_simple: [{ roles: ['firma_simple'], from: asked, requests: ['enviada'], fields: complete }],
  approve: [{ roles: ['aprueba'], from: asked, requests: ['enviada'] }],
  decline: [{ roles: acting, from: asked, requests: ['enviada'] }],
  delegate: [{ roles: acting, from: asked, requests: ['enviada'] }],
  download: [{ roles: recipientRoles, from: [...asked, ...doneStatuses], requests: ['completada'] }],
  deliver: [{ roles: [deliveryRole], from: delivering, requests: ['enviada'] }],
  answer: [{ roles: [convenedRole], from: convened, requests: ['enviada'] }],
}

export type RecipientState = {
  rol: AnyRecipientRole
  status: RecipientStatus
  request: SigningRequestStatus
  /** The sender allows delegation. */
  mayDelegate: boolean
  fields: RecipientFields
}

export function mayRecipient(act: RecipientAct, state: RecipientState): boolean {
  if (act === 'delegate' && !state.mayDelegate) return false
  return recipientRules[act].some(
    ({ roles, from, requests, fields = recipientFields }) =>
      roles.includes(state.rol) &&
      from.includes(state.status) &&
      requests.includes(state.request) &&
      fields.includes(state.fields),
  )
}

/** True if the recipient may read the request at `now`: it runs and its term has not ended, or its copies can be had. */
export const isReadable = (
  state: RecipientState,
  { expires_at, ended_at }: { expires_at: Date; ended_at: Date | null },
  now: Date,
): boolean => now < (copiesUntil(ended_at) ?? expires_at) && mayRecipient('read', state)
