import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/public.ts'
import { summarize, verifyBlob } from '../verification-core/public.ts'
import type { SignedDocument, SigningDeps } from './signing-context.ts'
import { findSigning } from './signing.queries.ts'

/** `key`: chosen by the caller; `digest`: of the request. */
export type Idempotency = { key: string; digest: string }

/** The result of an earlier call with the same key, if any. Throws `id_in_use` when its request differed. */
export async function findEarlierSigning(
  deps: Omit<SigningDeps, 'mutex'>,
  idUser: string,
  document: DocumentRow,
  idempotency: Idempotency | undefined,
): Promise<SignedDocument | undefined> {
  if (idempotency === undefined) return undefined
  const { id_documento } = document
  const done = await findSigning(deps.db, idUser, id_documento, idempotency.key)
  if (done === undefined) return undefined
  if (done.request_sha256 !== idempotency.digest) throw new ProblemError('id_in_use')
  const { version, pdf_path, sha256, level, code, repaired } = done
  // The document may have been signed again since: returns the result of that time.
  const signatures =
    version === document.version
      ? document.signature_count
      : summarize(await verifyBlob(deps, document, done.blob_key)).count
  return { id_documento, pdf_path, sha256, version, level, signatures, code, repaired }
}
