import type { Invitation } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import { queueAccountMail, removeTotpOf, requireOwnPassword, voidLinks } from '../identity/account/account.public.ts'
import { localeOf } from '../delivery/emails.public.ts'
import { endSessions, requireSameActor } from '../identity/session/session.public.ts'
import { endSharing } from '../documents/shares/end-sharing.public.ts'
import { handOver } from '../casework/solicitudes/hand-over.public.ts'
import { holdAdmins, requireAnAdmin } from '../identity/users/lock-admins.ts'
import { companyNameOf, companyOf } from './company-name.ts'
import { holdPerson, statusOf, type HeldPerson } from './lock-person.ts'
import { countRefusal } from './count-in-use.ts'
import { emailProblem } from './insert-user.ts'
import { leaveOffice } from './leave-office.ts'
import { recordUser } from './record-user.ts'
import { sendInvitation } from './send-invitation.ts'
import { changedValues, couldComeIn, decidesTheWayIn, outgrowsPassword, type UserInput } from './user-changes.ts'
import type { Call, UserDeps } from './user-context.ts'

type Step = { deps: UserDeps; call: Call; before: HeldPerson; after: HeldPerson; at: Date }

/** What the new role or company leaves out of reach: open requests go to somebody else, and nothing of it stays shared. */
async function handOverRest(trx: Transaction<Database>, step: Step, successor: string | undefined): Promise<void> {
  const { deps, call, before, after, at } = step
  if (before.role === after.role && before.id_company === after.id_company) return
  await handOver(trx, deps, call, { person: after, after, successor, at })
  await endSharing(trx, deps, call, { person: after.id, after, at })
}

const lostPassword = ({ before, after }: Step): boolean => before.password_hash !== null && after.password_hash === null

/**
 * Whoever has no way in is invited, to the address that they have now: when it changed, when the password that somebody
 * else chose is not enough any more, and when they come back. A company that is shut lets nobody in.
 */
async function inviteAnew(trx: Transaction<Database>, step: Step): Promise<Invitation | null> {
  const { deps, call, before, after, at } = step
  const needs = before.email !== after.email || lostPassword(step) || !before.activo
  if (statusOf(after) !== 'invitado' || !needs) return null
  const company = await companyOf(trx, after.id_company)
  if (company?.activa === false) return null
  const person = { ...after, locale: localeOf(after.locale) }
  return await sendInvitation(trx, deps, call, person, company?.nombre ?? null, at)
}

/**
 * What was sent to the old address opens nothing any more, and their sessions end, as whoever has it may have come in by an
 * invitation that was not theirs. Whoever could come in is told at it, the only one where a stranger who has the new one
 * cannot keep it from them.
 */
async function followAddress(trx: Transaction<Database>, { deps, call, before, after, at }: Step): Promise<void> {
  if (before.email === after.email) return
  await voidLinks(trx, after.id, at)
  const isOwn = call.actor.id === after.id
  const except = isOwn ? call.actor.session : undefined
  await endSessions(trx, { user: after.id, except, reason: 'address_changed', at })
  // Of an invitation that nobody took the old address may be anybody's.
  if (!couldComeIn(before)) return
  const who = isOwn ? { origin: { ip: call.ip, userAgent: null } } : { by: call.actor }
  const user = { ...after, email: before.email }
  const company = await companyNameOf(trx, after.id_company)
  const locale = localeOf(after.locale)
  await queueAccountMail(trx, deps, { kind: 'email_changed', user, company, newEmail: after.email, locale, ...who })
}

/** Names of what changed, and roles, which are said in full; texts are told nowhere but with the person. */
function toldOf(fields: readonly string[], { before, after }: Step): Record<string, string> {
  const told = { fields: fields.join(',') }
  return before.role === after.role ? told : { ...told, from_role: before.role, to_role: after.role }
}

/** Somebody else's sessions, wherever they are open. */
async function endTheirSessions(trx: Transaction<Database>, { call, after, at }: Step): Promise<void> {
  await endSessions(trx, { user: after.id, reason: 'ended_by_office', at })
  await recordUser(trx, call, after, 'user.sessions_ended', at)
}

async function applyChanges(
  trx: Transaction<Database>,
  step: Step,
  fields: readonly string[],
  { activo, entregar_a: successor, cerrar_sesiones }: UserInput,
): Promise<Invitation | null> {
  const { deps, call, before, after, at } = step
  const leaves = activo === false && before.activo
  const returns = activo === true && !before.activo
  if (!leaves && before.activo) await handOverRest(trx, step, successor)
  await followAddress(trx, step)
  if (lostPassword(step)) await endSessions(trx, { user: after.id, reason: 'ended_by_office', at })
  // A session that was being opened while its person left does not come to life with them.
  if (returns) await endSessions(trx, { user: after.id, reason: 'deactivated', at })
  // What invitations are counted by is held before the history, as by whoever invites.
  const invitation = await inviteAnew(trx, step)
  if (fields.length > 0) {
    // Whoever goes to another company leaves this one, whose history says so too.
    const left = before.id_company !== null && before.id_company !== after.id_company
    const places = left ? [{ ...after, id_company: before.id_company }, after] : [after]
    for (const place of places) await recordUser(trx, call, place, 'user.changed', at, toldOf(fields, step))
  }
  if (leaves) await leaveOffice(trx, deps, call, { person: after, successor, how: 'deactivated', at })
  if (returns) await recordUser(trx, call, after, 'user.reactivated', at)
  if (cerrar_sesiones === true) await endTheirSessions(trx, step)
  return invitation
}

/**
 * Changes a person, deactivates or reactivates them; what is not sent stays as it is. Whoever comes back finds neither
 * key nor links again. Answers the invitation that went to whoever has no way in, if one did.
 * @throws ProblemError not_found, forbidden, not_yourself, email_in_use, email_address_wrong, company_unknown, last_admin,
 * handover_required, assignee_unknown, own_password_required, password_wrong, too_many_attempts,
 * invitation_quota_exceeded
 */
export async function updateUser(deps: UserDeps, call: Call, id: string, input: UserInput): Promise<Invitation | null> {
  const proven = input.current_password
  if (proven !== undefined) await requireOwnPassword(deps, call.actor.id, proven)
  const decides = input.role !== undefined || input.id_company !== undefined || input.activo !== undefined
  try {
    return await inTransaction(deps.db, async (trx) => {
      if (decides) await holdAdmins(trx)
      const before = await holdPerson(trx, call, id)
      // The password took a while.
      if (proven !== undefined) await requireSameActor(trx, call.actor, deps.clock())
      const values = await changedValues(trx, call, before, input)
      if (proven === undefined && decidesTheWayIn(before, values, input)) {
        throw new ProblemError('own_password_required', { field: 'current_password' })
      }
      const { activo = before.activo } = input
      // An account at the provider is linked by the address that it had here.
      const oidc_subject = values.email === undefined ? before.oidc_subject : null
      const way = outgrowsPassword(before, values) ? { password_hash: null, password_given: false } : {}
      const after = { ...before, ...values, activo, oidc_subject, ...way }
      const at = deps.clock()
      // Told where the person reads it now, whatever becomes of the address.
      if (input.quitar_totp === true) {
        await removeTotpOf(trx, deps, { user: before, by: call.actor, at, ip: call.ip })
      }
      await trx
        .updateTable('app_user')
        .set({ ...values, activo, oidc_subject, ...way })
        .where('id', '=', id)
        .execute()
      if (before.role === 'admin') await requireAnAdmin(trx)
      return await applyChanges(trx, { deps, call, before, after, at }, Object.keys(values), input)
    })
  } catch (error) {
    throw await countRefusal(deps, call.actor, emailProblem(error))
  }
}
