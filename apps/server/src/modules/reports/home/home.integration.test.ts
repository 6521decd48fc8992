import type { Actor } from '@foja/contracts/policies'
import { todoKinds, type TodoKind } from '@foja/contracts/home'
import { seedCases } from '@foja/testing/seed-cases'
import { foldTallies, rebuildLists } from '@foja/db/tally'
import { inTransaction } from '@foja/db/transaction'
import { sql, type RawBuilder } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createCase, expectProblem, openOffice, type Caller } from '../../../../test/office.ts'
import { giveBack, send, solicitudOf, update } from '../../../../test/steps.ts'
import { addDays, startOfDay } from '../../../lib/zoned-days.ts'
import { ctxOf } from '../../../../test/test-server.ts'
import { readSummary, type Summary } from './read-summary.ts'

const path = '/api/v1/summary/'
const timeZone = 'America/Guayaquil'
const file = { blobKey: 'x', size: 1, sha256: '0'.repeat(64), paginas: 1, pageSizes: [{ width: 1, height: 1 }] }

// Within working hours of the last day that has case files.
const now = new Date('2026-11-19T17:00:00Z')
const office = await openOffice()
const seeded = await seedCases(office.server.deps.db, { solicitudes: 4000, until: now, file, passwordHash: null })

const people: Actor[] = [
  { id: office.admin.id, role: 'admin', id_company: null },
  { id: seeded.gestor, role: 'gestor', id_company: seeded.company },
  { id: seeded.mediador, role: 'mediador', id_company: seeded.company },
  { id: seeded.usuario, role: 'usuario', id_company: seeded.company },
]

/**
 * Deactivates or moves some authors; assigns pending requests to the admin, the gestor, the mediator, or leaves them
 * unassigned.
 */
async function removeAuthors(): Promise<void> {
  const { db } = office.server.deps
  const authors = sql`id_company = ${seeded.company} and role = 'usuario' and id <> ${seeded.usuario}`
  await sql`update app_user set activo = false where ${authors} and email ~ '^usuario[135]'`.execute(db)
  await sql`update app_user set id_company = ${office.otherCompany} where ${authors} and email ~ '^usuario[246]'`.execute(
    db,
  )
  const staff = people.flatMap(({ role, id }) => (role === 'usuario' ? [] : [id]))
  await sql`update solicitud set asignado_a = (${staff}::uuid[])[hashtext(id_solicitud) & 3]
    where status = 'pendiente' and id_company = ${seeded.company}`.execute(db)
}
await removeAuthors()

const summaryOf = (actor: Actor, weeks = 12) =>
  readSummary(ctxOf(office.server, actor, { browserZone: timeZone, clock: () => now, mail: null }), { weeks })

function visible(actor: Actor): RawBuilder<boolean> {
  if (actor.role === 'admin') return sql`true`
  if (actor.role !== 'usuario') return sql`m.id_company = ${actor.id_company}`
  return sql`m.id_company = ${actor.id_company} and m.created_by = ${actor.id}`
}

/** Definition of each kind as plain SQL. */
function meaning(actor: Actor): Partial<Record<TodoKind, RawBuilder<boolean>>> {
  const today = startOfDay('2026-11-19', timeZone)
  const tomorrow = startOfDay('2026-11-20', timeZone)
  const looks = actor.role === 'mediador' ? sql`coalesce(s.asignado_a, ${actor.id}) = ${actor.id}` : sql`true`
  const leads = actor.role === 'admin' || actor.role === 'gestor'
  return {
    send: sql`s.status = 'pendiente' and (m.created_by = ${actor.id} or s.asignado_a = ${actor.id} and not exists (
      select from app_user u left join company c on c.id = u.id_company where u.id = m.created_by
        and u.activo and c.activa is not false and (u.role = 'admin' or u.id_company = m.id_company)))`,
    overdue: sql`s.status = 'agendado' and s.fecha_agendada < ${now} and ${looks}`,
    today: sql`s.status = 'agendado' and s.fecha_agendada >= ${today} and s.fecha_agendada < ${tomorrow} and ${looks}`,
    ...(actor.role === 'usuario'
      ? {}
      : { schedule: sql`s.status = 'agendado' and s.fecha_agendada is null and ${looks}` }),
    ...(leads ? { assign: sql`s.status <> 'concluido' and s.asignado_a is null` } : {}),
  }
}

async function plainIds(actor: Actor, condition: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.id_solicitud as id from solicitud s
    join solicitud_main m on m.id_solicitud_main = s.id_solicitud_main
    where ${visible(actor)} and ${condition}`.execute(office.server.deps.db)
  return rows.map(({ id }) => id)
}

describe('the to-do list', () => {
  it('matches counts made directly from the rows, and shows ten of each kind', async () => {
    for (const actor of people) {
      const { counts, todo } = await summaryOf(actor)
      const meanings = meaning(actor)
      for (const kind of todoKinds.filter((one) => one !== 'sign')) {
        const condition = meanings[kind]
        const ids = condition === undefined ? [] : await plainIds(actor, condition)
        expect([actor.role, kind, counts[kind]]).toEqual([actor.role, kind, ids.length])
        const shown = todo.filter((one) => one.kind === kind)
        if (kind === 'send' && actor.role !== 'usuario') expect(ids).not.toEqual([])
        expect(shown.length).toBe(Math.min(10, ids.length))
        expect(ids).toEqual(expect.arrayContaining(shown.map((one) => one.id_solicitud)))
        const turns = shown.map((one) => (kind === 'send' || kind === 'assign' ? one.updated_at : one.fecha_agendada))
        expect(turns).toEqual(turns.toSorted())
      }
    }
  })

  it('counts at most a thousand of a kind', async () => {
    const { db } = office.server.deps
    const [, gestor] = people
    const [one] = await plainIds(gestor!, sql`s.status = 'agendado' and s.fecha_agendada < ${now}`)
    const copies = sql`insert into solicitud select (jsonb_populate_record(s, jsonb_build_object(
        'id_solicitud', 'ZZZZ-ZZZZ-ZZZZ-' || lpad(n::text, 4, '0'), 'position', 100 + n))).*
      from solicitud s, generate_series(1, 1010) n where s.id_solicitud = ${one}`
    const removal = sql`delete from solicitud where id_solicitud like 'ZZZZ-%'`
    const withoutTriggers = async (change: typeof copies) =>
      await inTransaction(db, async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await change.execute(trx)
      })
    await withoutTriggers(copies)
    expect((await summaryOf(gestor!)).counts.overdue).toBe(1000)
    await withoutTriggers(removal)
  })

  it('lists for signing what the user is assigned and has not signed', async () => {
    const { db } = office.server.deps
    const [, gestor, mediador] = people
    const before = await summaryOf(mediador!)
    const assigned = await plainIds(mediador!, sql`s.status = 'agendado' and s.asignado_a = ${mediador!.id}`)
    expect(before.counts.sign).toBe(assigned.length)
    expect((await summaryOf(gestor!)).counts.sign).toBe(0)
    const [first] = before.todo.filter((one) => one.kind === 'sign')
    await sql`insert into document_version (id, id_documento, version, pdf_path, blob_key, size, sha256, origin, created_by)
      values (gen_random_uuid(), ${first!.id_documento}, 2, 'signed', 'x', 1, repeat('0', 64), 'sign', ${mediador!.id})`.execute(
      db,
    )
    const after = await summaryOf(mediador!)
    expect(after.counts.sign).toBe(assigned.length - 1)
    expect(after.todo.some((one) => one.kind === 'sign' && one.id_documento === first!.id_documento)).toBe(false)
  })
})

describe('the weekly figures', () => {
  it.each([1, 12, 53])('match the rows for %i weeks', async (weeks) => {
    for (const actor of people) {
      const summary = await summaryOf(actor, weeks)
      expect(summary.weeks.map(({ start }) => start)).toEqual(
        Array.from({ length: weeks }, (_, n) => addDays('2026-11-16', (n + 1 - weeks) * 7)),
      )
      const { rows } = await sql<{ created_at: Date; sent_at: Date | null; concluded_at: Date | null }>`
        select s.created_at, s.sent_at, s.concluded_at from solicitud s
        join solicitud_main m on m.id_solicitud_main = s.id_solicitud_main
        where ${visible(actor)}`.execute(office.server.deps.db)
      for (const week of summary.weeks) {
        const [from, until] = [startOfDay(week.start, timeZone), startOfDay(addDays(week.start, 7), timeZone)]
        const within = (at: Date | null) => at !== null && at >= from && at < until
        expect([actor.role, week]).toEqual([
          actor.role,
          {
            start: week.start,
            creadas: rows.filter((row) => within(row.created_at)).length,
            agendadas: rows.filter((row) => within(row.sent_at)).length,
            concluidas: rows.filter((row) => within(row.concluded_at)).length,
          },
        ])
      }
      const from = startOfDay(summary.weeks[0]!.start, timeZone)
      const seconds = rows
        .filter((row) => row.concluded_at !== null && row.concluded_at >= from)
        .map((row) => (row.concluded_at!.getTime() - row.created_at.getTime()) / 1000)
      const mean = seconds.length === 0 ? null : seconds.reduce((sum, one) => sum + one, 0) / seconds.length
      if (mean === null) expect(summary.mean_seconds_to_conclude).toBeNull()
      // Durations are stored in whole seconds.
      else expect(Math.abs(summary.mean_seconds_to_conclude! - mean)).toBeLessThanOrEqual(1)
    }
  })
})

describe('the summary endpoint', () => {
  const read = (caller: Caller, query = '') => caller.read<Summary>(`${path}${query}`)

  it('returns recent events that each user may see, newest first', async () => {
    const { main, solicitud, document } = await createCase(office.usuario)
    const mine = await read(office.usuario)
    expect(mine.recent.map((event) => [event.action, event.id_solicitud_main, event.titulo])).toEqual([
      ['document.uploaded', main.id_solicitud_main, main.titulo],
      ['solicitud_main.created', main.id_solicitud_main, main.titulo],
    ])
    expect(mine.recent[0]).toMatchObject({ id_documento: document.id_documento, id_solicitud: solicitud.id_solicitud })
    expect((await read(office.gestor)).recent).toEqual(mine.recent)
    expect((await read(office.colega)).recent).toEqual([])
    expect((await read(office.ajeno)).recent).toEqual([])
    expect(mine.counts).toEqual({ send: 1, schedule: 0, overdue: 0, sign: 0, today: 0, assign: 0 })
    expect(mine.todo).toMatchObject([{ kind: 'send', id_solicitud: solicitud.id_solicitud, main_titulo: main.titulo }])
    expect((await read(office.gestor)).counts).toMatchObject({ send: 0, assign: 1 })
    expect(mine.emails.failed + mine.emails.held).toBe(0)
    expect(mine.weeks).toHaveLength(12)
    expect(mine.weeks.at(-1)!.creadas).toBe(1)
  })

  it('refuses an invalid number of weeks and a missing session', async () => {
    for (const weeks of ['0', '54', 'x', '1.5'])
      await expectProblem(await office.gestor.call(`${path}?weeks=${weeks}`), 400, 'validation_failed')
    expect((await fetch(new URL(path, office.server.origin))).status).toBe(401)
  })
})

describe('weekly counts of a returned request', () => {
  const lastWeek = async (caller: Caller) => (await caller.read<Summary>(`${path}?weeks=1`)).weeks[0]!
  const counts = async (callers: Caller[]) => await Promise.all(callers.map(lastWeek))

  it('stay counted for everyone who sees it', async () => {
    const { usuario, gestor, admin } = office
    const callers = [usuario, gestor, admin]
    const before = await counts(callers)
    const { solicitud } = await createCase(usuario)
    const id = solicitud.id_solicitud
    for (let round = 0; round < 2; round += 1) {
      await solicitudOf(await send(gestor, { id_solicitud: id }))
      await solicitudOf(await update(gestor, { id_solicitud: id, version: 2 + round * 3, status: 'concluido' }))
      await solicitudOf(await giveBack(gestor, { id_solicitud: id, motivo: 'Falta algo' }))
    }
    const grown = before.map((week) => ({
      ...week,
      creadas: week.creadas + 1,
      agendadas: week.agendadas + 2,
      concluidas: week.concluidas + 2,
    }))
    expect(await counts(callers)).toEqual(grown)
    // They also survive merging and rebuilding the counters.
    await foldTallies(office.server.deps.db)
    expect(await counts(callers)).toEqual(grown)
    await rebuildLists(office.server.deps.db)
    expect(await counts(callers)).toEqual(grown)
  })
})
