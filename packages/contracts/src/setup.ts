import * as z from 'zod/mini'
import { email, line, optionalText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

/** NIST SP 800-63B-4: length counts; at least 12 characters, no composition rules. */
export const newPassword = z.string().check(z.minLength(12), z.maxLength(256))

export const setupSchema = z.strictObject({
  company: z.strictObject({
    nombre: line(160),
    pais: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    identificacion: optionalText(40),
  }),
  admin: z.strictObject({ nombre: line(160), email, password: newPassword }),
  sample_data: z._default(z.boolean(), false),
  /** Required only when the server listens beyond this computer; it is printed in the server's terminal. */
  setup_code: z.optional(z.string().check(z.maxLength(40))),
})

const count = z.int().check(z.nonnegative())
const sampleCounts = { personas: count, expedientes: count, documentos: count, plantillas: count }

/** The sample company, and what its removal deletes. */
const sampleOfficeSchema = z.strictObject({
  id: uuid,
  nombre: z.string(),
  ...sampleCounts,
  /** Its case files that stay: another company's user created them or added a document. */
  se_quedan: count,
})
export type SampleOffice = z.infer<typeof sampleOfficeSchema>

export const getSetup = defineEndpoint({
  name: 'getSetup',
  method: 'GET',
  path: '/api/v1/setup/',
  policy: 'public',
  summary: 'Si la instalación espera su primera empresa y administrador.',
  tag: 'Instalación',
  replies: {
    200: z.strictObject({
      needed: z.boolean(),
      code_required: z.boolean(),
      /** What `sample_data` creates, in a separate company. */
      sample: z.strictObject({ empresa: z.string(), ...sampleCounts }),
    }),
  },
  errors: [],
})

export const completeSetup = defineEndpoint({
  name: 'completeSetup',
  method: 'POST',
  path: '/api/v1/setup/',
  policy: 'setup',
  summary: 'Crea la primera empresa y su administrador; solo mientras no hay ninguno.',
  tag: 'Instalación',
  body: setupSchema,
  replies: { 201: z.strictObject({ email: z.string(), sample_data: z.boolean() }) },
  errors: [
    'validation_failed',
    'already_set_up',
    'setup_code_wrong',
    'setup_elsewhere',
    'weak_password',
    'tax_id_wrong',
  ],
})

export const getSampleOffice = defineEndpoint({
  name: 'getSampleOffice',
  method: 'GET',
  path: '/api/v1/sample_office/',
  policy: 'company.remove',
  summary: 'La empresa de ejemplo y lo que se iría con ella; null si no hay.',
  tag: 'Instalación',
  replies: { 200: z.strictObject({ sample: z.nullable(sampleOfficeSchema) }) },
  errors: [],
})

export const removeSampleOffice = defineEndpoint({
  name: 'removeSampleOffice',
  method: 'DELETE',
  path: '/api/v1/sample_office/',
  policy: 'company.remove',
  summary:
    'Quita la empresa de ejemplo con sus personas, expedientes y plantillas; lo que otros hicieron en ella se queda.',
  tag: 'Instalación',
  replies: { 200: z.strictObject({ outcome: z.enum(['removed', 'kept']), expedientes: count }) },
  errors: ['last_admin'],
})
