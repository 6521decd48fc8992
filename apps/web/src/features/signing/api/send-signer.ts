import type { removeSignature, removeSignatureImage, uploadSigner } from '@foja/contracts/signers'
import { call } from '../../../lib/api/call.ts'
import { callUpload, filesForm } from '../../../lib/api/upload.ts'

/** Stores a certificate (.p12, .pfx, or .cer with .key), an image of the signature, or both. */
export const sendSigner = (files: readonly File[], password: string) =>
  callUpload<typeof uploadSigner>('/api/v1/upload_signer/', filesForm(files, { password }))

export const deleteSigner = () => call<typeof removeSignature>('GET', '/api/v1/remove_signature/')

/** The stored image as a file, to send it again. */
export const imageFile = (image: Blob): File =>
  new File([image], image.type === 'image/jpeg' ? 'firma.jpg' : 'firma.png', { type: image.type })

export const deleteImage = () => call<typeof removeSignatureImage>('DELETE', '/api/v1/signature_image/')
