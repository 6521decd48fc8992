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

export type DueCase = { id_solicitud_main: string; titulo: string; due_at: Date; held: boolean }

/**
 * Case files of a company that its rules reach by `until`, the longest due first: every request is concluded and of a
 * kind with a rule, and nothing waits for a signature or document. The longest term of its requests counts.
 */
export async function findDue(
  db: Kysely<Database>,
  company: string,
  rules: readonly RetentionRule[],
  until: Date,
): Promise<DueCase[]> {
  if (rules.length === 0) return []
  const tipos = rules.map(({ tipo }) => tipo)
  const months = rules.map((rule) => rule.months)
  const { rows } = await sql<DueCase>`
    select * from (
      select m.id_solicitud_main, m.titulo, max(s.concluded_at + make_interval(months => rule.months)) as due_at,
        exists (select from case_hold h where h.id_solicitud_main = m.id_solicitud_main) as held
      from solicitud_main m join solicitud s on s.id_solicitud_main = m.id_solicitud_main
      left join unnest(${tipos}::text[], ${months}::integer[]) rule (tipo, months) on rule.tipo = coalesce(s.tipo, '')
      where m.id_company = ${company} and not exists (
        select from request q where q.id_solicitud_main = m.id_solicitud_main and q.status in ('borrador', 'enviada'))
      group by m.id_solicitud_main, m.titulo
      having bool_and(s.status = 'concluido' and s.concluded_at is not null and rule.months is not null)
    ) c where due_at <= ${until} order by due_at, id_solicitud_main`.execute(db)
  return rows
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

export async function readRules(db: Kysely<Database>, company: string): Promise<RetentionRule[]> {
  return await db
    .selectFrom('retention_rule')
    .where('id_company', '=', company)
    .select(['tipo', 'months'])
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

async function present({ db, clock }: Ctx, company: string, rules: RetentionRule[]): Promise<Retention> {
  const found = await findDue(db, company, rules, clock())
  const due = found.filter(({ held }) => !held)
  return {
    rules,
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
  if (vista_previa) return await present(ctx, company, wanted)
  const { db, actor, ip, clock } = ctx
  await inTransaction(db, async (trx) => {
    // One change at a time.
    await trx.selectFrom('company').where('id', '=', company).select('id').forUpdate().execute()
    const before = await readRules(trx, company)
    if (JSON.stringify(before) === JSON.stringify(wanted)) return
    const at = clock()
    await trx.deleteFrom('retention_rule').where('id_company', '=', company).execute()
    const rows = wanted.map((rule) => ({ ...rule, id_company: company, updated_by: actor.id, updated_at: at }))
    if (rows.length > 0) await trx.insertInto('retention_rule').values(rows).execute()
    const reglas = wanted.map(({ tipo, months }) => `${tipo}: ${months}`).join('; ')
    const who = { id_company: company, actor: actor.id, actor_label: actor.nombre, ip, at }
    await appendEvent(trx, { ...who, action: 'retention.changed', data: { reglas } })
  })
  return await readRetention(ctx, company)
}
