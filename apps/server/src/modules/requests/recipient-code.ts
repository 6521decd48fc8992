import type { CodeView } from '@foja/contracts/recipients'
import { inTransaction } from '@foja/db/transaction'
import { maskAddress } from '@foja/mail/address'
import { timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, slowDown, type ThrottleRule } from '../../http/throttle.ts'
import { codeTriesLeft } from '../../texts/request-problem-texts.ts'
import { findMailStatuses } from '../outbox/public.ts'
import { logoUrlOf } from './office-logo.ts'
import { codeMinutes, queueCodeMail } from './recipient-mail.ts'
import { recipientCode, recipientPass } from './recipient-pass.ts'
import { recordRecipientEvent } from './record-event.ts'
import { findHolder, type Asked } from './require-recipient.ts'
import { lockRequest, type RecipientRow } from './requests.queries.ts'

/** Wrong codes that a message allows. */
const tries = 5
/** Messages with a code for one link; a right code starts the count over. */
const codes: ThrottleRule = { tries: 5, seconds: 12 * 3600 }
/** How long a browser may go on without another code, in hours. */
const passHours = 12

type Answer = { pass: string | null; until: string }

/** @throws ProblemError not_found: unknown link, or one that needs no code */
async function requireCoded(ctx: Ctx<null>, credential: string): Promise<Asked> {
  const asked = await findHolder(ctx, credential)
  if (!asked.recipient.code) throw new ProblemError('not_found')
  return asked
}

/** True if the last message to the recipient waits for a mail server, or will not arrive. */
async function isMailStopped({ db }: Pick<Ctx, 'db'>, recipient: RecipientRow): Promise<boolean> {
  const status = (await findMailStatuses(db, [recipient])).get(recipient.id)
  return status === 'held' || status === 'failed' || status === 'cancelled'
}

/** What the page shows before a code was typed. A code that does not arrive counts as none. */
export async function presentCode(ctx: Ctx<null>, { recipient, request }: Asked): Promise<CodeView> {
  const { code_until, email } = recipient
  const isOpen = code_until !== null && code_until > ctx.clock() && !(await isMailStopped(ctx, recipient))
  return {
    kind: 'codigo',
    company: request.company_nombre,
    logo: await logoUrlOf(ctx, request),
    asked_by: request.author_nombre,
    email: maskAddress(email),
    code_until: isOpen ? code_until.toISOString() : null,
  }
}

/**
 * Sends a code of six digits to the address of the recipient; the one before no longer works.
 * @throws ProblemError not_found, too_many_attempts, code_needs_mail
 */
async function sendCode(ctx: Ctx<null>, credential: string): Promise<Answer> {
  const { recipient, request } = await requireCoded(ctx, credential)
  if (ctx.mail === null) throw new ProblemError('code_needs_mail')
  await slowDown(ctx, 'recipient codes', recipient.id, codes)
  const until = new Date(ctx.clock().getTime() + codeMinutes * 60_000)
  await inTransaction(ctx.db, async (trx) => {
    await trx
      .updateTable('recipient')
      .set((eb) => ({ code_round: eb('code_round', '+', 1), code_until: until, code_tries: 0 }))
      .where('id', '=', recipient.id)
      .where('round', '=', recipient.round)
      .returning('code_round')
      .executeTakeFirstOrThrow(() => new ProblemError('not_found'))
    await queueCodeMail(trx, ctx, { recipient, request })
  })
  return { pass: null, until: until.toISOString() }
}

/**
 * Checks a code. Each try counts before it is compared, so that tries at the same time cannot exceed the limit.
 * @throws ProblemError not_found, recipient_code_wrong, recipient_code_ended
 */
async function confirmCode(ctx: Ctx<null>, credential: string, code: string): Promise<Answer> {
  const { db, keys } = ctx
  const { recipient } = await requireCoded(ctx, credential)
  const now = ctx.clock()
  const tried = await db
    .updateTable('recipient')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', recipient.id)
    .where('round', '=', recipient.round)
    .where('code_until', '>', now)
    .where('code_tries', '<', tries)
    .returning(['code_round', 'code_tries'])
    .executeTakeFirst()
  if (tried === undefined) throw new ProblemError('recipient_code_ended', { field: 'code' })
  const expected = recipientCode(keys, { ...recipient, code_round: tried.code_round })
  if (!timingSafeEqual(Buffer.from(code), Buffer.from(expected))) {
    const left = tries - tried.code_tries
    if (left === 0) throw new ProblemError('recipient_code_ended', { field: 'code' })
    throw new ProblemError('recipient_code_wrong', { field: 'code', because: codeTriesLeft(left) })
  }
  await inTransaction(db, async (trx) => {
    const request = await lockRequest(trx, recipient.id_request)
    const { numUpdatedRows } = await trx
      .updateTable('recipient')
      .set({ code_until: null, code_at: now })
      .where('id', '=', recipient.id)
      .where('code_round', '=', tried.code_round)
      .where('code_until', 'is not', null)
      .executeTakeFirst()
    // The same code was used at the same moment elsewhere.
    if (request === undefined || numUpdatedRows === 0n)
      throw new ProblemError('recipient_code_ended', { field: 'code' })
    await createThrottle(trx, ctx.clock).reset('recipient codes', recipient.id)
    await recordRecipientEvent(trx, ctx, { recipient, request }, { action: 'recipient.code_confirmed', at: now })
  })
  const until = new Date(now.getTime() + passHours * 3_600_000)
  return { pass: recipientPass(keys, recipient, until), until: until.toISOString() }
}

export const answerCode = async (ctx: Ctx<null>, credential: string, code: string | undefined): Promise<Answer> =>
  code === undefined ? await sendCode(ctx, credential) : await confirmCode(ctx, credential, code)
