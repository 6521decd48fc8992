import { inTransaction } from '@foja/db/transaction'
import { encodeLogo } from '@foja/pdf/logo'
import { StorageError } from '@foja/storage/errors'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../../context.ts'
import type { SmallFile } from '../../../http/memory-sink.ts'
import { ProblemError } from '../../../http/problem.ts'
import { inMemory } from '../../../lib/in-memory.ts'
import { requireClean } from '../../../lib/require-clean.ts'
import type { AppDeps } from '../../../deps.ts'
import type { BinaryBody } from '../../../http/endpoint-types.ts'
import { lockCompany, type CompanyRow } from './companies.queries.ts'
import { recordCompany } from './companies.ts'
import { readCompany, requireCompany } from './require-company.ts'

/**
 * Opens the logo of a company that the actor may see. The ETag changes with it and does not reveal the storage key.
 * @throws ProblemError not_found
 */
export async function openLogo({ db, store, actor }: Ctx, id: string): Promise<BinaryBody> {
  const { logo_key: key } = await requireCompany(db, actor, 'company.read', id)
  const stat = key === null ? null : await store.stat(key)
  if (key === null || stat === null) throw new ProblemError('not_found')
  const etag = `"${createHash('sha256').update(key).digest('base64url')}"`
  const headers = { 'cache-control': 'private, no-cache', etag }
  return { stream: await store.get(key), type: 'image/png', length: stat.size, headers }
}

/**
 * Reads the PNG of a logo by its key; null if there is none or its file is missing, as no document depends on a logo.
 */
export async function readLogo({ store }: Pick<AppDeps, 'store'>, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  try {
    return await buffer(await store.get(key))
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}

/** More than the largest PNG of the allowed size in pixels. */
const mostBytes = 8 * 1024 * 1024

/** Sets or clears the logo of a company, and deletes the former file. */
async function setLogo(ctx: Ctx, id: string, logo_key: string | null): Promise<CompanyRow> {
  const { db, clock, store } = ctx
  const { row, before } = await inTransaction(db, async (trx) => {
    const company = await lockCompany(trx, id)
    if (company === undefined) throw new ProblemError('not_found')
    if (company.logo_key !== logo_key) {
      await trx.updateTable('company').set({ logo_key }).where('id', '=', id).execute()
      await recordCompany(trx, ctx, company, 'company.changed', clock(), ['logo'])
    }
    return { row: await readCompany(trx, id), before: company.logo_key }
  })
  if (before !== null) await store.delete(before)
  return row
}

/**
 * Sets a company's logo, encoded again as PNG so that nothing else of the file is kept.
 * @throws ProblemError not_found, forbidden, image_unsupported
 */
export async function uploadLogo(ctx: Ctx, { id, file }: { id: string; file: SmallFile }): Promise<CompanyRow> {
  const { db, actor, store } = ctx
  await requireCompany(db, actor, 'company.update', id)
  await requireClean(ctx, async () => inMemory(file.bytes), { subject: file.name, field: 'files.0' })
  const png = await encodeLogo(file.bytes)
  if (png === null) throw new ProblemError('image_unsupported', { subject: file.name, field: 'files.0' })
  const { key } = await store.put(inMemory(png), { maxBytes: mostBytes })
  try {
    return await setLogo(ctx, id, key)
  } catch (error) {
    await store.delete(key)
    throw error
  }
}

/**
 * Removes a company's logo, if it has one.
 * @throws ProblemError not_found, forbidden
 */
export async function removeLogo(ctx: Ctx, id: string): Promise<CompanyRow> {
  await requireCompany(ctx.db, ctx.actor, 'company.update', id)
  return await setLogo(ctx, id, null)
}
