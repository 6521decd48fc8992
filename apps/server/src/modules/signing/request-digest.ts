import { canonicalJson } from '@foja/db/canonical-json'
import { createHash } from 'node:crypto'
import type { SigningRequest } from './signing-context.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Digest of a request, to compare requests with the same idempotency key. `content` contains no secret. */
export function digestOf(content: Record<string, unknown>): string {
  return sha256(canonicalJson(content))
}

/** Digest of the request to sign one document, without the passphrase, and with the key only as a digest. */
export function requestDigest(request: SigningRequest, idDocumento: string, hash: string | undefined): string {
  const { password: _password, key, ids_documento: _ids, hashes: _hashes, ...content } = request
  return digestOf({
    ...content,
    id_documento: idDocumento,
    sha256: hash,
    key: key === undefined ? undefined : sha256(canonicalJson(key)),
  })
}
