import { canonicalJson } from '@foja/db/canonical-json'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { ProblemError } from '../http/problem.ts'

/** A request that takes effect once. `scope`: the kind of call; `key`: chosen by the client. */
export type RequestKey = { id_user: string; scope: string; key: string; request_sha256: string }

/** Days that a request is recognized by its key: repetitions come within minutes. */
export const keptKeyDays = 7

/** The key of a request; null without a `key`. `content`: what a repetition has in common with it, without secrets. */
export function requestKey(id_user: string, scope: string, key: string | undefined, content: unknown) {
  if (key === undefined) return null
  const request_sha256 = createHash('sha256').update(canonicalJson(content)).digest('hex')
  return { id_user, scope, key, request_sha256 }
}

type Db = Pick<Kysely<Database>, 'selectFrom'>

/** The stored result of the first request; undefined if there is none. Throws `id_in_use` if that request differed. */
export async function findResult<T>(db: Db, request: RequestKey | null): Promise<T | undefined> {
  if (request === null) return undefined
  const first = await db
    .selectFrom('idempotency_key')
    .where('id_user', '=', request.id_user)
    .where('scope', '=', request.scope)
    .where('key', '=', request.key)
    .select(['request_sha256', 'result'])
    .executeTakeFirst()
  if (first === undefined) return undefined
  if (first.request_sha256 !== request.request_sha256) throw new ProblemError('id_in_use', { field: 'key' })
  return first.result as T
}

/** Claims the key for this transaction; false if an earlier request had it: a parallel one is waited for. */
export async function claimKey(trx: Transaction<Database>, request: RequestKey, at: Date): Promise<boolean> {
  const claimed = await trx
    .insertInto('idempotency_key')
    .values({ ...request, created_at: at })
    .onConflict((conflict) => conflict.columns(['id_user', 'scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Stores the result (JSON) in the transaction that claimed the key. */
export async function storeResult(trx: Transaction<Database>, request: RequestKey, result: unknown): Promise<void> {
  await trx
    .updateTable('idempotency_key')
    .set({ result: JSON.stringify(result) })
    .where('id_user', '=', request.id_user)
    .where('scope', '=', request.scope)
    .where('key', '=', request.key)
    .execute()
}

/**
 * Runs `work` in a transaction and stores its result, or returns the result of the first request with the same key.
 * `lock` runs first. Throws `id_in_use` if the first request differed.
 */
export async function runOnce<T>(
  deps: { db: Kysely<Database>; clock: () => Date },
  request: RequestKey | null,
  work: (trx: Transaction<Database>) => Promise<T>,
  lock?: (trx: Transaction<Database>) => Promise<void>,
): Promise<{ result: T; repeated: boolean }> {
  return await inTransaction(deps.db, async (trx) => {
    await lock?.(trx)
    if (request !== null && !(await claimKey(trx, request, deps.clock()))) {
      const first = await findResult<T>(trx, request)
      if (first === undefined) throw new ProblemError('unavailable')
      return { result: first, repeated: true }
    }
    const result = await work(trx)
    if (request !== null) await storeResult(trx, request, result)
    return { result, repeated: false }
  })
}

/** Deletes old keys; what their requests created stays. */
export async function sweepRequestKeys(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptKeyDays * 24 * 3_600_000)
  await db.deleteFrom('idempotency_key').where('created_at', '<', before).execute()
}
