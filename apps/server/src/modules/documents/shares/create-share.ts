import type { createShareDocument } from '@foja/contracts/shares'
import { canonicalJson } from '@foja/db/canonical-json'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { findResult, runOnce, type RequestKey } from '../../../lib/idempotency.ts'
import { changeOf } from '../documents.presenter.ts'
import { requireDocument } from '../require-document.ts'
import { announceChange } from '../../notify/public.ts'
import { hashPassword, lockActor } from '../../identity/public.ts'
import { insertShare, shareToken } from './insert-share.ts'
import { findShareById, type ShareRow } from './shares.queries.ts'

export type NewShare = z.output<typeof createShareDocument.body>

/** Hashing a password takes a tenth of a second of a core. Generous for users who send documents all day. */
const passwordsByPerson: ThrottleRule = { tries: 30, seconds: 15 * 60 }

const defaultDays = 30

/** When a new link ends; null: never, which the author has to choose. */
function expiryOf({ expires_at }: NewShare, now: Date): Date | null {
  if (expires_at === undefined) return new Date(now.getTime() + defaultDays * 24 * 3_600_000)
  return expires_at === null ? null : new Date(expires_at)
}

/** The key of the request. Its digest is an HMAC, as it includes the password, which may be short. */
function requestOf({ keys, actor }: Ctx, { key, ...content }: NewShare): RequestKey | null {
  if (key === undefined) return null
  const request_sha256 = createHmac('sha256', keys.derive('share requests'))
    .update(canonicalJson(content))
    .digest('hex')
  return { id_user: actor.id, scope: 'share', key: `${content.id_documento}:${key}`, request_sha256 }
}

/**
 * Creates a link that opens one document without signing in. `created` is false for a repetition, which returns the
 * same link.
 * @throws ProblemError unauthenticated, not_found, forbidden, share_expiry_in_past, id_in_use, paused,
 * unavailable
 */
export async function createShare(
  ctx: Ctx,
  input: NewShare,
): Promise<{ row: ShareRow; token: string; created: boolean }> {
  const { db, clock, keys, actor, ip } = ctx
  const document = await requireDocument(db, actor, 'document.share', input.id_documento)
  const request = requestOf(ctx, input)
  const shareOf = async (id: string, created: boolean) => {
    const row = await findShareById(db, id)
    // Deleted with its document.
    if (row === undefined) throw new ProblemError('not_found')
    return { row, token: shareToken(keys, id), created }
  }
  const before = await findResult<string>(db, request)
  if (before !== undefined) return await shareOf(before, false)
  const expires_at = expiryOf(input, clock())
  if (expires_at !== null && expires_at <= clock()) {
    throw new ProblemError('share_expiry_in_past', { field: 'expires_at' })
  }
  if (input.password !== undefined) await slowDown(ctx, 'share password', actor.id, passwordsByPerson)
  const password_hash = input.password === undefined ? null : await hashPassword(actor.id, input.password)
  const insert = async (trx: Transaction<Database>) => {
    const { id } = await insertShare(trx, ctx, {
      document,
      actor,
      ip,
      expires_at,
      password_hash,
      max_views: input.max_views ?? null,
      allow_download: input.allow_download ?? true,
    })
    await announceChange(trx, ctx, changeOf(document))
    return id
  }
  const { result: id, repeated } = await runOnce(ctx, request, insert, (trx) => lockActor(trx, actor, clock()))
  return await shareOf(id, !repeated)
}
