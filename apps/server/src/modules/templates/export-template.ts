import type { Actor } from '@foja/contracts/policies'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import { safeName } from '../../lib/safe-names.ts'
import { requireTemplate } from './read-template.ts'
import type { TemplateDeps } from './template-context.ts'
import { writeTemplateFile } from './template-file.ts'

/**
 * Exports a template with its PDF as one file, for another company or installation.
 * @throws ProblemError not_found
 */
export async function exportTemplate(
  { db, store }: Pick<TemplateDeps, 'db' | 'store'>,
  actor: Actor,
  id: string,
): Promise<BinaryBody> {
  const { name, locale, fields, blob_key, size } = await requireTemplate(db, actor, 'template.read', id)
  const head = { foja_template: 1, name, locale, fields } as const
  const { stream, length } = writeTemplateFile(head, await store.get(blob_key), size)
  return { stream, length, type: 'application/json', filename: `${safeName(name, 'plantilla')}.foja.json` }
}
