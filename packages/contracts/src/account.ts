import * as z from 'zod/mini'
import { email, line, optionalText, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { passkeyRowSchema, proofErrors, proofSchema } from './passkeys.ts'
import { newPassword } from './setup.ts'
import { userSchema } from './users.ts'

/** An existing password. Not validated: the rules of the day it was chosen apply. */
const saidPassword = z.string().check(z.minLength(1), z.maxLength(1024))
/** A second-factor code (RFC 6238, six digits) or a recovery code; spaces and dashes are ignored. */
const saidCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/api/v1/update_profile/',
  policy: 'self',
  summary: 'Cambia el nombre, el cargo y el teléfono de quien llama.',
  tag: 'Mi cuenta',
  body: z.strictObject({ nombre: z.optional(line(160)), cargo: optionalText(120), telefono: optionalText(40) }),
  replies: { 200: userSchema },
  errors: ['validation_failed', 'phone_wrong'],
})

export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/api/v1/change_password/',
  policy: 'self',
  summary: 'Cambia la contraseña de quien llama; acaban sus demás sesiones.',
  tag: 'Mi cuenta',
  body: z.strictObject({ current_password: saidPassword, new_password: newPassword }),
  replies: { 200: z.strictObject({ ended_sessions: z.int() }) },
  errors: ['validation_failed', 'password_wrong', 'weak_password'],
})

export const forgotPassword = defineEndpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/v1/forgot_password/',
  policy: 'public',
  summary: 'Pide por correo un enlace para elegir otra contraseña. Contesta lo mismo haya o no tal cuenta.',
  tag: 'Mi cuenta',
  body: z.strictObject({ email }),
  replies: {
    /** `by_mail` false: this server sends no mail; an administrator has to help. */
    200: z.strictObject({ by_mail: z.boolean() }),
  },
  errors: ['validation_failed'],
})

/** The secret of a link: base64url of 32 bytes. */
const linkToken = z.string().check(z.minLength(1), z.maxLength(100))

export const checkLink = defineEndpoint({
  name: 'checkLink',
  method: 'POST',
  path: '/api/v1/check_link/',
  policy: 'public',
  summary: 'Para quién y para qué es un enlace de un solo uso.',
  tag: 'Mi cuenta',
  body: z.strictObject({ token: linkToken }),
  replies: {
    200: z.strictObject({
      kind: z.enum(['invitation', 'reset']),
      email: z.string(),
      nombre: z.string(),
      company: z.nullable(z.string()),
      expires_at: timestamp,
    }),
  },
  errors: ['validation_failed', 'link_expired'],
})

export const setPassword = defineEndpoint({
  name: 'setPassword',
  method: 'POST',
  path: '/api/v1/set_password/',
  policy: 'public',
  summary: 'Elige la contraseña con un enlace de un solo uso; acaban las sesiones que hubiera.',
  tag: 'Mi cuenta',
  body: z.strictObject({ token: linkToken, password: newPassword }),
  replies: { 200: z.strictObject({ email: z.string() }) },
  errors: ['validation_failed', 'link_expired', 'weak_password'],
})

export const securityState = defineEndpoint({
  name: 'securityState',
  method: 'GET',
  path: '/api/v1/security/',
  policy: 'self',
  beforeTotp: true,
  summary: 'Cómo entra quien llama: contraseña, segundo factor, cuenta de la oficina.',
  tag: 'Mi cuenta',
  replies: {
    200: z.strictObject({
      /** False: the user signs in only by OpenID Connect. */
      has_password: z.boolean(),
      password_changed_at: z.nullable(timestamp),
      totp: z.strictObject({
        enabled_at: z.nullable(timestamp),
        recovery_codes_left: z.int(),
        /** The company requires a second factor: a code of the app or a passkey. */
        required: z.boolean(),
        /**
         * The session is restricted until the required second factor is set up; sessions opened by OpenID Connect are
         * exempt.
         */
        owed: z.boolean(),
      }),
      passkeys: z.strictObject({
        /** False: this server is reached by an IP address, for which browsers make no passkeys. */
        available: z.boolean(),
        /** The company requires one. */
        required: z.boolean(),
        keys: z.array(passkeyRowSchema),
      }),
      /** Name of the linked OpenID Connect provider; null: none. */
      provider: z.nullable(z.string()),
    }),
  },
  errors: [],
})

export const beginTotp = defineEndpoint({
  name: 'beginTotp',
  method: 'POST',
  path: '/api/v1/begin_totp/',
  policy: 'self',
  beforeTotp: true,
  summary:
    'Empieza a poner el segundo factor, o a pasarlo a otro teléfono: da el secreto, que cuenta cuando se confirma con un código.',
  tag: 'Mi cuenta',
  body: proofSchema,
  replies: {
    200: z.strictObject({
      /** Base32 (RFC 4648), for manual entry. */
      secret: z.string(),
      /** otpauth: URI, for the QR code. */
      url: z.string(),
    }),
  },
  errors: ['validation_failed', 'totp_already_on', 'passkey_unavailable', ...proofErrors],
})

const recoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) })

export const confirmTotp = defineEndpoint({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/v1/confirm_totp/',
  policy: 'self',
  beforeTotp: true,
  summary: 'Confirma el segundo factor con un código, y da los códigos de recuperación, esta única vez.',
  tag: 'Mi cuenta',
  body: z.strictObject({ code: saidCode }),
  replies: { 200: recoveryCodes },
  errors: ['validation_failed', 'totp_wrong', 'totp_not_begun', 'totp_already_on'],
})

export const renewRecoveryCodes = defineEndpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/v1/renew_recovery_codes/',
  policy: 'self',
  summary: 'Da códigos de recuperación nuevos; los anteriores dejan de valer.',
  tag: 'Mi cuenta',
  body: proofSchema,
  replies: { 200: recoveryCodes },
  errors: ['validation_failed', 'totp_not_on', 'passkey_unavailable', ...proofErrors],
})

export const removeTotp = defineEndpoint({
  name: 'removeTotp',
  method: 'POST',
  path: '/api/v1/remove_totp/',
  policy: 'self',
  summary:
    'Quita los códigos de la aplicación de quien llama, si su empresa no exige un segundo factor o le queda una llave.',
  tag: 'Mi cuenta',
  body: proofSchema,
  replies: { 200: z.strictObject({ removed: z.boolean() }) },
  errors: ['validation_failed', 'totp_not_on', 'totp_required_by_company', 'passkey_unavailable', ...proofErrors],
})

export const sessionRowSchema = z.strictObject({
  id: uuid,
  /** True for the session of this request. */
  current: z.boolean(),
  /** Opened with a passkey. */
  by_passkey: z.boolean(),
  /** User-Agent of another kind of browser that used the session later: its token may be copied. */
  other_user_agent: z.nullable(z.string()),
  /** From the User-Agent header; null: none was sent. */
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  created_at: timestamp,
  last_used_at: timestamp,
  expires_at: timestamp,
})
export type SessionRow = z.infer<typeof sessionRowSchema>

export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/v1/list_sessions/',
  policy: 'self',
  summary: 'Las sesiones abiertas de quien llama, la suya primero.',
  tag: 'Mi cuenta',
  replies: { 200: z.strictObject({ sessions: z.array(sessionRowSchema) }) },
  errors: [],
})

export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/v1/end_session/{id}/',
  policy: 'self',
  summary: 'Acaba una sesión de quien llama.',
  tag: 'Mi cuenta',
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: [],
})

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/v1/end_other_sessions/',
  policy: 'self',
  summary: 'Acaba todas las sesiones de quien llama menos esta.',
  tag: 'Mi cuenta',
  body: z.strictObject({}),
  replies: { 200: z.strictObject({ ended: z.int() }) },
  errors: ['validation_failed'],
})
