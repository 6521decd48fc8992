import { templateLimits } from '@foja/contracts/template-field-types'
import type { Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import { safeName } from '../../lib/safe-names.ts'
import { requireTemplate, readTemplate } from './read-template.ts'
import { writeTemplateFile, readTemplateFile } from './template-file.ts'
import { inMemory } from '../../lib/in-memory.ts'
import { requireClean } from '../../lib/require-clean.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import type { FileSink, PartsReader } from '../../http/multipart.ts'
import { isPdf } from '../documents/public.ts'
import { ProblemError } from '../../http/problem.ts'
import { addTemplate, companyOfNew } from './save-template.ts'
import { storeBase } from './base.ts'
import { addState, lockActiveTemplate, recordTemplate, lockTemplate, type LockedTemplate } from './lock-template.ts'

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
    await requireClean(ctx, async () => inMemory(pdf), { field: 'files.0' })
    if (!(await isPdf(pdf))) throw new ProblemError('pdf_damaged', { field: 'files.0' })
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

/**
 * Renames a template as a new version; the same name changes nothing.
 * @throws ProblemError not_found, forbidden, template_archived
 */
export async function renameTemplate(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<Template> {
  await inTransaction(ctx.db, async (trx) => {
    const locked = await lockActiveTemplate(trx, ctx, id)
    if (locked.name === name) return
    const at = ctx.clock()
    const state = await trx
      .selectFrom('template_version')
      .where('id_template', '=', id)
      .where('version', '=', locked.version)
      .select(['locale', 'pdf_path', 'fields'])
      .executeTakeFirstOrThrow()
    await addState(trx, ctx, locked, { ...state, fields: JSON.stringify(state.fields), name }, at)
    await recordTemplate(trx, ctx, { ...locked, name }, 'template.changed', at)
  })
  return await readTemplate(ctx, id)
}

/** True if documents were made from it, or a batch is running. */
async function isUsed(trx: Transaction<Database>, { id, uses }: LockedTemplate): Promise<boolean> {
  if (uses > 0) return true
  const batch = await trx
    .selectFrom('template_batch')
    .where('id_template', '=', id)
    .where('status', '=', 'running')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return batch !== undefined
}

/**
 * Deletes an unused template; the sweep deletes its base when no other template uses it. A used template is archived,
 * as its documents refer to it. Deleting an archived one changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function deleteTemplate(ctx: Ctx, id: string): Promise<{ id: string; archived: boolean }> {
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockTemplate(trx, ctx, 'template.manage', id)
    if (locked.archived_at !== null) return { id, archived: true }
    const at = ctx.clock()
    const archived = await isUsed(trx, locked)
    if (archived) {
      const change = { archived_at: at, updated_by: ctx.actor.id, updated_at: at }
      await trx.updateTable('template').set(change).where('id', '=', id).execute()
    } else await trx.deleteFrom('template').where('id', '=', id).execute()
    await recordTemplate(trx, ctx, locked, archived ? 'template.archived' : 'template.deleted', at)
    return { id, archived }
  })
}

/**
 * Restores an archived template. Restoring an active one changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function restoreTemplate(ctx: Ctx, id: string): Promise<Template> {
  await inTransaction(ctx.db, async (trx) => {
    const locked = await lockTemplate(trx, ctx, 'template.manage', id)
    if (locked.archived_at === null) return
    const at = ctx.clock()
    const change = { archived_at: null, updated_by: ctx.actor.id, updated_at: at }
    await trx.updateTable('template').set(change).where('id', '=', id).execute()
    await recordTemplate(trx, ctx, locked, 'template.restored', at)
  })
  return await readTemplate(ctx, id)
}
