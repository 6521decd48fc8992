import type { Ctx } from '../../context.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import type { Locale, Texts } from '../../texts/locale.ts'
import { ProblemError } from '../../http/problem.ts'
import { packDocuments } from '../documents/public.ts'
import { safeName } from '../../lib/safe-names.ts'
import { presentBatch } from './batch.presenter.ts'
import { findBatchFiles } from './batch.queries.ts'
import { requireBatch } from './cancel-fill-batch.ts'
import { findTemplate } from './templates.queries.ts'

const readme: Texts = { es: 'LEEME.txt', en: 'README.txt' }
/** Names that no PDF of a batch may have. */
export const readmeNames = Object.values(readme)

const words = {
  es: {
    intro: (name: string) => `PDF hechos con la plantilla «${name}».`,
    counts: (done: number, failed: number) => `Salieron ${done}. No salieron ${failed}.`,
    row: (row: number, field: string | null, message: string) =>
      `Fila ${row}${field === null ? '' : `, ${field}`}: ${message}`,
  },
  en: {
    intro: (name: string) => `PDFs made from the template “${name}”.`,
    counts: (done: number, failed: number) => `${done} came out. ${failed} did not.`,
    row: (row: number, field: string | null, message: string) =>
      `Row ${row}${field === null ? '' : `, ${field}`}: ${message}`,
  },
} satisfies Record<Locale, unknown>

/**
 * Streams the PDFs of an ended batch as a ZIP, with a readme that lists the failed rows.
 * @throws ProblemError not_found, nothing_to_download
 */
export async function zipFillBatch(ctx: Ctx, id: string): Promise<BinaryBody> {
  const { db, clock, locale } = ctx
  const batch = presentBatch(await requireBatch(ctx, id), locale)
  if (!batch.zip) throw new ProblemError('nothing_to_download')
  const template = await findTemplate(db, batch.id_template)
  const name = template?.name ?? ''
  const { intro, counts, row } = words[locale]
  const lines = [
    intro(name),
    counts(batch.done, batch.failed),
    ...batch.errors.map((error) => row(error.row, error.field, error.message)),
  ]
  const files = (await findBatchFiles(db, id)).map((file) => ({ ...file, path: file.nombre }))
  const note = { path: readme[locale], text: `${lines.join('\n')}\n`, at: clock() }
  const { stream, length } = await packDocuments(ctx, files, note)
  return { stream, type: 'application/zip', length, filename: `${safeName(name, 'plantilla')}.zip` }
}
