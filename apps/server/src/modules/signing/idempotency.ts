import { canonicalJson } from '@foja/db/canonical-json'
import { createHash } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import { findResult, requestKey, type RequestKey } from '../../lib/idempotency.ts'
import type { DocumentRow } from '../documents/public.ts'
import { summarize, verifyBlob } from '../verification-core/public.ts'
import type { SignedDocument, SigningRequest } from './signing-context.ts'
import { findVersion } from './signing.queries.ts'

/** The stored result of a signing with an idempotency key. */
export type StoredSigning = Pick<SignedDocument, 'id_documento' | 'version' | 'level' | 'code' | 'repaired'>

/** The result of an earlier request with the same key, if any. Throws `id_in_use` when it differed. */
export async function findEarlierSigning(
  ctx: AppDeps,
  document: DocumentRow,
  request: RequestKey | null,
): Promise<SignedDocument | undefined> {
  const done = await findResult<StoredSigning>(ctx.db, request)
  if (done === undefined) return undefined
  const { pdf_path, sha256, blob_key } = await findVersion(ctx.db, document.id_documento, done.version)
  // The document may have been signed again since: returns the result of that time.
  const signatures =
    done.version === document.version
      ? document.signature_count
      : summarize(await verifyBlob(ctx, document, blob_key)).count
  const { id_documento, version, level, code, repaired } = done
  return { id_documento, pdf_path, sha256, version, level, signatures, code, repaired }
}

/** The key of a request about one document. `content` contains no secret. */
export const signingKey = ({ actor }: Ctx, idDocumento: string, key: string | undefined, content: object) =>
  requestKey(actor.id, 'signing', key && `${idDocumento}:${key}`, content)

/** What repetitions of a request to sign one document have in common: no passphrase, of a private key its digest. */
export function repeatableContent(request: SigningRequest, idDocumento: string, hash: string | undefined): object {
  const { password: _password, key, ids_documento: _ids, hashes: _hashes, ...content } = request
  const digest = key && createHash('sha256').update(canonicalJson(key)).digest('hex')
  return { ...content, id_documento: idDocumento, sha256: hash, key: digest }
}
