import type * as z from 'zod/mini'
import type { Invitation, updateUser as endpoint } from '@foja/contracts/users'
import type { Database } from '@foja/db/schema'
import { appendEvents } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { roles, type Role } from '@foja/contracts/roles'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import {
  queueAccountMail,
  queueAccountMails,
  dropPasskeys,
  removeSecondFactorsOf,
  requireOwnPassword,
  voidLinks,
  endSessions,
  requireSameActor,
  lockAdmins,
  requireRemainingAdmin,
  requirePhone,
} from '../identity/public.ts'
import { localeOf } from '../../texts/locale.ts'
import { endSharing } from '../documents/public.ts'
import { handOver } from '../casework/public.ts'
import { companyNameOf, companyOf } from './users.queries.ts'
import { lockPerson, statusOf, type LockedPerson } from './lock-person.ts'
import { countRefusal, leaveOffice } from './remove-user.ts'
import { emailProblem, requireAddress } from './create-user.ts'
import { recordUser } from './record-user.ts'
import { sendInvitation } from './invite-user.ts'
import { authorize } from '../../http/authorize.ts'
import { requireTarget } from './target-company.ts'

type UserInput = z.output<typeof endpoint.body>

const columns = ['email', 'nombre', 'role', 'id_company', 'cargo', 'telefono'] as const

type Values = Pick<LockedPerson, (typeof columns)[number]>

/** True if the user ever had a password or a provider account. */
const couldSignIn = ({ password_hash, oidc_subject }: LockedPerson): boolean =>
  password_hash !== null || oidc_subject !== null

/**
 * True if the change affects how the user signs in, which requires the caller's own password (OWASP ASVS 5.0, 7.5.1),
 * so that an open session does not suffice to take over an account.
 */
const affectsSignIn = (before: LockedPerson, changed: Partial<Values>, { quitar_totp }: UserInput): boolean =>
  quitar_totp === true || (changed.email !== undefined && couldSignIn(before))

const rankOf = (role: Role): number => roles.length - roles.indexOf(role)

/**
 * True if a password chosen by another user, who may still know it, no longer suffices: the user moves to another
 * company or gets a higher role. They must choose their own first.
 */
const needsOwnPassword = (before: LockedPerson, { role, id_company }: Partial<Values>): boolean =>
  before.password_given && (id_company !== undefined || (role !== undefined && rankOf(role) > rankOf(before.role)))

/** Columns whose requested value differs from the stored one; an empty text clears the column. */
function changedColumns(input: UserInput, before: LockedPerson): Partial<Values> {
  const requested = columns.flatMap((column) => {
    const value = input[column]
    return value === undefined ? [] : [[column, value === '' ? null : value] as const]
  })
  return Object.fromEntries(requested.filter(([column, value]) => value !== before[column]))
}

/** Refuses changes that users may not make to themselves. */
function refuseOwn(input: UserInput, { role, id_company }: Partial<Values>, before: LockedPerson): void {
  if (role !== undefined) throw new ProblemError('not_yourself', { field: 'role' })
  if (id_company !== undefined) throw new ProblemError('not_yourself', { field: 'id_company' })
  if (input.activo !== undefined && input.activo !== before.activo) {
    throw new ProblemError('not_yourself', { field: 'activo' })
  }
  if (input.quitar_totp === true) throw new ProblemError('not_yourself', { field: 'quitar_totp' })
  if (input.cerrar_sesiones === true) throw new ProblemError('not_yourself', { field: 'cerrar_sesiones' })
}

/**
 * Validates the request and returns the columns that change.
 * @throws ProblemError forbidden, not_yourself, company_unknown, email_address_wrong, phone_wrong
 */
async function changedValues(
  trx: Transaction<Database>,
  { actor }: Ctx,
  before: LockedPerson,
  input: UserInput,
): Promise<Partial<Values>> {
  const changed = changedColumns(input, before)
  const { role, id_company } = { ...before, ...changed }
  if (before.id === actor.id) refuseOwn(input, changed, before)
  // Only admins move users between companies; a gestor may not give a role they may not manage.
  if (changed.id_company !== undefined && actor.role !== 'admin') throw new ProblemError('forbidden')
  authorize('user.manage', actor, { id_company: before.id_company, created_by: null, role })
  if (changed.id_company !== undefined || (role !== 'admin' && id_company === null)) {
    await requireTarget(trx, actor, role, id_company)
  }
  if (changed.email !== undefined) requireAddress(changed.email)
  requirePhone(changed.telefono)
  return changed
}

type Step = { ctx: Ctx; before: LockedPerson; after: LockedPerson; at: Date }

/** Hands over the open requests that the new role or company no longer allows, and ends such shares. */
async function handOverRest(trx: Transaction<Database>, step: Step, successor: string | undefined): Promise<void> {
  const { ctx, before, after, at } = step
  if (before.role === after.role && before.id_company === after.id_company) return
  await handOver(trx, ctx, { person: after, after, successor, at })
  await endSharing(trx, ctx, { person: after.id, after, at })
}

const lostPassword = ({ before, after }: Step): boolean => before.password_hash !== null && after.password_hash === null

/**
 * Invites a user without a password or provider account when their address changed, when a password chosen by another
 * user no longer counts, or when they were reactivated. Users of a closed company are not invited.
 */
async function inviteAgain(trx: Transaction<Database>, step: Step): Promise<Invitation | null> {
  const { ctx, before, after, at } = step
  const needs = before.email !== after.email || lostPassword(step) || !before.activo
  if (statusOf(after) !== 'invitado' || !needs) return null
  const company = await companyOf(trx, after.id_company)
  if (company?.activa === false) return null
  const person = { ...after, locale: localeOf(after.locale) }
  return await sendInvitation(trx, ctx, person, company?.nombre ?? null, at)
}

/**
 * Voids the links sent to the old address and ends the sessions, because its owner may have accepted an invitation that
 * was not meant for them. A user who could sign in is notified at the old address, where an attacker who controls the
 * new one cannot intercept it.
 */
async function followAddress(trx: Transaction<Database>, { ctx, before, after, at }: Step): Promise<void> {
  if (before.email === after.email) return
  await voidLinks(trx, after.id, at)
  const isOwn = ctx.actor.id === after.id
  const except = isOwn ? ctx.actor.session : undefined
  await endSessions(trx, { user: after.id, except, reason: 'address_changed', at })
  // The old address of an invitation that was never accepted may belong to a stranger.
  if (!couldSignIn(before)) return
  const who = isOwn ? { origin: { ip: ctx.ip, userAgent: null } } : { by: ctx.actor }
  const user = { ...after, email: before.email }
  const company = await companyNameOf(trx, after.id_company)
  const locale = localeOf(after.locale)
  await queueAccountMail(trx, ctx, { kind: 'email_changed', user, company, newEmail: after.email, locale, ...who })
}

/** Event data: names of the changed fields, and both roles; other values are not recorded. */
function eventDataOf(fields: readonly string[], { before, after }: Step): Record<string, string> {
  const data = { fields: fields.join(',') }
  return before.role === after.role ? data : { ...data, from_role: before.role, to_role: after.role }
}

/** Ends all sessions of another user. */
async function endTheirSessions(trx: Transaction<Database>, { ctx, after, at }: Step): Promise<void> {
  await endSessions(trx, { user: after.id, reason: 'ended_by_office', at })
  await recordUser(trx, ctx, after, 'user.sessions_ended', at)
}

/** Records the passkeys that went with a password, and notifies their user at the former address. */
async function reportPasskeys(trx: Transaction<Database>, step: Step, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { ctx, before, after, at } = step
  const { actor, ip } = ctx
  const company = await companyNameOf(trx, after.id_company)
  const user = { ...after, email: before.email }
  const mail = { kind: 'passkey_removed', user, company, by: actor, locale: localeOf(after.locale) } as const
  await queueAccountMails(
    trx,
    ctx,
    names.map((passkey) => ({ ...mail, passkey })),
  )
  const event = { action: 'passkey.removed', actor: actor.id, actor_label: actor.nombre, ip, at } as const
  const data = { id_user: after.id, nombre: after.nombre }
  await appendEvents(
    trx,
    names.map((llave) => ({ ...event, id_company: after.id_company, data: { ...data, llave } })),
  )
}

async function applyChanges(
  trx: Transaction<Database>,
  step: Step,
  fields: readonly string[],
  { activo, entregar_a: successor, cerrar_sesiones }: UserInput,
): Promise<Invitation | null> {
  const { ctx, before, after, at } = step
  const leaves = activo === false && before.activo
  const returns = activo === true && !before.activo
  if (!leaves && before.activo) await handOverRest(trx, step, successor)
  await followAddress(trx, step)
  if (lostPassword(step)) {
    await endSessions(trx, { user: after.id, reason: 'ended_by_office', at })
  }
  // A passkey may be of the user who chose that password.
  const passkeys = lostPassword(step) ? await dropPasskeys(trx, after.id) : []
  // A session that was being opened during the deactivation must not become valid again.
  if (returns) await endSessions(trx, { user: after.id, reason: 'deactivated', at })
  // The invitation quota is locked before the history, in the same order as elsewhere.
  const invitation = await inviteAgain(trx, step)
  await reportPasskeys(trx, step, passkeys)
  if (fields.length > 0) {
    // A move is also recorded in the history of the former company.
    const left = before.id_company !== null && before.id_company !== after.id_company
    const places = left ? [{ ...after, id_company: before.id_company }, after] : [after]
    for (const place of places) await recordUser(trx, ctx, place, 'user.changed', at, eventDataOf(fields, step))
  }
  if (leaves) await leaveOffice(trx, ctx, { person: after, successor, how: 'deactivated', at })
  if (returns) await recordUser(trx, ctx, after, 'user.reactivated', at)
  if (cerrar_sesiones === true) await endTheirSessions(trx, step)
  return invitation
}

/**
 * Changes, deactivates or reactivates a user; fields that are not sent stay unchanged. A reactivated user does not get
 * their key or links back. Returns the invitation if one was sent.
 * @throws ProblemError not_found, forbidden, not_yourself, email_in_use, email_address_wrong, company_unknown,
 * last_admin, handover_required, assignee_unknown, own_password_required, password_wrong, paused,
 * invitation_quota_exceeded
 */
export async function updateUser(ctx: Ctx, { id, ...input }: UserInput & { id: string }): Promise<Invitation | null> {
  const { actor, clock } = ctx
  const proven = input.current_password
  if (proven !== undefined) await requireOwnPassword(ctx, actor.id, proven)
  const decides = input.role !== undefined || input.id_company !== undefined || input.activo !== undefined
  try {
    return await inTransaction(ctx.db, async (trx) => {
      if (decides) await lockAdmins(trx)
      const before = await lockPerson(trx, ctx, id)
      // The password check takes a while: check the caller again.
      if (proven !== undefined) await requireSameActor(trx, actor, clock())
      const values = await changedValues(trx, ctx, before, input)
      if (proven === undefined && affectsSignIn(before, values, input)) {
        throw new ProblemError('own_password_required', { field: 'current_password' })
      }
      const { activo = before.activo } = input
      // The provider account was linked by the former address.
      const oidc_subject = values.email === undefined ? before.oidc_subject : null
      const way = needsOwnPassword(before, values) ? { password_hash: null, password_given: false } : {}
      const after = { ...before, ...values, activo, oidc_subject, ...way }
      const at = clock()
      // Notified at the former address, in case this call also changes it.
      if (input.quitar_totp === true) await removeSecondFactorsOf(trx, ctx, id, at)
      await trx
        .updateTable('app_user')
        .set({ ...values, activo, oidc_subject, ...way })
        .where('id', '=', id)
        .execute()
      if (before.role === 'admin') await requireRemainingAdmin(trx)
      return await applyChanges(trx, { ctx, before, after, at }, Object.keys(values), input)
    })
  } catch (error) {
    throw await countRefusal(ctx, emailProblem(error))
  }
}
