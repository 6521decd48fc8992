import type { DeliveryView, recipientDeliver as endpoint } from '@foja/contracts/document-requests'
import { mayRequirement, type RequirementAct } from '@foja/contracts/requirement-rules'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import type { PartsReader } from '../../../http/multipart.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { discardFiles, documentSink, keepFiles, type ReceivedDocument } from '../../documents/public.ts'
import { lockAsked, requireRecipient, type Asked } from '../require-recipient.ts'
import { recordRecipientEvent } from '../record-event.ts'
import { viewDelivery } from './delivery-view.ts'
import {
  findFiles,
  kindOf,
  leftFor,
  lockRequirement,
  setRequirement,
  type RequirementRow,
} from './requirements.queries.ts'
import { settleDelivery } from './settle-delivery.ts'

type Trx = Transaction<Database>
type Data = z.output<NonNullable<typeof endpoint.multipart.data>>

/** Deliveries of one link; each has up to ten files. */
const deliveries: ThrottleRule = { tries: 60, seconds: 3600 }

/** @throws ProblemError not_found, request_closed */
async function lockOwn(trx: Trx, asked: Asked, id: string, act: RequirementAct): Promise<RequirementRow> {
  const requirement = await lockRequirement(trx, id)
  if (requirement?.id_recipient !== asked.recipient.id) throw new ProblemError('not_found')
  if (!mayRequirement(act, requirement.status)) throw new ProblemError('request_closed')
  return requirement
}

/** Those of `files` that the requirement does not have yet, checked against what it takes and what is left. */
async function requireFitting(trx: Trx, requirement: RequirementRow, files: readonly ReceivedDocument[]) {
  const there = (await findFiles(trx, [requirement.id])).filter(({ returned_at }) => returned_at === null)
  const known = new Set(there.map(({ sha256 }) => sha256))
  const fresh = files.filter(({ sha256 }, index) => {
    return !known.has(sha256) && files.findIndex((one) => one.sha256 === sha256) === index
  })
  for (const { nombre, mime } of fresh) {
    if (!requirement.acepta.includes(kindOf(mime))) throw new ProblemError('file_kind_not_asked', { subject: nombre })
  }
  if (there.length + fresh.length > requirement.max_files) throw new ProblemError('too_many_files')
  const left = await leftFor(trx, requirement.id_recipient)
  const bytes = fresh.reduce((sum, { size }) => sum + size, 0)
  if (fresh.length > left.files || bytes > left.bytes) throw new ProblemError('delivery_full')
  return fresh
}

/** Adds the files and returns them; those that are there already are left out. */
async function insert(
  trx: Trx,
  ctx: Ctx<null>,
  asked: Asked,
  { id, files }: { id: string; files: readonly ReceivedDocument[] },
): Promise<readonly ReceivedDocument[]> {
  const locked = await lockAsked(trx, ctx, asked, 'deliver')
  const requirement = await lockOwn(trx, locked, id, 'deliver')
  const fresh = await requireFitting(trx, requirement, files)
  const delivered_at = ctx.clock()
  for (const file of fresh) {
    const { nombre, mime, blobKey: blob_key, size, sha256, paginas, pageSizes, signatures, activeContent } = file
    const inspected = JSON.stringify({ paginas, pageSizes, signatures, activeContent })
    const row = { id: randomUUID(), id_requirement: id, nombre, mime, blob_key, size, sha256, inspected, delivered_at }
    await trx.insertInto('delivered_file').values(row).execute()
    const data = { requisito: requirement.nombre, nombre, sha256 }
    await recordRecipientEvent(trx, ctx, locked, {
      action: 'recipient.delivered',
      data,
      published: { id_requirement: id },
      at: ctx.clock(),
    })
  }
  if (fresh.length > 0 && requirement.status !== 'recibido') await setRequirement(trx, id, { status: 'recibido' })
  await settleDelivery(trx, ctx, locked.request, locked.recipient)
  return fresh
}

/**
 * Receives files for a requirement of the recipient. Files that are there already are not added again, so a delivery can
 * be repeated.
 * @throws ProblemError not_found, request_closed, too_many_files, file_kind_not_asked, delivery_full,
 * too_many_attempts, and what the reading of files throws
 */
export async function deliverFiles(ctx: Ctx<null>, token: string, parts: PartsReader<Data>): Promise<DeliveryView> {
  const { db, store } = ctx
  const asked = await requireRecipient(ctx, token, 'documentos')
  await slowDown(ctx, 'deliveries', asked.recipient.id, deliveries)
  if ((await leftFor(db, asked.recipient.id)).files === 0) throw new ProblemError('delivery_full')
  const { files, data } = await parts.read(documentSink(ctx, asked.request.id_company))
  const keys = files.map(({ blobKey }) => blobKey)
  const work = async (trx: Trx) => await insert(trx, ctx, asked, { id: data.id_requirement, files })
  const added = await keepFiles(store, keys, async () => await inTransaction(db, work))
  const unused = files.filter((file) => !added.includes(file)).map(({ blobKey }) => blobKey)
  await discardFiles(store, unused)
  return await viewDelivery(ctx, token)
}

/**
 * Takes back a delivered file that has not been reviewed; the sweep deletes its bytes.
 * @throws ProblemError not_found, request_closed
 */
export async function withdrawFile(ctx: Ctx<null>, token: string, id: string): Promise<DeliveryView> {
  const asked = await requireRecipient(ctx, token, 'documentos')
  await inTransaction(ctx.db, async (trx) => {
    const locked = await lockAsked(trx, ctx, asked, 'deliver')
    const file = await trx.selectFrom('delivered_file').selectAll().where('id', '=', id).executeTakeFirst()
    if (file === undefined || file.returned_at !== null) throw new ProblemError('not_found')
    const requirement = await lockOwn(trx, locked, file.id_requirement, 'withdraw')
    await trx.deleteFrom('delivered_file').where('id', '=', id).execute()
    const isEmpty = (await findFiles(trx, [requirement.id])).every(({ returned_at }) => returned_at !== null)
    if (isEmpty) await setRequirement(trx, requirement.id, { status: 'pendiente' })
    const { nombre, sha256 } = file
    const data = { requisito: requirement.nombre, nombre, sha256 }
    await recordRecipientEvent(trx, ctx, locked, { action: 'recipient.withdrew', data, at: ctx.clock() })
    await settleDelivery(trx, ctx, locked.request, locked.recipient)
  })
  return await viewDelivery(ctx, token)
}
