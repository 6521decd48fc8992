import type { preflightSigning as endpoint } from '@foja/contracts/signing'
import type { Level } from '@foja/contracts/constants'
import type { PreflightLine } from '@foja/pades/preflight'
import type * as z from 'zod/mini'
import { pdfSource } from '../../lib/pdf-source.ts'
import type { Inspection } from '../../signing-worker/sign-protocol.ts'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireDocument, type DocumentRow } from '../documents/public.ts'
import { certificatesOf, findSigner } from './signers/stored-key.ts'
import { trustOf } from '../verification-core/public.ts'
import { readCertificates, type CertifiedBy } from './prepared-signing.ts'
import { signingProblem } from './signing-problems.ts'
import { rulesOf, type SigningRules } from './signing-settings.ts'

export type PreflightRequest = z.output<typeof endpoint.body>

/** A document inspected before signing; `error` is why it cannot be signed. */
export type InspectedDocument = { document: DocumentRow; inspection: Inspection | null; error: unknown }
export type Preflight = { level: Level; lines: PreflightLine[]; documents: InspectedDocument[] }

/** The certificate that would sign: the sent one, or the stored one; null when there is none. */
async function certificateOf({ db, actor }: Ctx, request: PreflightRequest): Promise<CertifiedBy | null> {
  if (request.certificate !== undefined) return readCertificates(request.certificate, request.chain ?? [])
  const row = await findSigner(db, actor.id)
  return row === undefined ? null : certificatesOf(row)
}

async function linesOf(ctx: Ctx, by: CertifiedBy, level: Level, rules: SigningRules) {
  const { db, clock, engine, actor } = ctx
  return await engine.preflight({
    certificate: by.certificate.der,
    chain: by.chain.map(({ der }) => der),
    ...(await trustOf(db, actor.id_company)),
    level,
    now: clock().getTime(),
    tsa: rules.tsa !== null,
  })
}

async function inspect({ store, engine }: Ctx, document: DocumentRow): Promise<InspectedDocument> {
  try {
    if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
    const inspection = await engine.inspect(await pdfSource(store, document.blob_key))
    return { document, inspection, error: null }
  } catch (error) {
    return { document, inspection: null, error: signingProblem(error, document) }
  }
}

/**
 * Checks a signature in advance: the problems of the certificate at this level, and the properties of each document.
 * Without a certificate it checks only the documents.
 * @throws ProblemError not_found, forbidden, certificate_damaged; no_signer when there is nothing to
 * check
 */
export async function preflightSigning(ctx: Ctx, request: PreflightRequest): Promise<Preflight> {
  const rows: DocumentRow[] = []
  for (const id of new Set(request.ids_documento)) {
    rows.push(await requireDocument(ctx.db, ctx.actor, 'document.sign', id))
  }
  const by = await certificateOf(ctx, request)
  if (by === null && rows.length === 0) throw new ProblemError('no_signer')
  const rules = await rulesOf(ctx)
  const level = request.level ?? rules.level
  const lines = by === null ? [] : await linesOf(ctx, by, level, rules)
  const documents: InspectedDocument[] = []
  // One after another, to keep one file in memory at a time.
  for (const row of rows) documents.push(await inspect(ctx, row))
  return { level, lines, documents }
}
