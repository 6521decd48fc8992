import { PdfError } from '@foja/pdf/renderer'
import type { Ctx } from '../../../context.ts'
import type { Semaphore } from '../../../lib/semaphore.ts'
import type { PartsReader } from '../../../http/multipart.ts'
import { ProblemError } from '../../../http/problem.ts'
import { pdfProblem } from '../../documents/public.ts'
import type { PassingRoom } from './passing-file.ts'

/**
 * An uploaded PDF without its password. The file stays in memory only, until the response.
 * @throws ProblemError file_missing, file_empty, file_too_large, pdf_damaged, pdf_encrypted (the password is another),
 * pdf_signed_and_encrypted, too_many_attempts, unavailable
 */
export async function unlockPassingFile(
  { actor, renderer, room, drawing }: Ctx & { room: PassingRoom; drawing: Semaphore },
  parts: PartsReader<{ password?: string | undefined }>,
): Promise<{ name: string; bytes: Uint8Array }> {
  const { files, data } = await parts.read(room.sink(actor.id))
  const file = files[0]!
  try {
    const leave = await drawing.enter()
    try {
      return { name: file.name, bytes: await renderer.unlock(file.bytes, data.password ?? '') }
    } finally {
      leave()
    }
  } catch (error) {
    if (error instanceof PdfError && error.code === 'pdf_signed') {
      throw new ProblemError('pdf_signed_and_encrypted', { subject: file.name, cause: error })
    }
    throw pdfProblem(error, { subject: file.name })
  } finally {
    file.release()
  }
}
