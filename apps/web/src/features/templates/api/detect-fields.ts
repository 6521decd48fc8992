import type { detectFields as endpoint } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

/** The form fields of a PDF, and the names of those whose type is not supported. */
export const detectFields = (pdf_path: string) =>
  call<typeof endpoint>('POST', '/api/v1/detect_fields/', { body: { pdf_path } })
