import type { createShareDocument } from '@foja/contracts/shares'
import { canonicalJson } from '@foja/db/canonical-json'
import { inTransaction } from '@foja/db/transaction'
import { createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import type { ServerKeys } from '../../../keys.ts'
import { changeOf } from '../documents.presenter.ts'
import { requireDocument } from '../require-document.ts'
import { announceChange } from '../../notify/public.ts'
import { hashPassword, lockActor } from '../../identity/public.ts'
import { findRepeated, insertShare, shareToken } from './insert-share.ts'
import type { ShareRow } from './shares.queries.ts'

export type NewShare = z.output<typeof createShareDocument.body>

/** Hashing a password takes a tenth of a second of a core. Generous for users who send documents all day. */
const passwordsByPerson: ThrottleRule = { tries: 30, seconds: 15 * 60 }

/** Digest of the request, to detect repetitions. An HMAC, as it includes the password, which may be short. */
function digestOf(keys: ServerKeys, { key: _key, ...content }: NewShare): string {
  return createHmac('sha256', keys.derive('share requests')).update(canonicalJson(content)).digest('hex')
}

/**
 * Creates a link that opens one document without signing in. `created` is false for a repetition, which returns the
 * same link.
 * @throws ProblemError unauthenticated, not_found, forbidden, share_expiry_in_past, id_in_use, too_many_attempts,
 * unavailable
 */
export async function createShare(
  deps: Pick<AppDeps, 'db' | 'clock' | 'keys' | 'bus'>,
  actor: SessionActor,
  ip: string,
  input: NewShare,
): Promise<{ row: ShareRow; token: string; created: boolean }> {
  const document = await requireDocument(deps.db, actor, 'document.share', input.id_documento)
  const { key } = input
  const repeatable = key === undefined ? null : { key, request_sha256: digestOf(deps.keys, input) }
  const before = await findRepeated(deps.db, { document, actor, repeatable })
  if (before !== undefined) return { row: before, token: shareToken(deps.keys, before.id), created: false }
  const expires_at = input.expires_at === undefined ? null : new Date(input.expires_at)
  if (expires_at !== null && expires_at <= deps.clock()) {
    throw new ProblemError('share_expiry_in_past', { field: 'expires_at' })
  }
  if (input.password !== undefined) await slowDown(deps, 'share password', actor.id, passwordsByPerson)
  const password_hash = input.password === undefined ? null : await hashPassword(actor.id, input.password)
  const { row, created } = await inTransaction(deps.db, async (trx) => {
    await lockActor(trx, actor, deps.clock())
    const inserted = await insertShare(trx, deps, {
      document,
      actor,
      ip,
      expires_at,
      password_hash,
      max_views: input.max_views ?? null,
      allow_download: input.allow_download ?? true,
      repeatable,
    })
    if (inserted.created) await announceChange(trx, deps, changeOf(document))
    return inserted
  })
  return { row, token: shareToken(deps.keys, row.id), created }
}
