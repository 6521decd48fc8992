import type { EventAction } from '@foja/contracts/events'
import { appendEvent } from '@foja/db/events'
import type { VersionOrigin } from '@foja/db/document-tables'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import { claimKey, storeResult, type RequestKey } from '../../lib/idempotency.ts'
import { insertVersion, type DocumentRow, changeOf } from '../documents/public.ts'
import { lockCase } from '../case-locks/public.ts'
import { confirmLater, type SignatureSummary } from '../verification-core/public.ts'
import type { SignatoryCtx } from './signatory.ts'
import type { SignedDocument, StoredVersion } from './signing-context.ts'
import { lockVersion } from './signing.queries.ts'
import { announceChange, notify } from '../notify/public.ts'

/** The signing user; null for a recipient without an account. */
const userOf = ({ by }: SignatoryCtx) => (by.kind === 'user' ? by.id : null)

async function assigneeOf(trx: Transaction<Database>, solicitud: string | null): Promise<string[]> {
  if (solicitud === null) return []
  const row = await trx
    .selectFrom('solicitud')
    .where('id_solicitud', '=', solicitud)
    .select('asignado_a')
    .executeTakeFirst()
  return row?.asignado_a == null ? [] : [row.asignado_a]
}

/**
 * Notifies open screens of a new version; for a signature also the document's uploader, the case's author and the
 * mediator.
 */
async function notifyNewVersion(
  trx: Transaction<Database>,
  ctx: SignatoryCtx,
  { document, facts }: { document: DocumentRow; facts: { action: EventAction } },
): Promise<void> {
  const change = changeOf(document)
  if (facts.action === 'document.signed') {
    const { id_solicitud, id_documento, nombre, titulo } = document
    await notify(trx, ctx, {
      kind: 'document.signed',
      to: [change.created_by, document.created_by, ...(await assigneeOf(trx, id_solicitud))],
      actor: { id: userOf(ctx), nombre: ctx.by.nombre },
      id_solicitud,
      id_documento,
      data: { nombre, titulo },
    })
  }
  await announceChange(trx, ctx, change)
}

/** Facts of a new version, for its rows and its event. */
export type VersionFacts = {
  at: Date
  origin: Extract<VersionOrigin, 'sign' | 'extend'>
  action: EventAction
  level: string
  /** Verification code of a visible stamp. */
  code: string | null
  /** Further data of the event. */
  data: Record<string, string | number | boolean | null>
  /** The completed preparation: deleted in the same transaction, so that it is used once. */
  preparation?: string
}

export type Commit = {
  document: DocumentRow
  signed: StoredVersion
  summary: SignatureSummary
  signatureId: string | null
  facts: VersionFacts
  repaired: boolean
  requestKey: RequestKey | null
}

type Trx = Transaction<Database>

async function moveDocument(trx: Trx, { document, facts, summary }: Commit, version: number): Promise<void> {
  const { count, verdict } = summary
  await trx
    .updateTable('document')
    .set({ version, signature_count: count, signature_verdict: verdict, updated_at: facts.at })
    .where('id_documento', '=', document.id_documento)
    .execute()
  if (document.id_solicitud_main === null) return
  await trx
    .updateTable('solicitud_main')
    .set({ updated_at: facts.at })
    .where('id_solicitud_main', '=', document.id_solicitud_main)
    .execute()
}

async function insertCode(trx: Trx, { document, facts }: Commit, version: number): Promise<void> {
  if (facts.code === null) return
  const { id_documento } = document
  await trx
    .insertInto('verification_code')
    .values({ code: facts.code, id_documento, version, created_at: facts.at })
    .execute()
}

async function consume(trx: Trx, preparation: string | undefined): Promise<void> {
  if (preparation === undefined) return
  const { numDeletedRows } = await trx
    .deleteFrom('prepared_signing')
    .where('id', '=', preparation)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new ProblemError('preparation_expired')
}

/**
 * Inserts the rows of a new version and its event in one transaction. Its bytes are durable already.
 * @throws ProblemError what the signatory's `lock` throws, stale_document when another call was first,
 * preparation_expired
 */
export async function commitVersion(ctx: SignatoryCtx, input: Commit): Promise<SignedDocument> {
  const { db, queue, by, ip } = ctx
  const { document, signed, summary, signatureId, facts, repaired, requestKey } = input
  const { id_documento } = document
  const { at, level, code } = facts
  return await inTransaction(db, async (trx) => {
    await by.lock(trx)
    // The case file before the document: the lock order of casework.
    if (document.id_solicitud_main !== null) await lockCase(trx, document.id_solicitud_main)
    if ((await lockVersion(trx, id_documento)) !== document.version) throw new ProblemError('stale_document')
    if (requestKey !== null && !(await claimKey(trx, requestKey, at))) throw new ProblemError('stale_document')
    const version = document.version + 1
    const { key: blobKey, size, sha256 } = signed
    const versionValues = {
      origin: facts.origin,
      blobKey,
      size,
      sha256,
      paginas: document.paginas,
      // Signing appends no action, and readers run those of every revision.
      activeContent: document.active_content,
      createdBy: by.author,
      recipient: by.kind === 'recipient' ? by.id : null,
      at,
    }
    const pageSizes = document.page_sizes
    const pdfPath = await insertVersion(trx, { idDocumento: id_documento, version, pageSizes, ...versionValues })
    await moveDocument(trx, input, version)
    await insertCode(trx, input, version)
    if (requestKey !== null) await storeResult(trx, requestKey, { id_documento, version, level, code, repaired })
    await consume(trx, facts.preparation)
    await appendEvent(trx, {
      action: facts.action,
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento,
      actor: userOf(ctx),
      actor_label: by.nombre,
      data: { nombre: document.nombre, sha256, level, ...(repaired ? { repaired } : {}), ...facts.data },
      published: { version },
      ip,
      at,
    })
    // After the event of the signature: what the signature causes, such as the end of a request, follows it.
    await by.signed(trx, { document, version, signatureId })
    await notifyNewVersion(trx, ctx, input)
    if (summary.verdict === 'indeterminate') await confirmLater(queue, id_documento, trx)
    return { id_documento, pdf_path: pdfPath, sha256, version, level, signatures: summary.count, code, repaired }
  })
}
