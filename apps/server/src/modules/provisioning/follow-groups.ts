import { roles, type Role } from '@foja/contracts/roles'
import type { ProvidedRole } from '@foja/contracts/provisioning'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import { handOver } from '../casework/public.ts'
import { endSharing } from '../documents/public.ts'
import { dropPasskeys, endSessions, type ProvenPerson, type SignInRequest } from '../identity/public.ts'
import { roleOfGroups } from './role-of-groups.ts'

type Follower = {
  id: string
  nombre: string
  email: string
  role: Role
  id_company: string
  password_given: boolean
  /** The role that their groups give. */
  wanted: ProvidedRole
}

/** The user, if their groups give them another role than they have. */
async function findFollower(db: Kysely<Database>, id: string, groups: readonly string[]): Promise<Follower | null> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('provisioning', 'provisioning.id_company', 'app_user.id_company')
    .where('app_user.id', '=', id)
    .where('app_user.provisioned', '=', true)
    .where('app_user.role', '<>', 'admin')
    .where('provisioning.enabled', '=', true)
    .where(sql<boolean>`provisioning.group_roles <> '[]'`)
    .select(['app_user.id', 'nombre', 'email', 'role', 'provisioning.id_company', 'password_given'])
    .select(['default_role', 'group_roles'])
    .executeTakeFirst()
  if (row === undefined) return null
  const wanted = roleOfGroups(row, groups)
  return wanted === row.role ? null : { ...row, wanted }
}

/** Locks the gestores of a company and one of its users; returns the other gestores who can sign in, the longest there first. */
async function lockGestores(trx: Transaction<Database>, { id, id_company }: Follower): Promise<string[]> {
  const rows = await trx
    .selectFrom('app_user')
    .where('id_company', '=', id_company)
    .where((eb) => eb.or([eb('role', '=', 'gestor'), eb('id', '=', id)]))
    .select(['id', 'created_at'])
    .select(
      sql<boolean>`activo and not service and role = 'gestor' and (password_hash is not null or oidc_subject is not null)`.as(
        'usable',
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows
    .filter((row) => row.usable && row.id !== id)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map((row) => row.id)
}

/** A higher role needs a password that only the user knows, as in `updateUser`. */
async function dropGivenPassword(trx: Transaction<Database>, { id, role, wanted, password_given }: Follower, at: Date) {
  if (!password_given || roles.indexOf(wanted) > roles.indexOf(role)) return
  const none = { password_hash: null, password_given: false }
  await trx.updateTable('app_user').set(none).where('id', '=', id).execute()
  await endSessions(trx, { user: id, reason: 'ended_by_office', at })
  await dropPasskeys(trx, id)
}

/** The context of the sign-in: it has no session yet. */
const ctxOf = (deps: AppDeps, { id, nombre, email, role, id_company }: Follower, from: SignInRequest): Ctx => ({
  ...deps,
  ...from,
  actor: { id, nombre, email, role, id_company, session: '', lacksTotp: false },
  browserZone: null,
})

async function changeRole(trx: Transaction<Database>, ctx: Ctx, seen: Follower, groups: readonly string[]) {
  const gestores = await lockGestores(trx, seen)
  const user = await findFollower(trx, seen.id, groups)
  if (user === null || user.id_company !== seen.id_company) return
  if (user.role === 'gestor' && gestores.length === 0) {
    ctx.log.warn({ about: user.id }, 'the last gestor of a company keeps the role against the groups')
    return
  }
  const at = ctx.clock()
  const after = { id: user.id, role: user.wanted, id_company: user.id_company }
  await trx.updateTable('app_user').set({ role: user.wanted }).where('id', '=', user.id).execute()
  await dropGivenPassword(trx, user, at)
  await handOver(trx, ctx, { person: user, after, successor: gestores[0], at })
  await endSharing(trx, ctx, { person: user.id, after, at })
  await appendEvent(trx, {
    action: 'user.role_followed',
    id_company: user.id_company,
    actor: user.id,
    actor_label: user.nombre,
    data: { id_user: user.id, nombre: user.nombre, from_role: user.role, to_role: user.wanted },
    ip: ctx.ip,
    at,
  })
}

/**
 * Gives a user who was created at a sign-in the role of their groups. Open requests that it does not allow go to the
 * gestor who has been there longest; without one, the role stays. The last gestor of a company and admins stay too.
 */
export async function followGroups(
  deps: AppDeps,
  { id }: { id: string },
  { groups }: ProvenPerson,
  from: SignInRequest,
): Promise<void> {
  if (groups === null) return
  const seen = await findFollower(deps.db, id, groups)
  if (seen === null) return
  try {
    await inTransaction(deps.db, async (trx) => await changeRole(trx, ctxOf(deps, seen, from), seen, groups))
  } catch (error) {
    const isLeft = error instanceof ProblemError && ['handover_required', 'assignee_unknown'].includes(error.code)
    if (!isLeft) throw error
    from.log.warn({ about: id }, 'a user keeps the role against the groups: their open requests have no other owner')
  }
}
