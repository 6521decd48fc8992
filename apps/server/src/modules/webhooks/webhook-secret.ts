import type { WebhookTable } from '@foja/db/webhook-tables'
import type { Database } from '@foja/db/schema'
import type { Selectable, Transaction } from 'kysely'
import { createHmac, randomBytes } from 'node:crypto'
import type { KeyChange, Moved, ServerKeys } from '../../keys.ts'
import { reseal, seal, unseal } from '../../lib/seal.ts'

type Stored = Pick<Selectable<WebhookTable>, 'id' | 'secret' | 'old_secret' | 'old_secret_until'>

const prefix = 'whsec_'
const secretBytes = 24

const keyOf = (keys: ServerKeys) => keys.derive('webhook secrets')

/** The context that binds a secret to its webhook. */
const contextOf = (id: string) => `foja:webhook-secret:${id}`

/** A new secret of a webhook: the text to show once, and what is stored. */
export function createSecret(keys: ServerKeys, id: string): { text: string; sealed: Buffer } {
  const secret = randomBytes(secretBytes)
  return { text: `${prefix}${secret.toString('base64')}`, sealed: seal(keyOf(keys), secret, contextOf(id)) }
}

/** The secrets that sign now, the newest first: the one before a rotation signs until its end. */
function openSecrets(keys: ServerKeys, { id, secret, old_secret, old_secret_until }: Stored, now: Date): Buffer[] {
  const isValid = old_secret !== null && old_secret_until !== null && old_secret_until > now
  return [secret, ...(isValid ? [old_secret] : [])].map((one) => unseal(keyOf(keys), one, contextOf(id)))
}

/** The headers of a message, signed as Standard Webhooks 1.0 says, with every secret that is valid. */
export function signMessage(
  keys: ServerKeys,
  webhook: Stored,
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = openSecrets(keys, webhook, at).map((secret) => {
    return `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

/** Encrypts the secrets of all webhooks with the server's new key. */
export async function resealWebhookSecrets(trx: Transaction<Database>, { from, to }: KeyChange): Promise<Moved> {
  const rows = await trx.selectFrom('webhook').select(['id', 'secret', 'old_secret']).forUpdate().execute()
  const count: Moved = { moved: 0, unopened: 0 }
  for (const { id, secret, old_secret } of rows) {
    const next = reseal(keyOf(from), keyOf(to), secret, contextOf(id))
    count[next === null ? 'unopened' : 'moved'] += 1
    if (next === null) continue
    const before = old_secret === null ? null : reseal(keyOf(from), keyOf(to), old_secret, contextOf(id))
    await trx.updateTable('webhook').set({ secret: next, old_secret: before }).where('id', '=', id).execute()
  }
  return count
}
