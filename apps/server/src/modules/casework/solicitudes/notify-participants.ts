import type { NotificationKind } from '@foja/contracts/notifications'
import type { Database } from '@foja/db/schema'
import { appendEvent } from '@foja/db/events'
import type { EventAction } from '@foja/contracts/events'
import type { Role } from '@foja/contracts/roles'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { announceChange, notify, type Notice } from '../../notify/public.ts'
import type { NotificationBatch } from '../../outbox/public.ts'
import { findStaff } from './case.queries.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'

/** `batch`: the notification batch of a surrounding action, which sends it; absent: the step sends its own. */
export type CaseCtx = Ctx & { batch?: NotificationBatch }

/** A step: the request after it, its notification batch and time. */
export type Step = { locked: LockedSolicitud; batch: NotificationBatch; at: Date }

type Data = Notice['data']

/** An event of a step. */
export type StepEvent = { action: EventAction; data: Data }

function noticeOf(
  { actor }: Ctx,
  { locked: { row }, batch }: Step,
  kind: NotificationKind,
  data: Data,
): Omit<Notice, 'to'> {
  return {
    kind,
    actor: { id: actor.id, nombre: actor.nombre },
    id_solicitud: row.id_solicitud,
    data: { titulo: row.titulo, ...data },
    timeZone: row.time_zone,
    key: `${kind}:${row.id_solicitud}:${row.version}`,
    batch,
  }
}

/** The author and the mediator. */
function concerned({ locked: { main, row } }: Step): string[] {
  return row.asignado_a === null ? [main.created_by] : [main.created_by, row.asignado_a]
}

/** Notifies the author and the mediator, with an email unless another message informs them. */
export async function notifyConcerned(
  trx: Transaction<Database>,
  ctx: Ctx,
  step: Step,
  kind: NotificationKind,
  data: Data = {},
  email = true,
): Promise<void> {
  await notify(trx, ctx, { ...noticeOf(ctx, step, kind, data), to: concerned(step), email })
}

/** Notifies the new mediator, also by email. */
export async function notifyAssignee(trx: Transaction<Database>, ctx: Ctx, step: Step): Promise<void> {
  const { asignado_a: assignee, fecha_agendada: fecha } = step.locked.row
  if (assignee === null) return
  const data = { fecha: fecha?.toISOString() ?? null }
  await notify(trx, ctx, { ...noticeOf(ctx, step, 'solicitud.assigned', data), to: [assignee], email: true })
}

/** The managers of an office, who are responsible for unassigned requests; without any, its admins. */
function managementOf(staff: readonly { id: string; role: Role }[]): string[] {
  const of = (wanted: Role) => staff.filter(({ role }) => role === wanted).map(({ id }) => id)
  const managers = of('gestor')
  return managers.length > 0 ? managers : of('admin')
}

/**
 * Notifies users of a sent request: the author, the mediator and, if unassigned, the management also by email; the
 * other staff only in the product.
 */
export async function notifySent(trx: Transaction<Database>, ctx: Ctx, step: Step, data: Data): Promise<void> {
  const staff = await findStaff(trx, step.locked.main)
  const written = [...concerned(step), ...(step.locked.row.asignado_a === null ? managementOf(staff) : [])]
  const others = staff.map(({ id }) => id).filter((id) => !written.includes(id))
  const notice = noticeOf(ctx, step, 'solicitud.sent', data)
  await notify(trx, ctx, { ...notice, to: written, email: true })
  await notify(trx, ctx, { ...notice, to: others })
}

/** Notifies open screens and appends the events: the last statements of a step. */
export async function recordStep(
  trx: Transaction<Database>,
  ctx: Ctx,
  { locked: { main, row }, at }: Step,
  events: readonly StepEvent[],
): Promise<void> {
  const { actor, ip } = ctx
  const { id_solicitud_main, id_company, created_by } = main
  await announceChange(trx, ctx, { id_company, created_by, id_solicitud_main, id_documento: null })
  for (const { action, data } of events) {
    await appendEvent(trx, {
      action,
      id_solicitud_main,
      id_company,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { id_solicitud: row.id_solicitud, titulo: row.titulo, ...data },
      ip,
      at,
    })
  }
}
