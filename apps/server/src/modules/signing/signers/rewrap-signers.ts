import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { rewrapKey, type WrappedKey } from '../../../signing-worker/key-wrap.ts'
import type { KeyChange, Moved } from '../../../keys.ts'
import { keyContext, signerKeyPurpose } from './signer-key.ts'

/** Wraps every stored private key with the server's new key; users keep their passphrases. */
export async function rewrapSigners(trx: Transaction<Database>, { from, to }: KeyChange): Promise<Moved> {
  const rows = await trx.selectFrom('signer').select(['id_user', 'fingerprint', 'wrap_params']).forUpdate().execute()
  const [before, after] = [from.derive(signerKeyPurpose), to.derive(signerKeyPurpose)]
  const count: Moved = { moved: 0, unopened: 0 }
  for (const { id_user, fingerprint, wrap_params } of rows) {
    const wrapped = wrap_params as WrappedKey['params']
    const params = rewrapKey(wrapped, before, after, keyContext(id_user, fingerprint))
    count[params === null ? 'unopened' : 'moved'] += 1
    if (params === null) continue
    const change = { wrap_params: JSON.stringify(params) }
    await trx.updateTable('signer').set(change).where('id_user', '=', id_user).execute()
  }
  return count
}
