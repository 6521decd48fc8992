import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { signerCodes } from './problem.ts'
import { certificateSchema, passphrase } from './signers.ts'

export const officeSealSchema = z.strictObject({
  /** Null: the office has none. */
  certificate: z.nullable(certificateSchema),
  may_change: z.boolean(),
})
export type OfficeSeal = z.infer<typeof officeSealSchema>

export const getOfficeSeal = defineEndpoint({
  name: 'getOfficeSeal',
  method: 'GET',
  path: '/api/v1/office_seal/',
  policy: 'self',
  summary: 'El sello de la oficina: el certificado con que Foja sella las firmas simples.',
  tag: 'Firma',
  replies: { 200: officeSealSchema },
  errors: [],
})

export const uploadOfficeSeal = defineEndpoint({
  name: 'uploadOfficeSeal',
  method: 'POST',
  path: '/api/v1/office_seal/',
  policy: 'signing.configure',
  summary:
    'Guarda el sello de la oficina, un .p12 o .pfx, o un .cer con su .key, en lugar del que hubiera. La contraseña abre el archivo y no se guarda.',
  tag: 'Firma',
  multipart: {
    minFiles: 1,
    maxFiles: 2,
    bytesPerFile: 256 * 1024,
    data: z.strictObject({ password: passphrase }),
  },
  replies: { 200: officeSealSchema },
  errors: [
    'validation_failed',
    'malformed_request',
    'file_missing',
    'file_too_large',
    'file_type_not_allowed',
    'paused',
    ...signerCodes,
  ],
})

export const removeOfficeSeal = defineEndpoint({
  name: 'removeOfficeSeal',
  method: 'DELETE',
  path: '/api/v1/office_seal/',
  policy: 'signing.configure',
  summary: 'Borra el sello de la oficina: desde entonces no hay firmas simples. Repetirla no es un error.',
  tag: 'Firma',
  replies: { 200: z.strictObject({ removed: z.boolean() }) },
  errors: [],
})
