import type { Actor } from '@foja/contracts/policies'
import { createHash } from 'node:crypto'
import type { BinaryBody } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CompanyDeps } from './company-context.ts'
import { requireCompany } from './require-company.ts'

/**
 * Opens the logo of a company that the actor may see. The ETag changes with it and does not reveal the storage key.
 * @throws ProblemError not_found
 */
export async function openLogo(
  { db, store }: Pick<CompanyDeps, 'db' | 'store'>,
  actor: Actor,
  id: string,
): Promise<BinaryBody> {
  const { logo_key: key } = await requireCompany(db, actor, 'company.read', id)
  const stat = key === null ? null : await store.stat(key)
  if (key === null || stat === null) throw new ProblemError('not_found')
  const etag = `"${createHash('sha256').update(key).digest('base64url')}"`
  const headers = { 'cache-control': 'private, no-cache', etag }
  return { stream: await store.get(key), type: 'image/png', length: stat.size, headers }
}
