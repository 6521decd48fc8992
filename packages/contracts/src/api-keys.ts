import * as z from 'zod/mini'
import { line, timestamp, uuidParams } from './common.ts'
import { longestKeyName, mostKeyNetworks } from './constants.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { keyScopes } from './key-scopes.ts'
import { proof, proofErrors } from './passkeys.ts'

/** Roles of service accounts: none administers the installation. */
export const serviceRoles = ['gestor', 'mediador', 'usuario'] as const

export const apiKeyStates = ['activa', 'vencida', 'revocada'] as const

export const apiKeySchema = z.strictObject({
  id: uuid,
  nombre: z.string(),
  /** How the key begins, to tell keys apart. */
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Networks that the key is accepted from, in CIDR form; empty: from everywhere. */
  networks: z.array(z.string()),
  /** The service account that the key acts as; null: the key acts as the caller. */
  service: z.nullable(
    z.strictObject({
      role: z.enum(serviceRoles),
      id_company: uuid,
      company: z.string(),
      /** Who made it; null: removed since. */
      created_by: z.nullable(z.string()),
    }),
  ),
  state: z.enum(apiKeyStates),
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: z.nullable(timestamp),
  revoked_at: z.nullable(timestamp),
})
export type ApiKey = z.infer<typeof apiKeySchema>

export const listApiKeys = defineEndpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api/v1/api_keys/',
  policy: 'self',
  summary: 'Las claves de API de quien llama y las de las cuentas de servicio que administra, lo último primero.',
  tag: 'Claves de API',
  replies: { 200: z.strictObject({ keys: z.array(apiKeySchema) }) },
  errors: [],
})

/** An IPv4 or IPv6 address, alone or with the length of its prefix. */
const network = z.string().check(z.trim(), z.regex(/^[\da-fA-F.:]{2,39}(\/\d{1,3})?$/))

export const createApiKey = defineEndpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/api/v1/create_api_key/',
  policy: 'self',
  summary: 'Crea una clave de API, propia o de una cuenta de servicio, y la da esta única vez.',
  tag: 'Claves de API',
  body: z.strictObject({
    nombre: line(longestKeyName),
    scopes: z.array(z.enum(keyScopes)).check(z.minLength(1), z.maxLength(keyScopes.length)),
    expires_at: timestamp,
    networks: z._default(z.array(network).check(z.maxLength(mostKeyNetworks)), []),
    /** Present: the key is of a new service account of a company, by default the caller's. */
    service: z.optional(z.strictObject({ role: z.enum(serviceRoles), id_company: z.optional(uuid) })),
    ...proof,
  }),
  replies: { 201: z.strictObject({ key: z.string(), ...apiKeySchema.shape }) },
  errors: [
    'validation_failed',
    'key_expiry_wrong',
    'key_network_wrong',
    'key_limit',
    'company_unknown',
    'passkey_unavailable',
    'paused',
    ...proofErrors,
  ],
})

export const revokeApiKey = defineEndpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/v1/revoke_api_key/{id}/',
  policy: 'self',
  summary: 'Revoca una clave de API al instante.',
  tag: 'Claves de API',
  params: uuidParams,
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: [],
})
