import * as z from 'zod/mini'
import { email, line, optionalText, timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'
import { pageNumber, pageOf, pageSize } from './paging.ts'
import { roles } from './roles.ts'
import { newPassword } from './setup.ts'

export const userSchema = z.strictObject({
  id: uuid,
  email: z.string(),
  nombre: z.string(),
  role: z.enum(roles),
  id_company: z.nullable(uuid),
  company: z.nullable(
    z.strictObject({ id: uuid, nombre: z.string(), pais: z.nullable(z.string()), has_logo: z.boolean() }),
  ),
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
  beforeTotp: true,
  summary: 'El perfil de quien llama.',
  tag: 'Usuarios',
  replies: { 200: userSchema },
  errors: [],
})

/** `invitado`: has not chosen a password yet; `desactivado`: cannot sign in, and keeps the history. */
export const userStatuses = ['activo', 'invitado', 'desactivado'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Actions on a user; the screens offer these only. */
export const userActions = ['update', 'role', 'password', 'invite', 'deactivate', 'reactivate', 'remove'] as const
export type UserAction = (typeof userActions)[number]

export const listedUserSchema = z.strictObject({
  ...userSchema.shape,
  status: z.enum(userStatuses),
  /** Has a second factor: the app's codes or a passkey. */
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
  /** Expiry of the last invitation; null: none is open. */
  invitation_expires_at: z.nullable(timestamp),
  /** Open requests that must be handed over if this user leaves. */
  open_cases: z.int(),
  actions: z.array(z.enum(userActions)),
})
export type ListedUser = z.infer<typeof listedUserSchema>

export const userOrderings = [
  'nombre',
  '-nombre',
  'created_at',
  '-created_at',
  'last_login_at',
  '-last_login_at',
] as const

export const listUsersQuery = z.object({
  page: pageNumber,
  /** If present, even empty, the reply is an envelope; if absent, a bare array of everything. */
  pagination: z.optional(z.string()),
  page_size: pageSize(20),
  /** Words of the name, email or post; accents and case are ignored. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  role: z.optional(z.enum(roles)),
  status: z.optional(z.enum(userStatuses)),
  id_company: z.optional(uuid),
  /** Filters by second factor. */
  totp: z.optional(z.enum(['si', 'no'])),
  ordering: z._default(z.enum(userOrderings), 'nombre'),
})

export const userPageSchema = pageOf(listedUserSchema)
export type UserPage = z.infer<typeof userPageSchema>

export const listUsers = defineEndpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/v1/list_users/',
  policy: 'user.list',
  summary: 'Las personas: de todas las empresas para un administrador, de la propia para un gestor.',
  tag: 'Usuarios',
  query: listUsersQuery,
  replies: { 200: z.union([userPageSchema, z.array(listedUserSchema)]) },
  errors: ['validation_failed'],
})

/** How an invitation was sent. `url` is returned only when mail cannot carry it, once, to the inviting user. */
export const invitationSchema = z.strictObject({
  status: z.enum(['queued', 'held']),
  expires_at: timestamp,
  url: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitationSchema>

const personInput = {
  email,
  nombre: line(160),
  role: z.enum(roles),
  /** Absent: the caller's company. null: an administrator without a company. */
  id_company: z.optional(z.nullable(uuid)),
  cargo: optionalText(120),
  telefono: optionalText(40),
}

export const createUser = defineEndpoint({
  name: 'createUser',
  method: 'POST',
  path: '/api/v1/create_user/',
  policy: 'user.create',
  summary: 'Crea una persona; sin contraseña recibe una invitación por correo y la elige.',
  tag: 'Usuarios',
  body: z.strictObject({ ...personInput, password: z.optional(newPassword) }),
  replies: { 201: z.strictObject({ ...listedUserSchema.shape, invitation: z.nullable(invitationSchema) }) },
  errors: [
    'validation_failed',
    'email_in_use',
    'email_address_wrong',
    'phone_wrong',
    'weak_password',
    'company_unknown',
    'paused',
    'invitation_quota_exceeded',
  ],
})

const userWithInvitation = z.strictObject({ ...listedUserSchema.shape, invitation: z.nullable(invitationSchema) })

export const updateUser = defineEndpoint({
  name: 'updateUser',
  method: 'PUT',
  path: '/api/v1/update_user/{id}/',
  policy: 'user.manage',
  summary: 'Cambia los datos de una persona, la desactiva o la reactiva; lo que no se manda queda como está.',
  tag: 'Usuarios',
  params: uuidParams,
  body: z.strictObject({
    email: z.optional(email),
    nombre: z.optional(line(160)),
    role: z.optional(z.enum(roles)),
    id_company: z.optional(z.nullable(uuid)),
    cargo: optionalText(120),
    telefono: optionalText(40),
    /** false: ends sessions, share links and the stored key immediately. */
    activo: z.optional(z.boolean()),
    /** The user who takes over the open requests of a user who is deactivated. */
    entregar_a: z.optional(uuid),
    /** true: removes the second factor with its passkeys, so that the user sets it up again. */
    quitar_totp: z.optional(z.literal(true)),
    /** true: ends every session of the user. */
    cerrar_sesiones: z.optional(z.literal(true)),
    /** The caller's own password: required with `quitar_totp`, and with a new `email` for a user who can sign in. */
    current_password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  }),
  returned: userWithInvitation,
  /** `invitation`: sent when the change left the user without a way to sign in; null: none. */
  replies: { 200: userWithInvitation },
  errors: [
    'validation_failed',
    'email_in_use',
    'email_address_wrong',
    'phone_wrong',
    'company_unknown',
    'last_admin',
    'not_yourself',
    'handover_required',
    'assignee_unknown',
    'own_password_required',
    'password_wrong',
    'paused',
    'invitation_quota_exceeded',
  ],
})

export const removeUser = defineEndpoint({
  name: 'removeUser',
  method: 'DELETE',
  path: '/api/v1/remove_user/{id}/',
  policy: 'user.manage',
  summary: 'Quita a una persona: acaban sus sesiones, enlaces y firma guardada; su historia queda.',
  tag: 'Usuarios',
  params: uuidParams,
  query: z.strictObject({ entregar_a: z.optional(uuid) }),
  replies: { 200: z.strictObject({ id: uuid, handed_over: z.int() }) },
  errors: ['validation_failed', 'last_admin', 'not_yourself', 'handover_required', 'assignee_unknown'],
})

export const inviteUser = defineEndpoint({
  name: 'inviteUser',
  method: 'POST',
  path: '/api/v1/invite_user/{id}/',
  policy: 'user.manage',
  summary: 'Manda otra invitación; las anteriores dejan de valer.',
  tag: 'Usuarios',
  params: uuidParams,
  body: z.strictObject({}),
  replies: { 200: invitationSchema },
  errors: ['validation_failed', 'user_not_invited', 'company_shut', 'email_address_wrong', 'invitation_quota_exceeded'],
})

export const changePasswordView = defineEndpoint({
  name: 'changePasswordView',
  method: 'PUT',
  path: '/api/v1/change_password_view/{id}/',
  policy: 'user.manage',
  summary: 'Pone la contraseña de otra persona; quien lo hace escribe la suya.',
  tag: 'Usuarios',
  params: uuidParams,
  body: z.strictObject({
    password: newPassword,
    current_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  }),
  replies: { 200: z.strictObject({ id: uuid }) },
  errors: ['validation_failed', 'password_wrong', 'weak_password', 'not_yourself'],
})

/** Maximum rows of an import. */
export const mostImported = 500

export const importUsers = defineEndpoint({
  name: 'importUsers',
  method: 'POST',
  path: '/api/v1/import_users/',
  policy: 'user.create',
  summary: 'Comprueba o crea muchas personas de una vez: o todas, o ninguna.',
  tag: 'Usuarios',
  body: z.strictObject({
    id_company: z.optional(uuid),
    /** true: reports the result without changing anything. */
    preview: z.boolean(),
    /** Rows as in the file. Each is validated by itself; errors name row and field. */
    rows: z
      .array(
        z.strictObject({
          email: z.string().check(z.maxLength(400)),
          nombre: z.string().check(z.maxLength(400)),
          role: z.string().check(z.maxLength(60)),
          cargo: z.optional(z.string().check(z.maxLength(400))),
          telefono: z.optional(z.string().check(z.maxLength(400))),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostImported)),
  }),
  replies: {
    200: z.strictObject({
      /** By position in `rows`, from 1; valid rows are absent. */
      errors: z.array(z.strictObject({ row: z.int(), field: z.string(), code: z.string(), message: z.string() })),
      ready: z.int(),
      created: z.int(),
      /** How the invitations were sent; null in a preview. */
      invitations: z.nullable(z.enum(['queued', 'held'])),
    }),
  },
  errors: ['validation_failed', 'company_unknown', 'paused', 'invitation_quota_exceeded'],
})
