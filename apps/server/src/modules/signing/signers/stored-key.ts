import { parseCertificate } from '@foja/pades/certificate'
import type { StoredKey } from '../../../signing-worker/sign-protocol.ts'
import type { WrappedKey } from '../../../signing-worker/key-wrap.ts'
import { keyContext } from './signer-key.ts'
import type { SignerRow } from './signers.queries.ts'

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
