import type { RecipientView } from '@foja/contracts/recipients'
import type { RecipientStatus } from '@foja/contracts/request-states'
import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely, Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { lockCase, touchCase } from '../case-locks/public.ts'
import { discardFiles, insertVersion, keepFiles, lockDocument } from '../documents/public.ts'
import { findTemplate, requireValues, storeFilled, type TemplateRow } from '../templates/public.ts'
import { askNextTurn, hasOpenFields } from './advance-request.ts'
import { findFilling, type FillingRow } from './request-filling.ts'
import { lockAsked, requireAct, requireRecipient, type Asked } from './require-recipient.ts'
import { recordRecipientEvent } from './record-event.ts'
import { findRecipient, findRecipients } from './requests.queries.ts'

type Trx = Transaction<Database>
type Opened = { filling: FillingRow; template: TemplateRow; fields: TemplateField[] }

/** Each try checks the values, and the last one makes a PDF. */
const tries: ThrottleRule = { tries: 30, seconds: 15 * 60 }

/** The fields that a recipient has yet to fill, with what their document is made from. */
async function findOpened({ db }: Pick<Ctx, 'db'>, { recipient, request }: Asked): Promise<Opened | undefined> {
  const filling = hasOpenFields(recipient) ? await findFilling(db, request.id) : undefined
  const template = filling && (await findTemplate(db, filling.id_template, filling.template_version))
  if (filling === undefined || template === undefined) return undefined
  return { filling, template, fields: template.fields.filter(({ filled_by: by }) => by === recipient.fills) }
}

/** What the form of a recipient shows; null: they have nothing to fill. */
export async function presentFields(ctx: Pick<Ctx, 'db'>, asked: Asked): Promise<RecipientView['fill']> {
  const opened = await findOpened(ctx, asked)
  if (opened === undefined) return null
  const { filling, template, fields } = opened
  const begin = fields.flatMap(({ key, default: value }) => {
    const known = filling.data[key] ?? value
    return known === undefined ? [] : [[key, known] as const]
  })
  return {
    locale: template.locale,
    fields: fields.map(
      ({ default: _default, binding: _binding, filled_by: _by, form_field: _name, ...field }) => field,
    ),
    data: Object.fromEntries(begin),
  }
}

/** True if all others have filled their fields. */
async function isLast(db: Kysely<Database>, { recipient, request }: Asked): Promise<boolean> {
  const recipients = await findRecipients(db, [request.id])
  return !recipients.some((one) => one.id !== recipient.id && one.status !== 'delegado' && hasOpenFields(one))
}

type Made = Awaited<ReturnType<typeof storeFilled>>

/** Adds the version with the fields of all recipients. */
async function insertComplete(
  trx: Trx,
  ctx: Ctx<null>,
  { request, recipient }: Asked,
  { filling, template }: Opened,
  { stored, activeContent }: Made,
): Promise<void> {
  const { id_documento } = filling
  const at = ctx.clock()
  if (request.id_solicitud_main !== null) await lockCase(trx, request.id_solicitud_main)
  await lockDocument(trx, id_documento)
  const version = 2
  await insertVersion(trx, {
    idDocumento: id_documento,
    version,
    blobKey: stored.key,
    size: stored.size,
    sha256: stored.sha256,
    paginas: template.page_sizes.length,
    pageSizes: template.page_sizes,
    activeContent,
    origin: 'fill',
    createdBy: request.created_by,
    recipient: recipient.id,
    at,
    template: { id: template.id, version: template.version },
  })
  await trx.updateTable('document').set({ version, updated_at: at }).where('id_documento', '=', id_documento).execute()
  if (request.id_solicitud_main !== null) await touchCase(trx, request.id_solicitud_main, at)
  await trx.deleteFrom('request_filling').where('id_request', '=', request.id).execute()
}

/**
 * Stores what a recipient filled; `made`: the PDF with the fields of all, if they are the last. False: another recipient
 * filled meanwhile, so that they are now the last.
 */
async function store(
  ctx: Ctx<null>,
  asked: Asked,
  { opened, data, made }: { opened: Opened; data: TemplateData; made: Made | null },
): Promise<boolean> {
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockAsked(trx, ctx, asked, 'fill')
    if ((await isLast(trx, locked)) !== (made !== null)) return false
    const { request, recipient } = locked
    const at = ctx.clock()
    await trx
      .updateTable('recipient')
      .set({ status: 'en_espera', filled_at: at })
      .where('id', '=', recipient.id)
      .execute()
    if (made === null) {
      const { data: known } = (await findFilling(trx, request.id))!
      const both = JSON.stringify({ ...known, ...data })
      await trx.updateTable('request_filling').set({ data: both }).where('id_request', '=', request.id).execute()
    } else await insertComplete(trx, ctx, locked, opened, made)
    const facts = { channel: recipient.channel, fields: opened.fields.length, sha256: made?.stored.sha256 ?? null }
    await recordRecipientEvent(trx, ctx, locked, { action: 'recipient.filled', data: facts, at })
    await askNextTurn(trx, ctx, request, { present: recipient.id })
    return true
  })
}

async function fillOnce(ctx: Ctx<null>, asked: Asked, data: TemplateData): Promise<boolean> {
  // Before the values: once all others have filled, only this recipient changes them.
  const last = await isLast(ctx.db, asked)
  const opened = await findOpened(ctx, asked)
  if (opened === undefined) throw new ProblemError('request_closed')
  const { filling, template, fields } = opened
  requireValues({ ...template, fields }, data)
  if (!last) return await store(ctx, asked, { opened, data, made: null })
  const values = requireValues(template, { ...filling.data, ...data })
  const made = await storeFilled(ctx, { ...template, values, flatten: filling.flatten })
  const keys = [made.stored.key]
  const isStored = await keepFiles(ctx.store, keys, () => store(ctx, asked, { opened, data, made }))
  if (!isStored) await discardFiles(ctx.store, keys)
  return isStored
}

/**
 * Fills the fields of a recipient. With the last recipient, in the same transaction, the document gets the version with
 * all fields, and the recipients of the first turn are asked.
 * @throws ProblemError not_found, recipient_code_needed, request_closed, paused, template_data_wrong,
 * text_not_encodable, image_unsupported, pdf_cannot_be_filled
 */
export async function fillFields(
  ctx: Ctx<null>,
  credential: string,
  data: TemplateData,
): Promise<{ status: RecipientStatus }> {
  const asked = await requireRecipient(ctx, credential, 'firmas')
  const { id } = asked.recipient
  requireAct('fill', asked)
  const { allowed, retryAfter } = await createThrottle(ctx.db, ctx.clock).hit('recipient_fill', id, tries)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
  // Each repetition means that one more recipient has filled theirs.
  while (!(await fillOnce(ctx, asked, data)));
  const { status } = (await findRecipient(ctx.db, id))!
  return { status }
}
