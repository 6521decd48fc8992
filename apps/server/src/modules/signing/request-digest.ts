import { canonicalJson } from '@foja/db/canonical-json'
import { createHash } from 'node:crypto'
import type { SigningRequest } from './signing-context.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What tells one request from another under the same idempotency key; `asked` holds no secret. */
export function digestOf(asked: Record<string, unknown>): string {
  return sha256(canonicalJson(asked))
}

/** The same for the signing of one document of a request: the passphrase is no part of it, the key only as a digest. */
export function requestDigest(request: SigningRequest, idDocumento: string, hash: string | undefined): string {
  const { password: _password, key, ids_documento: _ids, hashes: _hashes, ...asked } = request
  return digestOf({
    ...asked,
    id_documento: idDocumento,
    sha256: hash,
    key: key === undefined ? undefined : sha256(canonicalJson(key)),
  })
}
