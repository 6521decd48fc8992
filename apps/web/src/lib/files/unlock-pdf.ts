import type { unlockPdf as endpoint } from '@foja/contracts/documents'
import { problemOf } from '../api/call.ts'
import { callUpload, filesForm } from '../api/upload.ts'

/** The parts of a PDF where its trailer is (ISO 32000-2, 7.5.5): the end, and the beginning of a linearized file. */
const trailerBytes = 64 * 1024

/** True if a PDF declares encryption. It may still open without a password. */
async function isEncrypted(file: File): Promise<boolean> {
  const parts = [file.slice(0, trailerBytes), file.slice(Math.max(0, file.size - trailerBytes))]
  const texts = await Promise.all(parts.map(async (part) => await part.text()))
  return texts.some((text) => text.includes('/Encrypt'))
}

/**
 * A copy of a PDF without its password, made by the server, which keeps neither.
 * Rejects with ProblemError: `pdf_encrypted` when the password is another, `pdf_signed_and_encrypted`.
 */
export async function unlockPdf(file: File, password: string): Promise<File> {
  const form = filesForm([file], { password })
  const copy = await callUpload<typeof endpoint>('/api/v1/unlock_pdf/', form, { as: 'blob' })
  return new File([copy], file.name, { type: 'application/pdf', lastModified: file.lastModified })
}

/** True if a file is a PDF that does not open without its password. Asks the server only about encrypted ones. */
export async function needsPassword(file: File): Promise<boolean> {
  if (!/\.pdf$/i.test(file.name) || !(await isEncrypted(file))) return false
  try {
    await unlockPdf(file, '')
    return false
  } catch (error) {
    return problemOf(error)?.code === 'pdf_encrypted'
  }
}
