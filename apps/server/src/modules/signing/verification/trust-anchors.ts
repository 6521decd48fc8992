import { randomUUID } from 'node:crypto'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { uniqueViolation } from '@foja/db/errors'
import { type Certificate, parseCertificate } from '@foja/pades/certificate'
import { shownName } from '@foja/pades/distinguished-name'
import type { TrustAnchorPreview } from '@foja/contracts/verification'
import type { Ctx, SessionActor } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import {
  canBeAnchor,
  counts,
  readSwitches,
  shippedAuthorities,
  writeSwitch,
  type ShippedAuthority,
  type Switches,
  findKnown,
  type AnchorRow,
  findAnchor,
} from '../../verification-core/public.ts'
import { authorize } from '../../../http/authorize.ts'
import { pdfSource } from '../../../lib/pdf-source.ts'
import { padesProblem } from '../../../http/pades-problem.ts'
import { requireDocument, type DocumentRow } from '../../documents/public.ts'

const nameOf = ({ subject }: Certificate) => shownName(subject)

/** The owner of authorities that the caller adds; null: all companies. */
const ownerOf = ({ role, id_company }: SessionActor) => (role === 'admin' ? null : id_company)

function anchorOf(certificate: Certificate, idCompany: string | null, actor: SessionActor, at: Date) {
  return {
    id: randomUUID(),
    id_company: idCompany,
    certificate: certificate.der,
    subject: nameOf(certificate),
    issuer: shownName(certificate.issuer),
    serial: certificate.serialNumber,
    fingerprint: certificate.fingerprint,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
    created_by: actor.id,
    created_at: at,
  }
}

/**
 * Removes shipped authorities that need no row from `unique`: those switched on and, for an admin, those that can be
 * switched on. Returns the latter.
 */
function removeShipped(unique: Map<string, Certificate>, switches: Switches, isAdmin: boolean): ShippedAuthority[] {
  const found = [...unique.keys()].flatMap((fingerprint) => shippedAuthorities().get(fingerprint) ?? [])
  const anchors = found.filter(canBeAnchor)
  const counting = anchors.filter((one) => counts(switches, one))
  const off = isAdmin ? anchors.filter((one) => !counts(switches, one)) : []
  for (const { fingerprint } of [...counting, ...off]) unique.delete(fingerprint)
  return off
}

/**
 * Trusts authorities: for all companies if an admin adds them, else for the caller's company. Skips those trusted
 * already, and switches shipped ones on for an admin; adds all others or none, and returns them.
 * @param request `subject` names the upload in errors
 * @throws ProblemError trust_anchor_exists when none is new
 */
export async function addTrustAnchors(
  { db, clock, actor, ip }: Ctx,
  request: { certificates: readonly Certificate[]; subject: string },
): Promise<AnchorRow[]> {
  const unique = new Map(request.certificates.map((certificate) => [certificate.fingerprint, certificate]))
  const at = clock()
  const idCompany = ownerOf(actor)
  try {
    return await inTransaction(db, async (trx) => {
      for (const fingerprint of await findKnown(trx, idCompany, [...unique.keys()])) unique.delete(fingerprint)
      const off = removeShipped(unique, await readSwitches(trx), idCompany === null)
      for (const authority of off) await writeSwitch(trx, { actor, ip, at }, authority, true)
      if (unique.size + off.length === 0) throw new ProblemError('trust_anchor_exists', { subject: request.subject })
      const rows: AnchorRow[] = []
      for (const certificate of unique.values()) {
        const values = anchorOf(certificate, idCompany, actor, at)
        const row = await trx.insertInto('trust_anchor').values(values).returningAll().executeTakeFirstOrThrow()
        rows.push(row)
        const data = { subject: row.subject, fingerprint: row.fingerprint }
        const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at }
        await appendEvent(trx, { ...who, action: 'trust_anchor.added', data })
      }
      return rows
    })
  } catch (error) {
    // Another user added the same authority in parallel.
    if (uniqueViolation(error) === null) throw error
    throw new ProblemError('trust_anchor_exists', { subject: request.subject, cause: error })
  }
}

/** Previews the authorities of an upload, so that users can compare fingerprints. Stores nothing. */
export async function previewTrustAnchors(
  { db, actor }: Ctx,
  certificates: readonly Certificate[],
): Promise<TrustAnchorPreview[]> {
  const unique = new Map(certificates.map((certificate) => [certificate.fingerprint, certificate]))
  const [known, switches] = await Promise.all([findKnown(db, ownerOf(actor), [...unique.keys()]), readSwitches(db)])
  return Array.from(unique.values(), ({ subject, issuer, fingerprint, notBefore, notAfter }) => {
    const shipped = shippedAuthorities().get(fingerprint)
    return {
      subject: shownName(subject),
      issuer: shownName(issuer),
      fingerprint,
      not_before: notBefore.toISOString(),
      not_after: notAfter.toISOString(),
      known:
        known.includes(fingerprint) || (shipped !== undefined && canBeAnchor(shipped) && counts(switches, shipped)),
      shipped: shipped !== undefined,
    }
  })
}

/**
 * Removes a trusted authority; later verifications no longer use it.
 * @throws ProblemError not_found, forbidden (a gestor and an authority of every company)
 */
export async function removeTrustAnchor({ db, clock, actor, ip }: Ctx, id: string): Promise<void> {
  const anchor = await findAnchor(db, id)
  authorize('trust.manage', actor, anchor)
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('trust_anchor').where('id', '=', id).execute()
    const data = { subject: anchor.subject, fingerprint: anchor.fingerprint }
    const who = { id_company: actor.id_company, actor: actor.id, actor_label: actor.nombre, ip, at: clock() }
    await appendEvent(trx, { ...who, action: 'trust_anchor.removed', data })
  })
}

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
