import type { EventAction } from '@foja/contracts/events'
import type { Retention, RetentionRule } from '@foja/contracts/privacy'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'

/** Case files of a preview. */
const shown = 50

const dayMs = 24 * 3_600_000
/** How long before it moves a case file is announced. */
const noticeDays = 14

/**
 * The midnight (UTC) from which case files may move that become due by something at `at`: no announced day gets another
 * case file.
 */
export const afterNotice = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / dayMs) * dayMs + (noticeDays + 1) * dayMs)

/** What may make a case file due at once, although its term is over: the notice counts from there. */
const lateActions: EventAction[] = [
  'case.released',
  'solicitud_main.restored',
  'solicitud.updated',
  'signing_request.deleted',
  'signing_request.completed',
  'signing_request.cancelled',
  'signing_request.expired',
  'document_request.completed',
  'document_request.cancelled',
  'document_request.expired',
]

type DatedRule = RetentionRule & { updated_at: Date }

export type DueCase = { id_solicitud_main: string; titulo: string; due_at: Date; held: boolean }

/**
 * Case files of a company that its rules reach by `until`, the longest due first: every request is concluded and of a
 * kind with a rule, and nothing waits for a signature or document. The longest term of its requests counts, but none is
 * due before the notice after its rule was saved, or after the last of `lateActions`.
 */
export async function findDue(
  db: Kysely<Database>,
  company: string,
  rules: readonly DatedRule[],
  until: Date,
): Promise<DueCase[]> {
  if (rules.length === 0) return []
  const tipos = rules.map(({ tipo }) => tipo)
  const months = rules.map((rule) => rule.months)
  const earliest = rules.map(({ updated_at }) => afterNotice(updated_at).toISOString())
  const { rows } = await sql<Omit<DueCase, 'due_at'> & { term: Date; last_act: Date | null }>`
    with late as (
      select m.id_solicitud_main, m.titulo,
        greatest(max(s.concluded_at + make_interval(months => rule.months)), max(rule.earliest)) as term,
        exists (select from case_hold h where h.id_solicitud_main = m.id_solicitud_main) as held
      from solicitud_main m join solicitud s on s.id_solicitud_main = m.id_solicitud_main
      left join unnest(${tipos}::text[], ${months}::integer[], ${earliest}::timestamptz[])
        rule (tipo, months, earliest) on rule.tipo = coalesce(s.tipo, '')
      where m.id_company = ${company} and not exists (
        select from request q where q.id_solicitud_main = m.id_solicitud_main and q.status in ('borrador', 'enviada'))
      group by m.id_solicitud_main, m.titulo
      having bool_and(s.status = 'concluido' and s.concluded_at is not null and rule.months is not null)
    ) select *, (select max(e.at) from event e where e.id_solicitud_main = late.id_solicitud_main
      and e.action = any(${lateActions}::text[])) as last_act from late where term <= ${until}`.execute(db)
  return rows
    .map(({ term, last_act: act, ...found }) => {
      const noticed = act === null ? term : afterNotice(act)
      return { ...found, due_at: noticed > term ? noticed : term }
    })
    .filter(({ due_at: due }) => due <= until)
    .toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime() || (a.id_solicitud_main < b.id_solicitud_main ? -1 : 1))
}

async function readTipos(db: Kysely<Database>, company: string): Promise<string[]> {
  const rows = await db
    .selectFrom('solicitud')
    .where('id_company', '=', company)
    .select(sql<string>`coalesce(tipo, '')`.as('tipo'))
    .distinct()
    .orderBy('tipo')
    .limit(100)
    .execute()
  return rows.map(({ tipo }) => tipo)
}

export async function readRules(db: Kysely<Database>, company: string): Promise<DatedRule[]> {
  return await db
    .selectFrom('retention_rule')
    .where('id_company', '=', company)
    .select(['tipo', 'months', 'updated_at'])
    .orderBy('tipo')
    .execute()
}

/** The company named, by default the caller's. @throws ProblemError company_unknown */
async function requireCompany({ db, actor }: Ctx, empresa: string | undefined): Promise<string> {
  const id = empresa ?? actor.id_company
  const found =
    id === null ? undefined : await db.selectFrom('company').where('id', '=', id).select('id').executeTakeFirst()
  if (found === undefined || (actor.role !== 'admin' && found.id !== actor.id_company)) {
    throw new ProblemError('company_unknown', { field: 'empresa' })
  }
  authorize('privacy.manage', actor, { id_company: found.id, created_by: null })
  return found.id
}

async function present({ db, clock }: Ctx, company: string, rules: DatedRule[]): Promise<Retention> {
  const found = await findDue(db, company, rules, afterNotice(clock()))
  const due = found.filter(({ held }) => !held)
  return {
    rules: rules.map(({ tipo, months }) => ({ tipo, months })),
    tipos: await readTipos(db, company),
    due: due.length,
    held: found.length - due.length,
    cases: due.slice(0, shown).map(({ id_solicitud_main, titulo, due_at }) => ({
      id_solicitud_main,
      titulo,
      due_at: due_at.toISOString(),
    })),
  }
}

/** @throws ProblemError company_unknown */
export async function readRetention(ctx: Ctx, empresa: string | undefined): Promise<Retention> {
  const company = await requireCompany(ctx, empresa)
  return await present(ctx, company, await readRules(ctx.db, company))
}

/** Rules as they would be stored: the unchanged ones keep their date. */
const dated = (rules: readonly RetentionRule[], before: readonly DatedRule[], at: Date): DatedRule[] =>
  rules.map(({ tipo, months }) => {
    const same = before.find((rule) => rule.tipo === tipo && rule.months === months)
    return { tipo, months, updated_at: same?.updated_at ?? at }
  })

export type RetentionChange = { empresa?: string | undefined; rules: RetentionRule[]; vista_previa: boolean }

/**
 * Replaces the rules of a company, or with `vista_previa` only tells what they would do.
 * @throws ProblemError company_unknown
 */
export async function changeRetention(ctx: Ctx, { empresa, rules, vista_previa }: RetentionChange): Promise<Retention> {
  const company = await requireCompany(ctx, empresa)
  // One rule for each kind: the last.
  const wanted = [...new Map(rules.map((rule) => [rule.tipo, rule])).values()].toSorted((a, b) =>
    a.tipo < b.tipo ? -1 : 1,
  )
  const { db, actor, ip, clock } = ctx
  if (vista_previa) return await present(ctx, company, dated(wanted, await readRules(db, company), clock()))
  await inTransaction(db, async (trx) => {
    // One change at a time.
    await trx.selectFrom('company').where('id', '=', company).select('id').forUpdate().execute()
    const before = await readRules(trx, company)
    const at = clock()
    const next = dated(wanted, before, at)
    if (JSON.stringify(before) === JSON.stringify(next)) return
    await trx.deleteFrom('retention_rule').where('id_company', '=', company).execute()
    const rows = next.map((rule) => ({ ...rule, id_company: company, updated_by: actor.id }))
    if (rows.length > 0) await trx.insertInto('retention_rule').values(rows).execute()
    const reglas = wanted.map(({ tipo, months }) => `${tipo}: ${months}`).join('; ')
    const who = { id_company: company, actor: actor.id, actor_label: actor.nombre, ip, at }
    await appendEvent(trx, { ...who, action: 'retention.changed', data: { reglas } })
  })
  return await readRetention(ctx, company)
}
