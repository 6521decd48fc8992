import { randomBytes } from 'node:crypto'
import { templateLimits } from '@foja/contracts/template-field-types'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { ProblemError } from '../../http/problem.ts'
import { pdfProblem, requirePdf, type LinkContent } from '../documents/public.ts'
import type { AppDeps } from '../../deps.ts'
import { inMemory } from '../../lib/in-memory.ts'

type PageSize = { width: number; height: number }

/** A PDF usable as the base of a template. Its bytes are durable, but may not be referenced by a base yet. */
export type UsableBase = {
  blob_key: string
  sha256: string
  size: number
  page_sizes: PageSize[]
}

/**
 * Returns the PDF of a handle, which the caller may read, as the base of a template.
 * @throws ProblemError not_found, document_not_pdf, file_too_large, pdf_damaged, pdf_encrypted
 */
export async function requireBase(ctx: Ctx, pdfPath: string): Promise<UsableBase & { content: LinkContent }> {
  const pdf = await requirePdf(ctx.db, ctx.actor, pdfPath)
  const { content, blob_key, sha256, size, nombre } = pdf
  const about = nombre === null ? {} : { subject: nombre }
  if (size > templateLimits.baseBytes) throw new ProblemError('file_too_large', { ...about, field: 'pdf_path' })
  const page_sizes = pdf.page_sizes ?? (await measure(ctx, pdf))
  return { content, blob_key, sha256, size, page_sizes }
}

async function measure({ store, pageCache }: Ctx, { blob_key, sha256 }: { blob_key: string; sha256: string }) {
  try {
    const { sizes } = await pageCache.inspect({ sha256, source: await pdfSource(store, blob_key) })
    return sizes.map(({ width, height }) => ({ width, height }))
  } catch (error) {
    throw pdfProblem(error, { field: 'pdf_path' })
  }
}

/**
 * Inserts a base PDF of a company and returns its handle; the same content has one handle. The row is locked until the
 * transaction ends, so that the sweep keeps it.
 */
export async function keepBase(
  trx: Transaction<Database>,
  company: string,
  base: UsableBase,
  at: Date,
): Promise<string> {
  const { pdf_path } = await trx
    .insertInto('template_base')
    .values({
      pdf_path: randomBytes(24).toString('base64url'),
      id_company: company,
      blob_key: base.blob_key,
      size: base.size,
      sha256: base.sha256,
      paginas: base.page_sizes.length,
      page_sizes: JSON.stringify(base.page_sizes),
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['id_company', 'sha256']).doUpdateSet({ sha256: (eb) => eb.ref('excluded.sha256') }),
    )
    .returning('pdf_path')
    .executeTakeFirstOrThrow()
  return pdf_path
}

/**
 * Stores a PDF durably and measures its pages, for use as a base; no row references it yet.
 * @throws ProblemError pdf_damaged, pdf_encrypted
 */
export async function storeBase(
  { store, renderer }: Pick<AppDeps, 'store' | 'renderer'>,
  pdf: Uint8Array,
): Promise<UsableBase> {
  const { key: blob_key, sha256, size } = await store.put(inMemory(pdf), { maxBytes: templateLimits.baseBytes })
  try {
    const { sizes } = await renderer.inspect(await pdfSource(store, blob_key))
    return { blob_key, sha256, size, page_sizes: sizes.map(({ width, height }) => ({ width, height })) }
  } catch (error) {
    await store.delete(blob_key)
    throw pdfProblem(error, { field: 'files.0' })
  }
}
