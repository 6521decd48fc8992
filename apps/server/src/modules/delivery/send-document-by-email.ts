import type { EmailStatus, sendDocumentByEmail as endpoint } from '@foja/contracts/emails'
import type { Database } from '@foja/db/schema'
import { documentLetter } from '@foja/mail/document-letter'
import { tellTime } from '@foja/mail/times'
import type { Kysely, Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { findResult, requestKey, runOnce } from '../../lib/idempotency.ts'
import { requireDocument, type DocumentRow, insertShare } from '../documents/public.ts'
import { lockActor } from '../identity/public.ts'
import { linkMarkOf, messageZone, queueEmail, spendQuota, type EmailDraft } from '../outbox/public.ts'
import { attachmentBytes, requireAddresses, requireFew } from './email-rules.ts'
import { placeOf, recordEmail } from './email-trail.ts'

type SendInput = z.output<typeof endpoint.body>

type Sent = { id_envio: string; status: EmailStatus }

const linkDays = 30
const dayMs = 24 * 3_600_000

/** The addresses of a message and the key of its request. */
function readRequest({ actor }: Ctx, input: SendInput) {
  const to = requireAddresses('to', input.to)
  const cc = requireAddresses('cc', input.cc ?? [])
  requireFew({ to, cc })
  const { id_documento, subject, message, as } = input
  const content = { id_documento, to, cc, subject: subject ?? '', message: message ?? '', as }
  return { to, cc, request: requestKey(actor.id, 'email', input.key, content) }
}

/** The state of a message. */
async function sentOf(db: Kysely<Database>, id: string): Promise<Sent> {
  const row = await db.selectFrom('email').where('id', '=', id).select(['id', 'status']).executeTakeFirstOrThrow()
  return { id_envio: row.id, status: row.status }
}

async function draftOf(
  { db, actor, locale, timeZone, browserZone }: Ctx,
  input: SendInput,
  document: DocumentRow,
  expires: Date,
): Promise<Omit<EmailDraft, 'to'>> {
  const company =
    document.id_company === null
      ? undefined
      : await db.selectFrom('company').where('id', '=', document.id_company).select('nombre').executeTakeFirst()
  const id = randomUUID()
  const letter = documentLetter({
    locale,
    sender: actor.nombre,
    company: company?.nombre ?? null,
    documento: document.nombre,
    subject: input.subject ?? null,
    message: input.message ?? null,
    link:
      input.as === 'link'
        ? { url: linkMarkOf(id), expires: tellTime(expires, locale, messageZone(timeZone, browserZone)) }
        : null,
  })
  return {
    id,
    kind: 'document',
    id_company: document.id_company,
    locale,
    reply_to: actor.email,
    ...letter,
    delivery: input.as,
    id_documento: document.id_documento,
    version: document.version,
    id_solicitud: document.id_solicitud,
    created_by: actor.id,
  }
}

async function addLink(
  trx: Transaction<Database>,
  ctx: Ctx,
  document: DocumentRow,
  email: { id: string; expires: Date },
): Promise<void> {
  const { id } = await insertShare(trx, ctx, {
    document,
    actor: ctx.actor,
    ip: ctx.ip,
    expires_at: email.expires,
    password_hash: null,
    max_views: null,
    allow_download: true,
  })
  await trx.updateTable('email').set({ id_share: id }).where('id', '=', email.id).execute()
}

/**
 * Queues the current version of a document for some addresses, as an attachment or as a new share link.
 * @throws ProblemError not_found, forbidden, email_address_wrong, validation_failed, id_in_use, email_quota_exceeded,
 * email_attachment_too_large
 */
export async function sendDocumentByEmail(ctx: Ctx, input: SendInput): Promise<Sent> {
  const { db, actor, ip } = ctx
  const document = await requireDocument(db, actor, 'document.email', input.id_documento)
  const { to, cc, request } = readRequest(ctx, input)
  const before = await findResult<string>(db, request)
  if (before !== undefined) return await sentOf(db, before)
  if (input.as === 'attachment' && document.size > attachmentBytes) {
    throw new ProblemError('email_attachment_too_large', { subject: document.nombre, field: 'as' })
  }
  const at = ctx.clock()
  const expires = new Date(at.getTime() + linkDays * dayMs)
  const draft = await draftOf(ctx, input, document, expires)
  const queue = async (trx: Transaction<Database>) => {
    const { id } = await queueEmail(trx, ctx, { ...draft, to, cc })
    await spendQuota(trx, ctx, to.length + cc.length)
    if (input.as === 'link') await addLink(trx, ctx, document, { id, expires })
    const email = await trx.selectFrom('email').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    const more = { as: input.as, version: document.version }
    await recordEmail(trx, ctx, email, await placeOf(trx, email), { action: 'email.queued', actor, ip, at, more })
    return id
  }
  const { result: id } = await runOnce(ctx, request, queue, (trx) => lockActor(trx, actor, at))
  return await sentOf(db, id)
}
