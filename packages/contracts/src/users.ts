import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { roles } from './roles.ts'

export const userSchema = z.strictObject({
  id: uuid,
  email: z.string(),
  nombre: z.string(),
  role: z.enum(roles),
  id_company: z.nullable(uuid),
  company: z.nullable(z.strictObject({ id: uuid, nombre: z.string(), pais: z.nullable(z.string()) })),
  cargo: z.nullable(z.string()),
  telefono: z.nullable(z.string()),
  activo: z.boolean(),
  has_signature: z.boolean(),
  last_login_at: z.nullable(timestamp),
  created_at: timestamp,
})
export type User = z.infer<typeof userSchema>

export const detailsUsers = defineEndpoint({
  name: 'detailsUsers',
  method: 'GET',
  path: '/api/v1/details_users/',
  policy: 'self',
  summary: 'El perfil de quien llama.',
  tag: 'Usuarios',
  replies: { 200: userSchema },
  errors: [],
})
