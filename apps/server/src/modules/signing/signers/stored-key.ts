import type { Database } from '@foja/db/schema'
import { parseCertificate } from '@foja/pades/certificate'
import type { Kysely, Transaction } from 'kysely'
import type { StoredKey } from '../../../signing-worker/sign-protocol.ts'
import { rewrapKey, type WrappedKey } from '../../../signing-worker/key-wrap.ts'
import type { KeyChange, Moved } from '../../../keys.ts'

/** The context that binds a stored key to its user and certificate. */
export const keyContext = (user: string, fingerprint: string) => `foja:signer:${user}:${fingerprint}`

/** Purpose of the derived server key that wraps users' keys. */
export const signerKeyPurpose = 'signer-wrap'

export async function findSigner(db: Kysely<Database>, user: string) {
  return await db.selectFrom('signer').selectAll().where('id_user', '=', user).executeTakeFirst()
}
type SignerRow = NonNullable<Awaited<ReturnType<typeof findSigner>>>

/** A row's certificate and its issuers, nearest first. */
export function certificatesOf(row: SignerRow) {
  const chain = row.chain.map((base64) => parseCertificate(new Uint8Array(Buffer.from(base64, 'base64'))))
  return { certificate: parseCertificate(new Uint8Array(row.certificate)), chain }
}

/** A row as a locked key for the engine. */
export function storedKeyOf(row: SignerRow): StoredKey {
  // Written by `uploadSigner` from the same type.
  const params = row.wrap_params as WrappedKey['params']
  return {
    wrapped: { ciphertext: new Uint8Array(row.wrapped_key), params },
    context: keyContext(row.id_user, row.fingerprint),
    certificate: new Uint8Array(row.certificate),
    chain: row.chain.map((base64) => new Uint8Array(Buffer.from(base64, 'base64'))),
  }
}

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
