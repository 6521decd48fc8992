import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'
import type { ServerKeys } from '../../../keys.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { ShareRow } from './shares.queries.ts'

/**
 * The token of a link: 256 bits derived from the link's id with the server's key, so that it need not be stored and can
 * be shown again (docs/adr/0017-derived-share-tokens.md).
 */
export function shareToken(keys: ServerKeys, idShare: string): string {
  return createHmac('sha256', keys.derive('share links')).update(idShare).digest('base64url')
}

/** The digest by which a link is found by its token. */
export const shareDigest = (token: string) => createHash('sha256').update(token).digest('hex')

export type NewShareRow = {
  document: { id_documento: string; id_solicitud_main: string | null; id_company: string | null; nombre: string }
  actor: { id: string; nombre: string }
  ip: string | null
  expires_at: Date | null
  password_hash: string | null
  max_views: number | null
  allow_download: boolean
}

/**
 * Inserts a link with its event. Its token is `shareToken(keys, row.id)`. The caller has checked the permission; the
 * document is locked here, so that no link to a document is created while it is being deleted.
 * @throws ProblemError not_found
 */
export async function insertShare(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'keys' | 'clock'>,
  input: NewShareRow,
): Promise<ShareRow> {
  const { document, actor } = input
  const at = deps.clock()
  const alive = await trx
    .selectFrom('document')
    .select('id_documento')
    .where('id_documento', '=', document.id_documento)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (alive === undefined) throw new ProblemError('not_found')
  const id = randomUUID()
  const row = await trx
    .insertInto('share')
    .values({
      id,
      id_documento: document.id_documento,
      token_sha256: shareDigest(shareToken(deps.keys, id)),
      created_by: actor.id,
      expires_at: input.expires_at,
      password_hash: input.password_hash,
      max_views: input.max_views,
      allow_download: input.allow_download,
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
    data: { nombre: document.nombre, expires_at: input.expires_at?.toISOString() ?? null },
    ip: input.ip,
    at,
  })
  return row
}

/**
 * Gives every open link the token derived from `keys`: links sent before stop working, and their authors find the new
 * ones in the document. Forgets the idempotency keys, whose digests were made with the old key. Returns the number of
 * links.
 */
export async function renewShares(trx: Transaction<Database>, keys: ServerKeys): Promise<number> {
  const rows = await trx.selectFrom('share').select('id').where('revoked_at', 'is', null).forUpdate().execute()
  for (const { id } of rows) {
    const token_sha256 = shareDigest(shareToken(keys, id))
    await trx.updateTable('share').set({ token_sha256 }).where('id', '=', id).execute()
  }
  await trx.deleteFrom('idempotency_key').where('scope', '=', 'share').execute()
  return rows.length
}
