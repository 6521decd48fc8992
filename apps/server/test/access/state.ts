import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { TestServer } from '../test-server.ts'

/** Tables that calls of users change; without those that any request touches (sessions, throttles, logs). */
const tables = [
  'api_key',
  'app_user',
  'authority_country',
  'authority_switch',
  'company',
  'deleted_case',
  'document',
  'document_version',
  'case_hold',
  'email',
  'event',
  'mail_settings',
  'notification',
  'one_time_link',
  'passkey',
  'prepared_signing',
  'provisioning',
  'provisioning_domain',
  'recipient',
  'recovery_code',
  'request',
  'request_filling',
  'requirement',
  'retention_rule',
  'share',
  'signer',
  'signing_settings',
  'solicitud',
  'solicitud_main',
  'template',
  'template_base',
  'template_batch',
  'template_version',
  'trust_anchor',
  'user_shared',
  'webhook',
  'webhook_delivery',
] as const

/** A digest of every table, without when a key was last used: a refused call uses its key. */
export async function stateOf({ deps }: TestServer): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const table of tables) {
    const { rows } = await sql<{
      line: string
    }>`select (to_jsonb(t) - 'last_used_at')::text as line from ${sql.table(table)} t order by 1`.execute(deps.db)
    state[table] = `${rows.length} rows ${createHash('sha256')
      .update(rows.map(({ line }) => line).join('\n'))
      .digest('hex')}`
  }
  return state
}
