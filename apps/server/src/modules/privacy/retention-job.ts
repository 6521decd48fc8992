import type { Queue } from '@foja/jobs/queue'
import { inTransaction } from '@foja/db/transaction'
import type { AppDeps } from '../../deps.ts'
import { recycleByRule } from '../casework/public.ts'
import { notify } from '../notify/public.ts'
import { findDue, readRules, type DueCase } from './retention.ts'

/** Name of the job that moves case files to the recycle bin by the rules of their company. */
export const retentionJob = 'retention'

const seconds = 3600
const dayMs = 24 * 3_600_000
/** How long before its term a case file is announced. */
export const noticeDays = 14

/** Tells the authors of the rules once about each day on which case files come due. */
async function announce(deps: AppDeps, company: string, authors: string[], coming: readonly DueCase[]): Promise<void> {
  const days = Map.groupBy(coming, ({ due_at }) => due_at.toISOString().slice(0, 10))
  for (const [day, cases] of days) {
    await inTransaction(deps.db, async (trx) => {
      const key = `retention:${company}:${day}`
      const data = { documentos: cases.length, titulo: cases[0]!.titulo, fecha: cases[0]!.due_at.toISOString() }
      await notify(trx, deps, { kind: 'retention.due', to: authors, actor: null, data, key })
    })
  }
}

/**
 * Applies the rules of every company: announces the case files that come due in two weeks, and moves those that are due
 * to the recycle bin, where they stay 30 days. Held ones stay. Returns how many were moved.
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
    const found = await findDue(db, company, await readRules(db, company), new Date(now.getTime() + noticeDays * dayMs))
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
