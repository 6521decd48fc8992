import type { removeSignature, removeSignatureImage, signatureImage, uploadSigner } from '@foja/contracts/signers'
import { callUpload } from '../../../lib/api/upload.ts'
import { call } from '../../../lib/api/call.ts'
import { filesForm } from '../../../lib/api/upload.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

/** Stores a certificate (.p12, .pfx, or .cer with .key), an image of the signature, or both. */
export const sendSigner = (files: readonly File[], password: string) =>
  callUpload<typeof uploadSigner>('/api/v1/upload_signer/', filesForm(files, { password }))

export const deleteSigner = () => call<typeof removeSignature>('GET', '/api/v1/remove_signature/')

export const signatureImageQuery = getQuery<typeof signatureImage>(
  queryKeys.signatureImage(),
  '/api/v1/signature_image/',
  { as: 'blob' },
)

/** The stored image as a file, to send it again. */
export const imageFile = (image: Blob): File =>
  new File([image], image.type === 'image/jpeg' ? 'firma.jpg' : 'firma.png', { type: image.type })

export const deleteImage = () => call<typeof removeSignatureImage>('DELETE', '/api/v1/signature_image/')
