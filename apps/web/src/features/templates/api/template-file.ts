import type { exportTemplate, importTemplate as importEndpoint } from '@foja/contracts/templates'
import { callUpload } from '../../../lib/api/call-upload.ts'
import { call } from '../../../lib/api/call.ts'
import { filesForm } from '../../../lib/api/upload.ts'

/** Exports a template as one file that includes its PDF. */
export const fetchTemplateFile = (id: string) =>
  call<typeof exportTemplate>('GET', '/api/v1/export_template/{id}/', { params: { id }, as: 'blob' })

/** Creates a template from an exported file. */
export const importTemplate = (file: File) =>
  callUpload<typeof importEndpoint>('/api/v1/import_template/', filesForm([file]))
