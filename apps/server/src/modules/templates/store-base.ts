import { templateLimits } from '@foja/contracts/template-field-types'
import type { AppDeps } from '../../deps.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { pdfProblem } from '../documents/public.ts'
import type { UsableBase } from './base.ts'
import { asSource } from './fill-pdf.ts'

/**
 * Stores a PDF durably and measures its pages, for use as a base; no row references it yet.
 * @throws ProblemError pdf_damaged, pdf_encrypted
 */
export async function storeBase(
  { store, renderer }: Pick<AppDeps, 'store' | 'renderer'>,
  pdf: Uint8Array,
): Promise<UsableBase> {
  const { key: blob_key, sha256, size } = await store.put(asSource(pdf), { maxBytes: templateLimits.baseBytes })
  try {
    const { sizes } = await renderer.inspect(await pdfSource(store, blob_key))
    return { blob_key, sha256, size, page_sizes: sizes.map(({ width, height }) => ({ width, height })) }
  } catch (error) {
    await store.delete(blob_key)
    throw pdfProblem(error, { field: 'files.0' })
  }
}
