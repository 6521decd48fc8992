import type { detectFields as endpoint } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

/** The fields of the form that a PDF brings, and the names of those that a template has no type for. */
export const detectFields = (pdf_path: string) =>
  call<typeof endpoint>('POST', '/api/v1/detect_fields/', { body: { pdf_path } })
