import type { Verdict, Verification } from '@foja/contracts/verification'
import type { Database } from '@foja/db/schema'
import { PadesError } from '@foja/pades/errors'
import type { PdfSource } from '@foja/pdf/renderer'
import type { Kysely } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import type { EngineVerification } from '../../signing-worker/protocol.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import type { Reader } from '../../texts/locale.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { trustOf } from './trust.ts'
import { comparePictures } from './compare-pictures.ts'
import { hasSignatureMark, type StoredFile, type VerdictOptions, type Verdicts } from './verdicts.ts'
import { presentVerification } from './verification.presenter.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'engine' | 'renderer'>

export type SignatureSummary = { count: number; verdict: Verdict | null }

/** The fields of a stored document that verification needs. */
export type VerifiableDocument = {
  id_documento: string
  id_company: string | null
  nombre: string
  version: number
  blob_key: string
  sha256: string
  signature_count: number
  signature_verdict: string | null
}

async function verifySource(deps: Deps, source: PdfSource, idCompany: string | null): Promise<EngineVerification> {
  const trust = await trustOf(deps.db, idCompany)
  const report = await deps.engine.verify({ source, ...trust, now: deps.clock().getTime(), online: false })
  return await comparePictures(deps.renderer.compareRevisions, source, report)
}

/** Counts the signatures without archive timestamps; the verdict includes those. */
export function summarize(report: EngineVerification): SignatureSummary {
  const { signatures, summary } = report
  const count = signatures.filter(({ kind }) => kind !== 'timestamp').length
  return { count, verdict: summary === 'unsigned' ? null : summary }
}

/** Assesses a file that cannot be verified: only one without a trace of a signature counts as unsigned. */
async function assessUnreadable(error: PadesError, source: PdfSource): Promise<SignatureSummary> {
  if (error.code === 'pdf_signed_and_damaged') return { count: 1, verdict: 'invalid' }
  return (await hasSignatureMark(source)) ? { count: 1, verdict: 'indeterminate' } : { count: 0, verdict: null }
}

/**
 * Counts the signatures of a PDF and returns the worst verdict. A file that cannot be read is never valid: signed and
 * damaged counts as one invalid signature, encrypted or too slow as one indeterminate, and without signs of a signature
 * as unsigned.
 */
export async function assessSignatures(
  deps: Deps,
  source: PdfSource,
  idCompany: string | null,
): Promise<SignatureSummary> {
  try {
    return summarize(await verifySource(deps, source, idCompany))
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
    return await assessUnreadable(error, source)
  }
}

/** Updates the document's list entry with the result of a verification. */
async function rememberVerdict(
  db: Kysely<Database>,
  document: VerifiableDocument,
  found: SignatureSummary,
): Promise<void> {
  if (document.signature_count === found.count && document.signature_verdict === found.verdict) return
  await db
    .updateTable('document')
    .set({ signature_count: found.count, signature_verdict: found.verdict })
    .where('id_documento', '=', document.id_documento)
    .where('version', '=', document.version)
    .execute()
}

/**
 * Verifies one version of a stored PDF online with the authorities of its company.
 * @throws ProblemError pdf_damaged, pdf_signed_and_damaged, pdf_encrypted
 */
export async function verifyStoredFile(
  verdicts: Verdicts,
  file: StoredFile & { nombre: string },
  reader: Reader,
  options?: VerdictOptions,
): Promise<{ report: EngineVerification; verification: Verification }> {
  try {
    const { report, at } = await verdicts(file, options)
    return { report, verification: presentVerification(report, file.sha256, at, reader) }
  } catch (error) {
    throw padesProblem(error, file.nombre)
  }
}

/**
 * Verifies the current version of a document, which the caller may read, and updates its list entry.
 * @throws ProblemError pdf_damaged, pdf_signed_and_damaged, pdf_encrypted
 */
export async function verifyStoredDocument(
  deps: Pick<AppDeps, 'db'> & { verdicts: Verdicts },
  document: VerifiableDocument,
  reader: Reader,
  options?: VerdictOptions,
): Promise<Verification> {
  const { report, verification } = await verifyStoredFile(deps.verdicts, document, reader, options)
  await rememberVerdict(deps.db, document, summarize(report))
  return verification
}

/**
 * Verifies a file for readers, who must see it even if it cannot be verified. Such a file with signs of a signature is
 * reported as signed; null means that there is nothing to report.
 */
export async function verifyOrAssess(
  deps: Pick<AppDeps, 'store' | 'clock'>,
  file: StoredFile,
  reader: Reader,
  verifying: () => Promise<Verification>,
): Promise<Verification | null> {
  try {
    return await verifying()
  } catch (error) {
    const cause = error instanceof ProblemError ? error.options.cause : undefined
    if (!(cause instanceof PadesError)) throw error
    const { verdict } = await assessUnreadable(cause, await pdfSource(deps.store, file.blob_key))
    if (verdict === null) return null
    return presentVerification({ signatures: [], summary: verdict }, file.sha256, deps.clock(), reader)
  }
}

/** Verifies a document for readers; null when there is nothing to report. */
export async function verifyIfReadable(
  deps: Pick<AppDeps, 'db' | 'store' | 'clock'> & { verdicts: Verdicts },
  document: VerifiableDocument,
  reader: Reader,
): Promise<Verification | null> {
  return await verifyOrAssess(deps, document, reader, async () => await verifyStoredDocument(deps, document, reader))
}

/**
 * Verifies stored bytes of a document offline: those of a version, or new ones without a row. Uses no network, so that
 * writing does not wait.
 */
export async function verifyBlob(
  deps: Deps & Pick<AppDeps, 'store'>,
  document: Pick<VerifiableDocument, 'id_company' | 'nombre'>,
  blobKey: string,
): Promise<EngineVerification> {
  try {
    return await verifySource(deps, await pdfSource(deps.store, blobKey), document.id_company)
  } catch (error) {
    throw padesProblem(error, document.nombre)
  }
}
