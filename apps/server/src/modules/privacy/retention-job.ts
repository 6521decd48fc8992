import type { Queue } from '@foja/jobs/queue'
import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../deps.ts'
import { recycleByRule } from '../casework/public.ts'
import { findManagers, notify } from '../notify/public.ts'
import { afterNotice, findDue, readRules, type DueCase } from './retention.ts'

/** Name of the job that moves case files to the recycle bin by the rules of their company. */
export const retentionJob = 'retention'

const seconds = 3600

/** The authors of the rules who still manage the company, else its managers. */
async function findReaders(db: AppDeps['db'], company: string, authors: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .where('id', 'in', authors)
    .where('activo', '=', true)
    .where((eb) => eb.or([eb('role', '=', 'admin'), eb.and({ role: 'gestor', id_company: company })]))
    .select('id')
    .execute()
  return rows.length > 0 ? rows.map(({ id }) => id) : await findManagers(db, company)
}

/** Notifies once about each day on which case files come due, with all of that day. */
async function announce(deps: AppDeps, company: string, authors: string[], coming: readonly DueCase[]): Promise<void> {
  if (coming.length === 0) return
  const to = await findReaders(deps.db, company, authors)
  const days = Map.groupBy(coming, ({ due_at }) => due_at.toISOString().slice(0, 10))
  for (const [day, cases] of days) {
    await inTransaction(deps.db, async (trx) => {
      const key = `retention:${company}:${day}`
      const data = {
        id_company: company,
        documentos: cases.length,
        titulo: cases[0]!.titulo,
        fecha: cases[0]!.due_at.toISOString(),
      }
      await notify(trx, deps, { kind: 'retention.due', to, actor: null, data, key })
    })
  }
}

/**
 * Applies the rules of every company: announces the case files that come due up to the end of the day in two weeks, and
 * moves those that are due to the recycle bin, where they stay 30 days. Held ones stay. Returns how many were moved.
 */
export async function applyRetention(deps: AppDeps): Promise<number> {
  const { db, clock } = deps
  const rows = await db
    .selectFrom('retention_rule')
    .innerJoin('company', 'company.id', 'retention_rule.id_company')
    .where('company.activa', '=', true)
    .select(['id_company', 'updated_by'])
    .distinct()
    .execute()
  let moved = 0
  for (const [company, authors] of Map.groupBy(rows, ({ id_company }) => id_company)) {
    const now = clock()
    const found = await findDue(db, company, await readRules(db, company), new Date(afterNotice(now).getTime() - 1))
    const free = found.filter(({ held }) => !held)
    const by = authors.map(({ updated_by }) => updated_by)
    await announce(
      deps,
      company,
      by,
      free.filter(({ due_at }) => due_at > now),
    )
    for (const { id_solicitud_main: id, due_at } of free) {
      if (due_at > now) continue
      if (await recycleByRule(deps, id, by[0]!)) moved += 1
    }
  }
  return moved
}

/** Applies the rules hourly, on one of all processes. */
export async function workRetention(queue: Pick<Queue, 'every'>, deps: AppDeps): Promise<void> {
  await queue.every(retentionJob, seconds, async () => void (await applyRetention(deps)))
}
