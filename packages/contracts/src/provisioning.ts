import * as z from 'zod/mini'
import { line } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

/** Roles that a sign-in may give: never administrator. */
export const providedRoles = ['gestor', 'mediador', 'usuario'] as const
export type ProvidedRole = (typeof providedRoles)[number]

/** Domains of one company. */
export const mostDomains = 50
/** Rows of the table of groups. */
export const mostGroupRoles = 100

const groupRoleSchema = z.strictObject({ group: line(200), role: z.enum(providedRoles) })
export type GroupRole = z.infer<typeof groupRoleSchema>

export const provisioningSchema = z.strictObject({
  id_company: uuid,
  /** People of the domains are created at their first sign-in with the provider. */
  enabled: z.boolean(),
  /** The role of people who are in none of the groups. */
  default_role: z.enum(providedRoles),
  /** The first row whose group the person is in decides their role. */
  group_roles: z.array(groupRoleSchema),
  /** In lower case and ASCII, by name. */
  domains: z.array(z.string()),
  /** People of the company who were created this way. */
  people: z.int(),
})
export type Provisioning = z.infer<typeof provisioningSchema>

const tag = 'Empresas'

export const readProvisioning = defineEndpoint({
  name: 'readProvisioning',
  method: 'GET',
  path: '/api/v1/provisioning/',
  policy: 'provisioning.manage',
  summary:
    'A quién crea Foja cuando ingresa por primera vez con la cuenta de la oficina (OpenID Connect), y con qué rol.',
  tag,
  query: z.strictObject({
    /** Default: the caller's. */
    id_company: z.optional(uuid),
  }),
  replies: { 200: provisioningSchema },
  errors: ['validation_failed', 'company_unknown'],
})

export const changeProvisioning = defineEndpoint({
  name: 'changeProvisioning',
  method: 'PUT',
  path: '/api/v1/change_provisioning/',
  policy: 'provisioning.manage',
  summary: 'Cambia a quién crea Foja en su primer ingreso, y con qué rol; los dominios, solo un administrador.',
  tag,
  body: z.strictObject({
    /** Default: the caller's. */
    id_company: z.optional(uuid),
    enabled: z.optional(z.boolean()),
    default_role: z.optional(z.enum(providedRoles)),
    group_roles: z.optional(z.array(groupRoleSchema).check(z.maxLength(mostGroupRoles))),
    /** Administrators only. */
    domains: z.optional(z.array(line(253)).check(z.maxLength(mostDomains))),
  }),
  replies: { 200: provisioningSchema },
  errors: ['validation_failed', 'company_unknown', 'domain_wrong', 'domain_public', 'domain_taken'],
})
