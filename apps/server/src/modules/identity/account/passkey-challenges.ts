import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServerKeys } from '../../../keys.ts'

/** What a challenge is for. An answer to one purpose is not accepted for another. */
export type ChallengeUse = {
  /** `register`: a new passkey; `prove`: a change of the own account; `second step`: after the password. */
  purpose: 'register' | 'prove' | 'second step' | 'sign in'
  /** The session, or the browser's CSRF token, that the challenge was issued to. */
  holder: string
}

const lifetimeMs = 300_000
/** A nonce of 128 bits (WebAuthn Level 3, 13.4.3), and the expiry in milliseconds. */
const nonceBytes = 16
const headBytes = nonceBytes + 6

function seal(keys: ServerKeys, { purpose, holder }: ChallengeUse, head: Uint8Array): Buffer {
  return createHmac('sha256', keys.derive('passkey challenges')).update(`${purpose}\n${holder}\n`).update(head).digest()
}

/**
 * Creates a challenge: nonce, expiry, and their HMAC with what it is for. Nothing is stored before it is answered, so
 * that strangers who ask for challenges fill no table.
 */
export function createChallenge(keys: ServerKeys, use: ChallengeUse, now: Date): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(headBytes)
  randomBytes(nonceBytes).copy(head)
  head.writeUIntBE(now.getTime() + lifetimeMs, nonceBytes, 6)
  return Uint8Array.from(Buffer.concat([head, seal(keys, use, head)]))
}

/** True if the challenge, in base64url, was created for this use and has not expired. */
export function isChallenge(keys: ServerKeys, use: ChallengeUse, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== headBytes + 32) return false
  const head = bytes.subarray(0, headBytes)
  if (!timingSafeEqual(bytes.subarray(headBytes), seal(keys, use, head))) return false
  return head.readUIntBE(nonceBytes, 6) > now.getTime()
}

/** Marks an answered challenge as used, for as long as it would be accepted. Returns false if it was used before. */
export async function spendChallenge(
  trx: Transaction<Database>,
  challenge: string,
  now: Date,
  acceptedMs = lifetimeMs,
): Promise<boolean> {
  // Another spelling of the same bytes must not count as another challenge.
  const canonical = Buffer.from(challenge, 'base64url').toString('base64url')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('spent_challenge')
    .values({ challenge: canonical, expires_at: new Date(now.getTime() + acceptedMs) })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes used challenges that have expired, which are refused for that anyway. */
export async function sweepChallenges(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('spent_challenge').where('expires_at', '<=', now).execute()
}
