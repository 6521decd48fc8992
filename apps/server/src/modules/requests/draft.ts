import { signingRequestRules } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { lockActor } from '../identity/public.ts'
import { recordRequestEvent } from './record-event.ts'
import { findFilling, type FillingRow } from './request-filling.ts'
import { requestResource } from './requests.presenter.ts'
import { findRecipients, lockRequest, type RecipientRow, type RequestRow } from './requests.queries.ts'

/** A draft that was removed to be written again, with its recipients and what they fill. */
export type TakenDraft = {
  request: RequestRow
  recipients: readonly RecipientRow[]
  filling: FillingRow | undefined
}

const remove = async (trx: Transaction<Database>, id: string) =>
  await trx.deleteFrom('request').where('id', '=', id).execute()

/** @throws ProblemError not_found, forbidden, request_closed */
async function lockDraft(
  trx: Transaction<Database>,
  { actor }: Pick<Ctx, 'actor'>,
  id: string,
  act: 'edit' | 'delete',
) {
  const found = await lockRequest(trx, id)
  const request = found?.kind === 'firmas' ? found : undefined
  authorize('document.ask', actor, request && requestResource(request))
  if (!signingRequestRules[act].includes(request!.status)) throw new ProblemError('request_closed')
  return request!
}

/** Removes a draft in the transaction that writes it again. @throws ProblemError not_found, forbidden, request_closed */
export async function takeDraft(trx: Transaction<Database>, ctx: Ctx, id: string): Promise<TakenDraft> {
  const request = await lockDraft(trx, ctx, id, 'edit')
  const recipients = await findRecipients(trx, [id])
  const filling = await findFilling(trx, id)
  await remove(trx, id)
  return { request, recipients, filling }
}

/** @throws ProblemError not_found, forbidden, request_closed */
export async function deleteDraft(ctx: Ctx, id: string): Promise<void> {
  const { db, actor, ip, clock } = ctx
  await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, clock())
    const request = await lockDraft(trx, ctx, id, 'delete')
    const by = { actor: actor.id, actor_label: actor.nombre, ip, at: clock() }
    await recordRequestEvent(trx, ctx, request, { action: 'signing_request.deleted', data: {}, ...by })
    await remove(trx, id)
  })
}
