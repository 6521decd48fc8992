import { parseCertificate } from '@foja/pades/certificate'
import { shownName } from '@foja/pades/distinguished-name'
import type { Ctx } from '../../../context.ts'
import { pdfSource } from '../../../lib/pdf-source.ts'
import { padesProblem } from '../../../http/pades-problem.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireDocument, type DocumentRow } from '../../documents/public.ts'
import { addTrustAnchors } from './add-trust-anchors.ts'
import type { AnchorRow } from '../../verification-core/public.ts'

type Input = { id_documento: string; fingerprint: string }

async function issuersOf({ store, engine, clock }: Ctx, document: DocumentRow): Promise<Uint8Array[]> {
  const source = await pdfSource(store, document.blob_key)
  try {
    return await engine.issuers({ source, now: clock().getTime() })
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
export async function trustIssuerOf(ctx: Ctx, { id_documento, fingerprint }: Input): Promise<AnchorRow[]> {
  const document = await requireDocument(ctx.db, ctx.actor, 'document.read', id_documento)
  const issuers = document.mime === 'application/pdf' ? await issuersOf(ctx, document) : []
  const issuer = issuers.map((der) => parseCertificate(der)).find((one) => one.fingerprint === fingerprint)
  if (issuer === undefined) throw new ProblemError('issuer_not_found')
  const subject = shownName(issuer.subject)
  if (!issuer.isCa) throw new ProblemError('trust_anchor_not_ca', { subject })
  return await addTrustAnchors(ctx, { certificates: [issuer], subject })
}
