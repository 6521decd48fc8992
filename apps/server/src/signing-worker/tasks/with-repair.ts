import { PadesError } from '@foja/pades/errors'
import { repairPdf } from '@foja/pades/repair'

/** The result of work on a file, and the repaired file if it had to be rewritten first. */
export type Repaired<T> = { result: T; repaired: Uint8Array | null }

/**
 * Runs work on a file. A damaged file without signatures is repaired first; a signed one throws
 * `pdf_signed_and_damaged`.
 */
export async function withRepair<T>(pdf: Uint8Array, work: (pdf: Uint8Array) => Promise<T>): Promise<Repaired<T>> {
  try {
    return { result: await work(pdf), repaired: null }
  } catch (error) {
    if (!(error instanceof PadesError) || error.code !== 'pdf_damaged') throw error
    const repaired = repairPdf(pdf)
    return { result: await work(repaired), repaired }
  }
}
