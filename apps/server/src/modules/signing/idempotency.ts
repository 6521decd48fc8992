import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/documents.public.ts'
import { summarize, verifyBlob } from '../verification-core/verification-core.public.ts'
import type { SignedDocument, SigningDeps } from './signing-context.ts'
import { findSigning } from './signing.queries.ts'

/** `key`: what the caller chose; `digest`: what was asked under it. */
export type Idempotency = { key: string; digest: string }

/** What an earlier call under the same key gave, if there was one; a key that stood for something else is refused. */
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
  // The document may have been signed again since: what is answered is what there was then.
  const signatures =
    version === document.version
      ? document.signature_count
      : summarize(await verifyBlob(deps, document, done.blob_key)).count
  return { id_documento, pdf_path, sha256, version, level, signatures, code, repaired }
}
