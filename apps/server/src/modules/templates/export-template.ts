import type { Ctx } from '../../context.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import { safeName } from '../../lib/safe-names.ts'
import { requireTemplate } from './read-template.ts'
import { writeTemplateFile } from './template-file.ts'

/**
 * Exports a template with its PDF as one file, for another company or installation.
 * @throws ProblemError not_found
 */
export async function exportTemplate({ db, store, actor }: Ctx, id: string): Promise<BinaryBody> {
  const { name, locale, fields, blob_key, size } = await requireTemplate(db, actor, 'template.read', id)
  const head = { foja_template: 1, name, locale, fields } as const
  const { stream, length } = writeTemplateFile(head, await store.get(blob_key), size)
  return { stream, length, type: 'application/json', filename: `${safeName(name, 'plantilla')}.foja.json` }
}
