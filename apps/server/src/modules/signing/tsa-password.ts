import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { reseal, seal, unseal } from '../../lib/seal.ts'
import type { KeyChange, Moved, ServerKeys } from '../../keys.ts'

const keyOf = (keys: ServerKeys) => keys.derive('tsa-password')

/** The context that binds a password to the company of its settings. */
const contextOf = (idCompany: string | null) => `foja:tsa-password:${idCompany ?? 'none'}`

/** Encrypts the password of a company's timestamp authority. */
export const sealTsaPassword = (keys: ServerKeys, password: string, idCompany: string | null): Buffer =>
  seal(keyOf(keys), Buffer.from(password), contextOf(idCompany))

/** Decrypts a password of the same company. Throws when it was altered or moved. */
export const openTsaPassword = (keys: ServerKeys, sealed: Uint8Array, idCompany: string | null): string =>
  unseal(keyOf(keys), sealed, contextOf(idCompany)).toString()

/** Encrypts the password of every company's timestamp authority with the server's new key. */
export async function resealTsaPasswords(trx: Transaction<Database>, { from, to }: KeyChange): Promise<Moved> {
  const rows = await trx
    .selectFrom('signing_settings')
    .select(['id_company', 'tsa_password'])
    .where('tsa_password', 'is not', null)
    .forUpdate()
    .execute()
  const count: Moved = { moved: 0, unopened: 0 }
  for (const { id_company, tsa_password } of rows) {
    const sealed = reseal(keyOf(from), keyOf(to), tsa_password!, contextOf(id_company))
    count[sealed === null ? 'unopened' : 'moved'] += 1
    if (sealed === null) continue
    await trx
      .updateTable('signing_settings')
      .set({ tsa_password: sealed })
      .where('id_company', id_company === null ? 'is' : '=', id_company)
      .execute()
  }
  return count
}
