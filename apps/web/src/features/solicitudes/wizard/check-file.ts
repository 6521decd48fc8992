import { uploadLimits } from '@foja/contracts/constants'

export type FileFault = 'empty' | 'tooLarge' | 'type' | 'repeated'

/** File types that the server accepts: PDF, images and Word. */
const acceptedExtensions = ['pdf', 'png', 'jpg', 'jpeg', 'docx'] as const
export const accept = acceptedExtensions.map((extension) => `.${extension}`).join(',')

export const limits = uploadLimits

/** The file size limit in words: 100 MB of 1,048,576 bytes. */
export const fileLimit = `${Math.round(uploadLimits.bytesPerFile / 1024 / 1024)} MB`

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

export const isImage = (name: string) => /\.(png|jpe?g|webp|heic|heif)$/i.test(name)

/** Validates a file before the upload; the server also checks its content. */
export function checkFile(file: { name: string; size: number }): FileFault | null {
  if (file.size === 0) return 'empty'
  if (file.size > limits.bytesPerFile) return 'tooLarge'
  return (acceptedExtensions as readonly string[]).includes(extensionOf(file.name)) ? null : 'type'
}
