import type { uploadDocument as endpoint } from '@foja/contracts/documents'
import { callUpload } from '../../../lib/api/call-upload.ts'
import { filesForm, type UploadOptions } from '../../../lib/api/upload.ts'

/** Maximum number of files per call. */
export const mostAttached = 20

/** Adds files to a request. A repeated key with the same files adds nothing. */
export const uploadDocument = (files: readonly File[], id_solicitud: string, key: string, options: UploadOptions) =>
  callUpload<typeof endpoint>('/api/v1/upload_document/', filesForm(files, { id_solicitud, key }), options)
