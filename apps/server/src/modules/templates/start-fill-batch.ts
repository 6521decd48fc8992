import type { TemplateField } from '@foja/contracts/template-fields'
import type { startFillBatch as endpoint } from '@foja/contracts/template-fills'
import { canonicalJson } from '@foja/db/canonical-json'
import { inTransaction } from '@foja/db/transaction'
import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Texts } from '../../texts/locale.ts'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { lockSolicitud, requireAllowed } from '../case-locks/public.ts'
import { spendQuota } from '../outbox/public.ts'
import { findBatch, type BatchRow } from './batch.queries.ts'
import { requireUsable } from './read-template.ts'
import { requireTargetCase } from './insert-filled.ts'
import { requireSignatureFields } from './signature-places.ts'
import { batchJob } from './template-context.ts'

export type BatchToStart = z.output<typeof endpoint.body>

/** Maximum total size of a batch's PDFs. */
const mostBytes = 2 * 1024 ** 3

const tooMuch: Texts = {
  es: 'El PDF de la plantilla es grande para tantas filas. Divide el archivo en varios.',
  en: 'The PDF of the template is large for so many rows. Split the file into several.',
}
const noName: Texts = {
  es: 'Elige un campo de texto, número, fecha o lista de la plantilla.',
  en: 'Choose a text, number, date or select field of the template.',
}

const digestOf = ({ key: _key, ...content }: BatchToStart) =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

const refusal = (field: string, code: string, message: Texts) =>
  new ProblemError('validation_failed', { errors: [{ field, code, message }] })

const namesFiles = ({ type }: TemplateField) => ['text', 'multiline', 'number', 'date', 'select'].includes(type)

/** The batch started before by the same user with this key. Throws `id_in_use` when its request differed. */
async function findRepeated({ db, actor }: Ctx, input: BatchToStart, digest: string) {
  const batch = await findBatch(db, input.key)
  if (batch === undefined) return undefined
  if (batch.created_by === actor.id && batch.request_sha256 === digest) return batch
  throw new ProblemError('id_in_use', { field: 'key' })
}

/** Returns the template if every row can be filled. */
async function requireReady({ db, actor }: Ctx, input: BatchToStart) {
  const template = await requireUsable(db, actor, 'template.read', input.id)
  await requireTargetCase(db, actor, template, input.id_solicitud)
  const { name_field } = input
  if (name_field !== undefined && !template.fields.some((field) => field.key === name_field && namesFiles(field))) {
    throw refusal('name_field', 'unknown_field', noName)
  }
  if (input.requests !== undefined && input.requests.recipients.length !== input.rows.length) {
    throw new ProblemError('validation_failed', { field: 'requests.recipients' })
  }
  for (const [row, recipients] of (input.requests?.recipients ?? []).entries()) {
    requireSignatureFields(template, recipients, `requests.recipients.${row}`)
  }
  if (template.size * input.rows.length > mostBytes) throw refusal('rows', 'too_big', tooMuch)
  return template
}

/**
 * Starts to fill a template once per row, in a job. Returns 200 with the current state when the same user repeats the
 * same request with the same key.
 * @throws ProblemError not_found, forbidden, validation_failed, id_in_use, template_archived, transition_not_allowed,
 * solicitud_concluded, email_quota_exceeded
 */
export async function startFillBatch(ctx: Ctx, input: BatchToStart): Promise<{ status: 200 | 202; batch: BatchRow }> {
  const { db, clock, queue, actor, locale, browserZone: zone } = ctx
  const request_sha256 = digestOf(input)
  const before = await findRepeated(ctx, input, request_sha256)
  if (before !== undefined) return { status: 200, batch: before }
  const template = await requireReady(ctx, input)
  const started = await inTransaction(db, async (trx) => {
    const at = clock()
    const { id_solicitud = null, requests } = input
    if (id_solicitud !== null) {
      requireAllowed(await lockSolicitud(trx, actor, 'solicitud.update', id_solicitud), actor, 'attach')
    }
    const row = await trx
      .insertInto('template_batch')
      .values({
        id: input.key,
        id_template: template.id,
        template_version: template.version,
        id_company: template.id_company,
        id_solicitud,
        name_field: input.name_field ?? null,
        flatten: input.flatten ?? false,
        rows: JSON.stringify(input.rows),
        requests: requests === undefined ? null : JSON.stringify({ asked: requests, locale, zone }),
        request_sha256,
        status: 'running',
        total: input.rows.length,
        created_by: actor.id,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return false
    // At once for all rows, so that no batch stops half-way.
    if (requests !== undefined) await spendQuota(trx, ctx, requests.recipients.flat().length, 'email_list')
    await queue.enqueue(batchJob, { id: row.id }, { singletonKey: row.id }, trx)
    return true
  })
  const batch = await findRepeated(ctx, input, request_sha256)
  if (batch === undefined) throw new ProblemError('not_found')
  return { status: started ? 202 : 200, batch }
}
