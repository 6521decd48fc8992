import * as z from 'zod/mini'
import { line, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

/** Bytes in base64url without padding. */
const bytes = (characters: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(characters))

/** A credential id: 16 to 1023 bytes (WebAuthn Level 3, 5.8.3). */
const credentialId = z.string().check(z.regex(/^[\w-]+$/), z.minLength(22), z.maxLength(1364))
const extensionResults = z.optional(z.looseObject({}))
const attachment = z.optional(z.nullable(z.string().check(z.maxLength(40))))

/** `AuthenticationResponseJSON` of WebAuthn Level 3, 5.1.8: a passkey's answer to a challenge. */
export const assertionSchema = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: z.optional(bytes(100)),
  }),
  clientExtensionResults: extensionResults,
  authenticatorAttachment: attachment,
})
export type Assertion = z.infer<typeof assertionSchema>

/** `RegistrationResponseJSON` of WebAuthn Level 3, 5.1.8: a new passkey. */
export const registrationSchema = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: z.optional(z.array(z.string().check(z.regex(/^[\w-]{1,20}$/))).check(z.maxLength(10))),
  }),
  clientExtensionResults: extensionResults,
  authenticatorAttachment: attachment,
})
export type Registration = z.infer<typeof registrationSchema>

/**
 * What proves the account's owner before a change of how they sign in: a passkey's answer to `challengePasskey`, or the
 * own password and, with a second factor, a code of the app or a recovery code.
 */
export const proof = {
  current_password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  passkey: z.optional(assertionSchema),
}
export const proofSchema = z.strictObject(proof)
export type Proof = z.infer<typeof proofSchema>

/** Errors of a proof. */
export const proofErrors = [
  'own_password_required',
  'password_wrong',
  'own_code_required',
  'totp_wrong',
  'passkey_wrong',
] as const

/** WebAuthn options for the browser, in their JSON form; `challenge` is valid for five minutes. */
const options = z.looseObject({ challenge: z.string() })

export const passkeyName = line(60)

/** Passkeys that one user may have. */
export const mostPasskeys = 20

export const passkeyRowSchema = z.strictObject({
  id: uuid,
  /** Chosen by the user. */
  nombre: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
  /** The provider of the passkey copies it between the user's devices. */
  synced: z.boolean(),
  /** Its signature counter went back, which suggests a copy: the passkey is no longer accepted. */
  suspect: z.boolean(),
})
export type PasskeyRow = z.infer<typeof passkeyRowSchema>

export const challengePasskey = defineEndpoint({
  name: 'challengePasskey',
  method: 'POST',
  path: '/api/v1/challenge_passkey/',
  policy: 'self',
  beforeTotp: true,
  summary: 'Da un desafío para que quien llama confirme un cambio con una de sus llaves de acceso.',
  tag: 'Mi cuenta',
  body: z.strictObject({}),
  replies: { 200: options },
  errors: ['validation_failed', 'passkey_unavailable', 'passkey_none'],
})

export const beginPasskey = defineEndpoint({
  name: 'beginPasskey',
  method: 'POST',
  path: '/api/v1/begin_passkey/',
  policy: 'self',
  beforeTotp: true,
  summary: 'Empieza a agregar una llave de acceso: da lo que el navegador necesita para crearla.',
  tag: 'Mi cuenta',
  body: proofSchema,
  replies: { 200: options },
  errors: ['validation_failed', 'passkey_unavailable', 'passkey_limit', ...proofErrors],
})

export const confirmPasskey = defineEndpoint({
  name: 'confirmPasskey',
  method: 'POST',
  path: '/api/v1/confirm_passkey/',
  policy: 'self',
  beforeTotp: true,
  summary: 'Guarda la llave de acceso creada; con la primera da los códigos de recuperación, esta única vez.',
  tag: 'Mi cuenta',
  body: z.strictObject({ nombre: passkeyName, passkey: registrationSchema }),
  replies: {
    200: z.strictObject({
      id: uuid,
      /** null: the user has recovery codes already. */
      recovery_codes: z.nullable(z.array(z.string())),
    }),
  },
  errors: ['validation_failed', 'passkey_unavailable', 'passkey_limit', 'passkey_wrong', 'passkey_exists'],
})

export const renamePasskey = defineEndpoint({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/api/v1/rename_passkey/{id}/',
  policy: 'self',
  summary: 'Cambia el nombre de una llave de acceso de quien llama.',
  tag: 'Mi cuenta',
  params: uuidParams,
  body: z.strictObject({ nombre: passkeyName }),
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: ['validation_failed'],
})

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  method: 'POST',
  path: '/api/v1/remove_passkey/{id}/',
  policy: 'self',
  summary: 'Quita una llave de acceso de quien llama, si su empresa no la exige.',
  tag: 'Mi cuenta',
  params: uuidParams,
  body: proofSchema,
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: [
    'validation_failed',
    'totp_required_by_company',
    'passkey_required_by_company',
    'passkey_unavailable',
    ...proofErrors,
  ],
})
