import { templateLimits } from '@foja/contracts/template-field-types'
import type { Template } from '@foja/contracts/templates'
import type { Ctx } from '../../context.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import type { FileSink, PartsReader } from '../../http/multipart.ts'
import { ProblemError } from '../../http/problem.ts'
import { addTemplate, companyOfNew } from './create-template.ts'
import { readTemplate } from './read-template.ts'
import { storeBase } from './store-base.ts'
import { readTemplateFile } from './template-file.ts'

/** Files are held in memory, so two are read at a time and a limited number waits. */
const gate = createSemaphore(2, 16)

const sink: FileSink<Buffer> = {
  receive: async ({ stream }) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of stream) chunks.push(chunk)
    return Buffer.concat(chunks)
  },
  discard: () => Promise.resolve(),
}

/** Deletes the stored copy if the company had the same PDF already. */
async function discardUnnamed({ db, store }: Ctx, key: string): Promise<void> {
  const named = await db.selectFrom('template_base').where('blob_key', '=', key).select('pdf_path').executeTakeFirst()
  if (named === undefined) await store.delete(key)
}

/**
 * Adds an exported template to the caller's company.
 * @throws ProblemError forbidden, template_file_wrong, file_too_large, and those of `addTemplate`
 */
export async function importTemplate(ctx: Ctx, parts: PartsReader<undefined>): Promise<Template> {
  const leave = await gate.enter()
  try {
    const { files } = await parts.read(sink)
    companyOfNew(ctx)
    const { pdf, name, locale, fields } = readTemplateFile(files[0]!)
    if (pdf.length > templateLimits.baseBytes) throw new ProblemError('file_too_large', { field: 'files.0' })
    const base = await storeBase(ctx, pdf)
    try {
      const { id } = await addTemplate(ctx, { name, locale, fields }, base)
      await discardUnnamed(ctx, base.blob_key)
      return await readTemplate(ctx, id)
    } catch (error) {
      if (error instanceof ProblemError) await discardUnnamed(ctx, base.blob_key)
      throw error
    }
  } finally {
    leave()
  }
}
