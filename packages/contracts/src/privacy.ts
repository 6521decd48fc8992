import * as z from 'zod/mini'
import { line, optionalText, timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { generatedId, uuid } from './ids.ts'
import { dataAreas } from './personal-data.ts'

/** An email address or an identification, as a case file or a request has it; for users also their id. */
const who = line(254)
const query = z.strictObject({ persona: who })
const tag = 'Privacidad'

export const personFoundSchema = z.strictObject({
  /** The account; null: a party or recipient without one. */
  user: z.nullable(z.strictObject({ id: uuid, nombre: z.string(), email: z.string(), removed: z.boolean() })),
  /** Case files that name them as a party. */
  partes: z.int(),
  destinatarios: z.int(),
  /** Requests that still wait for them; while there are any, nothing is erased. */
  abiertos: z.int(),
  /** Held case files of which they are a party or recipient; while there are any, nothing is erased. */
  retenidos: z.int(),
  /** What is stored, by area. */
  areas: z.array(z.strictObject({ area: z.enum(dataAreas), rows: z.int() })),
})
export type PersonFound = z.infer<typeof personFoundSchema>

export const readPersonalData = defineEndpoint({
  name: 'readPersonalData',
  method: 'GET',
  path: '/api/v1/personal_data/',
  policy: 'privacy.manage',
  summary: 'Qué se guarda de una persona, por su correo o su identificación.',
  tag,
  query,
  replies: { 200: personFoundSchema },
  errors: ['validation_failed', 'person_not_found'],
})

export const exportPersonalData = defineEndpoint({
  name: 'exportPersonalData',
  method: 'GET',
  path: '/api/v1/export_personal_data/',
  policy: 'privacy.manage',
  summary: 'Todo lo que se guarda de una persona, en un ZIP: un JSON por tabla y sus archivos.',
  tag,
  query,
  replies: { 200: { binary: 'application/zip' } },
  errors: ['validation_failed', 'person_not_found'],
})

export const exportOwnData = defineEndpoint({
  name: 'exportOwnData',
  method: 'GET',
  path: '/api/v1/export_own_data/',
  policy: 'self',
  summary: 'Todo lo que se guarda de quien llama, en un ZIP: un JSON por tabla y sus archivos.',
  tag,
  replies: { 200: { binary: 'application/zip' } },
  errors: [],
})

export const erasePersonalData = defineEndpoint({
  name: 'erasePersonalData',
  method: 'POST',
  path: '/api/v1/erase_personal_data/',
  policy: 'privacy.manage',
  summary: 'Borra los datos de una persona; queda lo que la ley manda guardar, sin su nombre donde se puede.',
  tag,
  body: z.strictObject({ persona: who, motivo: line(500), entregar_a: z.optional(uuid) }),
  replies: { 200: z.strictObject({ events: z.int() }) },
  errors: [
    'validation_failed',
    'person_not_found',
    'person_awaited',
    'person_held',
    'not_yourself',
    'last_admin',
    'handover_required',
    'assignee_unknown',
  ],
})

/** Requests of this kind; empty: those without one. */
const tipo = z.string().check(z.trim(), z.maxLength(120))

const ruleSchema = z.strictObject({ tipo, months: z.int().check(z.minimum(1), z.maximum(600)) })
export type RetentionRule = z.infer<typeof ruleSchema>

export const retentionSchema = z.strictObject({
  rules: z.array(ruleSchema),
  /** The kinds of the company's requests. */
  tipos: z.array(z.string()),
  /** Case files that the rules would move to the recycle bin within 15 days; `cases` has the first ones. */
  due: z.int(),
  cases: z.array(z.strictObject({ id_solicitud_main: generatedId, titulo: z.string(), due_at: timestamp })),
  /** Due case files that a hold keeps. */
  held: z.int(),
})
export type Retention = z.infer<typeof retentionSchema>

export const readRetention = defineEndpoint({
  name: 'readRetention',
  method: 'GET',
  path: '/api/v1/retention/',
  policy: 'privacy.manage',
  summary:
    'Cuánto se guardan los expedientes concluidos, por tipo de solicitud, y cuáles irían a la papelera en 15 días.',
  tag,
  query: z.strictObject({ empresa: z.optional(uuid) }),
  replies: { 200: retentionSchema },
  errors: ['validation_failed', 'company_unknown'],
})

export const changeRetention = defineEndpoint({
  name: 'changeRetention',
  method: 'PUT',
  path: '/api/v1/change_retention/',
  policy: 'privacy.manage',
  summary: 'Cambia las reglas de conservación, o solo dice qué harían (vista_previa).',
  tag,
  body: z.strictObject({
    empresa: z.optional(uuid),
    rules: z.array(ruleSchema).check(z.maxLength(100)),
    vista_previa: z._default(z.boolean(), false),
  }),
  replies: { 200: retentionSchema },
  errors: ['validation_failed', 'company_unknown'],
})

const holdSchema = z.strictObject({
  id_solicitud_main: generatedId,
  hold: z.nullable(z.strictObject({ motivo: z.string(), by: z.string(), at: timestamp })),
})
export type CaseHold = z.infer<typeof holdSchema>

export const readCaseHold = defineEndpoint({
  name: 'readCaseHold',
  method: 'GET',
  path: '/api/v1/case_hold/{id}/',
  policy: 'privacy.manage',
  summary: 'Si el expediente de una solicitud está retenido: ni las reglas ni las personas lo borran.',
  tag,
  params: z.strictObject({ id: generatedId }),
  replies: { 200: holdSchema },
  errors: [],
})

export const holdCase = defineEndpoint({
  name: 'holdCase',
  method: 'POST',
  path: '/api/v1/hold_case/',
  policy: 'privacy.manage',
  summary: 'Retiene el expediente de una solicitud, con su motivo, o lo suelta.',
  tag,
  body: z.strictObject({ id_solicitud: generatedId, retener: z.boolean(), motivo: optionalText(500) }),
  replies: { 200: holdSchema },
  errors: ['validation_failed'],
})
