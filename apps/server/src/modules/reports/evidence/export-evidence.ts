import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import { offsetZone, type Locale } from '../../../texts/locale.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { requireDocument, type DocumentRow } from '../../documents/public.ts'
import { requireSameActor } from '../../identity/public.ts'
import type { Verdicts } from '../../verification-core/public.ts'
import { collectEvidence } from './collect-evidence.ts'
import { drawEvidence } from './draw-evidence.ts'
import { evidenceTexts } from '../../../texts/evidence-texts.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store'> & { verdicts: Verdicts; warn: (error: unknown) => void }

export type EvidenceRequest = {
  actor: SessionActor
  ip: string
  idDocumento: string
  locale: Locale
  utcOffsetMinutes: number
  /** Public origin of this site. */
  origin: string
}

const reportsByPerson: ThrottleRule = { tries: 60, seconds: 15 * 60 }

/** Records the export in the history. A failure to record it does not stop the export. */
async function record(deps: Deps, document: DocumentRow, { actor, ip }: EvidenceRequest): Promise<void> {
  try {
    await inTransaction(deps.db, async (trx) => {
      await appendEvent(trx, {
        action: 'document.evidence_exported',
        id_solicitud_main: document.id_solicitud_main,
        id_company: document.id_company,
        id_documento: document.id_documento,
        actor: actor.id,
        actor_label: actor.nombre,
        data: { nombre: document.nombre, version: document.version },
        ip,
        at: deps.clock(),
      })
    })
  } catch (error) {
    deps.warn(error)
  }
}

/**
 * Creates the evidence report of a document as a PDF, with its file name.
 * @throws ProblemError unauthenticated, forbidden, not_found, document_not_pdf, too_many_attempts
 */
export async function exportEvidence(deps: Deps, request: EvidenceRequest): Promise<{ pdf: Buffer; filename: string }> {
  const { actor, idDocumento, locale, utcOffsetMinutes, origin } = request
  const document = await requireDocument(deps.db, actor, 'document.read', idDocumento)
  if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
  await slowDown(deps, 'evidence', actor.id, reportsByPerson)
  const reader = { locale, timeZone: offsetZone(utcOffsetMinutes) }
  const evidence = await collectEvidence(deps, document, actor, reader)
  const issue = { by: `${actor.nombre} (${actor.email})`, at: deps.clock(), utcOffsetMinutes, locale, origin }
  const pdf = await drawEvidence(evidence, issue)
  // Asking the authorities takes time, in which the actor may have lost access.
  await requireSameActor(deps.db, actor, deps.clock())
  await record(deps, document, request)
  const name = document.nombre.replace(/\.pdf$/i, '')
  return { pdf, filename: `${evidenceTexts[locale].fileName(name)}.pdf` }
}
