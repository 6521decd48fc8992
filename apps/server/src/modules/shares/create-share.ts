import type { createShareDocument } from '@foja/contracts/shares'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument } from '../documents/documents.public.ts'
import { hashPassword } from '../session/session.public.ts'
import type { ShareRow } from './shares.queries.ts'

export type NewShare = z.output<typeof createShareDocument.body>

/** The digest under which a link's token is kept; the token itself is 256 random bits and is shown once. */
export const shareDigest = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Makes a link that opens one document without signing in.
 * @throws ProblemError not_found, forbidden, share_expiry_in_past
 */
export async function createShare(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  actor: SessionActor,
  ip: string,
  input: NewShare,
): Promise<{ row: ShareRow; token: string }> {
  const document = await requireDocument(deps.db, actor, 'document.share', input.id_documento)
  const at = deps.clock()
  const expires = input.expires_at === undefined ? null : new Date(input.expires_at)
  if (expires !== null && expires <= at) throw new ProblemError('share_expiry_in_past', { field: 'expires_at' })
  const token = randomBytes(32).toString('base64url')
  const password_hash = input.password === undefined ? null : await hashPassword(input.password)
  const row = await inTransaction(deps.db, async (trx) => {
    const inserted = await trx
      .insertInto('share')
      .values({
        id: randomUUID(),
        id_documento: document.id_documento,
        token_sha256: shareDigest(token),
        created_by: actor.id,
        expires_at: expires,
        password_hash,
        max_views: input.max_views ?? null,
        allow_download: input.allow_download ?? true,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await appendEvent(trx, {
      action: 'share.created',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: document.id_documento,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre: document.nombre, expires_at: expires?.toISOString() ?? null },
      ip,
      at,
    })
    return inserted
  })
  return { row, token }
}
