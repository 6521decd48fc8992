import { keyScopes, type KeyScope } from '@foja/contracts/key-scopes'
import { randomUUID } from 'node:crypto'
import { createKeyText } from '../src/modules/identity/api-keys/key-text.ts'
import { Caller } from './office.ts'
import type { TestServer } from './test-server.ts'

export type KeyOptions = { scopes?: readonly KeyScope[]; networks?: string[]; days?: number }

/** Stores an API key of a user; returns its id and a caller who sends it. */
export async function giveKey(
  { deps, origin }: TestServer,
  user: string,
  { scopes = keyScopes, networks = [], days = 30 }: KeyOptions = {},
): Promise<{ id: string; caller: Caller }> {
  const { key, hash, prefix } = createKeyText()
  const id = randomUUID()
  const expires_at = new Date(deps.clock().getTime() + days * 24 * 3_600_000)
  await deps.db
    .insertInto('api_key')
    .values({ id, id_user: user, hash, prefix, nombre: 'Programa', scopes: [...scopes], networks, expires_at })
    .execute()
  return { id, caller: new Caller(origin, user, '', key) }
}
