import { parseCertificate } from '@foja/pades/certificate'
import { shownName } from '@foja/pades/distinguished-name'
import type { AppDeps } from '../../../deps.ts'
import { pdfSource } from '../../../lib/pdf-source.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { padesProblem } from '../../../http/pades-problem.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireDocument, type DocumentRow } from '../../documents/public.ts'
import { addTrustAnchors } from './add-trust-anchors.ts'
import type { AnchorRow } from '../../verification-core/public.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'engine'>
type Input = { actor: SessionActor; ip: string; idDocumento: string; fingerprint: string }

async function issuersOf(deps: Deps, document: DocumentRow): Promise<Uint8Array[]> {
  const source = await pdfSource(deps.store, document.blob_key)
  try {
    return await deps.engine.issuers({ source, now: deps.clock().getTime() })
  } catch (error) {
    throw padesProblem(error, document.nombre)
  }
}

/**
 * Trusts an authority from the chain of a stored document's signature, by the fingerprint that the user compared. Uses
 * only intact signatures.
 * @throws ProblemError not_found, issuer_not_found, trust_anchor_not_ca, trust_anchor_exists, pdf_damaged,
 * pdf_encrypted
 */
export async function trustIssuerOf(deps: Deps, input: Input): Promise<AnchorRow[]> {
  const { actor, ip, idDocumento, fingerprint } = input
  const document = await requireDocument(deps.db, actor, 'document.read', idDocumento)
  const issuers = document.mime === 'application/pdf' ? await issuersOf(deps, document) : []
  const issuer = issuers.map((der) => parseCertificate(der)).find((one) => one.fingerprint === fingerprint)
  if (issuer === undefined) throw new ProblemError('issuer_not_found')
  const subject = shownName(issuer.subject)
  if (!issuer.isCa) throw new ProblemError('trust_anchor_not_ca', { subject })
  return await addTrustAnchors(deps, actor, ip, { certificates: [issuer], subject })
}
