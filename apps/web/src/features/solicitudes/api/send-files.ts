import type { uploadDocument as uploadCall } from '@foja/contracts/documents'
import type { NewSolicitudMain } from '@foja/contracts/solicitudes'
import { callUpload, filesForm, upload, type UploadOptions, type UploadReply } from '../../../lib/api/upload.ts'

/**
 * Creates a group with its files, one per request and in the same order, and returns status and text of the response.
 * Repeating the same ids creates nothing new, so a retry is safe.
 */
export const createSolicitudMain = (
  group: NewSolicitudMain,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<UploadReply | undefined> => upload('/api/v1/list_solicitud_main_type/', filesForm(files, group), options)

/** Adds files to a request. A repeated key with the same files adds nothing. */
export const uploadDocument = (files: readonly File[], id_solicitud: string, key: string, options: UploadOptions) =>
  callUpload<typeof uploadCall>('/api/v1/upload_document/', filesForm(files, { id_solicitud, key }), options)
