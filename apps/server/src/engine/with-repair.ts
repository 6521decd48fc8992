import { PadesError } from '@foja/pades/errors'
import { repairPdf } from '@foja/pades/repair'

/** What was done to a file, and the bytes that took its place when it had to be written anew first. */
export type Repaired<T> = { result: T; repaired: Uint8Array | null }

/**
 * Does something to a file; one that is damaged and was never signed is repaired first. One that is signed is not:
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
