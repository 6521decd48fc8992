import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../../context.ts'
import { offsetZone } from '../../../texts/locale.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requireDocument, type DocumentRow } from '../../documents/public.ts'
import { requireSameActor } from '../../identity/public.ts'
import type { Verdicts } from '../../verification-core/public.ts'
import { collectEvidence } from './collect-evidence.ts'
import { drawEvidence } from './draw-evidence.ts'
import { evidenceTexts } from '../../../texts/evidence-texts.ts'

export type EvidenceRequest = {
  /** Id of the document. */
  id: string
  utcOffsetMinutes: number
  /** Public origin of this site. */
  origin: string
}

/** Records the export in the history. A failure to record it does not stop the export. */
async function record({ db, clock, actor, ip, log }: Ctx, document: DocumentRow): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      await appendEvent(trx, {
        action: 'document.evidence_exported',
        id_solicitud_main: document.id_solicitud_main,
        id_company: document.id_company,
        id_documento: document.id_documento,
        actor: actor.id,
        actor_label: actor.nombre,
        data: { nombre: document.nombre, version: document.version },
        ip,
        at: clock(),
      })
    })
  } catch (error) {
    log.warn({ err: error }, 'the export of evidence was not recorded')
  }
}

/**
 * Creates the evidence report of a document as a PDF, with its file name.
 * @throws ProblemError unauthenticated, forbidden, not_found, document_not_pdf
 */
export async function exportEvidence(
  ctx: Ctx & { verdicts: Verdicts },
  { id, utcOffsetMinutes, origin }: EvidenceRequest,
): Promise<{ pdf: Buffer; filename: string }> {
  const { db, clock, actor, locale } = ctx
  const document = await requireDocument(db, actor, 'document.read', id)
  if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
  const reader = { locale, timeZone: offsetZone(utcOffsetMinutes) }
  const evidence = await collectEvidence(ctx, document, reader)
  const issue = { by: `${actor.nombre} (${actor.email})`, at: clock(), utcOffsetMinutes, locale, origin }
  const pdf = await drawEvidence(evidence, issue)
  // Asking the authorities takes time, in which the actor may have lost access.
  await requireSameActor(db, actor, clock())
  await record(ctx, document)
  const name = document.nombre.replace(/\.pdf$/i, '')
  return { pdf, filename: `${evidenceTexts[locale].fileName(name)}.pdf` }
}
