import type { Actor } from '@foja/contracts/policies'
import { listSolicitudMainQuery } from '@foja/contracts/solicitudes'
import { orderings } from '@foja/contracts/constants'
import { appendEvent, beginChains } from '@foja/db/events'
import { verifyCounters } from '@foja/db/history-roots'
import { foldSearch } from '@foja/db/search'
import { foldTallies } from '@foja/db/tally'
import { inTransaction } from '@foja/db/transaction'
import { atOneMoment, verifyChain, verifyChains } from '@foja/db/verify-chains'
import { createTestDatabase } from '@foja/testing/database'
import { seedCases } from '@foja/testing/seed-cases'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { startOfDay, addDays } from '../../../lib/zoned-days.ts'
import { countStatuses, findPage } from './find-page.ts'
import { scopeOf } from './list-filter.ts'
import { countByStatus } from './list.queries.ts'

// Enough that every strategy of `findPage` is used: more case files in the large office than are ever gathered.
const solicitudes = 6000
const now = new Date('2026-11-20T15:00:00Z')
const timeZone = 'America/Guayaquil'
const file = { blobKey: 'x', size: 1, sha256: '0'.repeat(64), paginas: 1, pageSizes: [{ width: 612, height: 792 }] }

const database = await createTestDatabase()
const seeded = await seedCases(database.kysely, { solicitudes, until: now, file, passwordHash: null })
let everything = await readAll()
afterAll(() => database.close())

type Request = {
  status: string
  fecha_agendada: Date | null
  asignado_a: string | null
  mediacion: string[]
  texts: string[]
}
type Main = {
  id: string
  titulo: string
  orden: string
  id_company: string
  created_by: string
  author: string
  created_at: Date
  updated_at: Date
  requests: Request[]
  words: string[]
}

/** Reads every case file with its requests without any optimization. */
async function readAll(): Promise<Main[]> {
  const { kysely } = database
  const mains = await sql<
    Omit<Main, 'requests' | 'words'>
  >`select m.id_solicitud_main as id, m.titulo, m.orden, m.id_company,
    m.created_by, u.nombre as author, m.created_at, m.updated_at
    from solicitud_main m join app_user u on u.id = m.created_by`.execute(kysely)
  const requests = await sql<Request & { id: string }>`select s.id_solicitud_main as id, s.status, s.fecha_agendada,
    s.asignado_a, array(select d.status_mediacion from document d where d.id_solicitud = s.id_solicitud and d.deleted_at is null) as mediacion,
    array[s.titulo, s.tipo, u.nombre, s.partes -> 0 ->> 'nombre', s.partes -> 1 ->> 'nombre',
      (select string_agg(d.nombre, ' ') from document d where d.id_solicitud = s.id_solicitud and d.deleted_at is null)] as texts
    from solicitud s left join app_user u on u.id = s.asignado_a`.execute(kysely)
  const byMain = Map.groupBy(requests.rows, (row) => row.id)
  return mains.rows.map((main) => {
    const own = byMain.get(main.id) ?? []
    const words = foldSearch(main.titulo, main.author, ...own.flatMap((request) => request.texts)).split(' ')
    return { ...main, requests: own, words }
  })
}

const people = (): Record<string, Actor> => ({
  admin: { id: seeded.gestor, role: 'admin', id_company: null },
  gestor: { id: seeded.gestor, role: 'gestor', id_company: seeded.company },
  mediador: { id: seeded.mediador, role: 'mediador', id_company: seeded.company },
  usuario: { id: seeded.usuario, role: 'usuario', id_company: seeded.company },
})

type Query = z.input<typeof listSolicitudMainQuery>

/** The status that a row of the list shows. */
const statusOf = ({ requests }: Main): string =>
  new Set(requests.map(({ status }) => status)).size === 1 ? requests[0]!.status : 'agendado'

/** The expected result of a query, in order, from all rows. */
function expected(actor: Actor, query: Query): string[] {
  const words = foldSearch(query.q).split(' ').filter(Boolean)
  const found = everything.filter((main) => {
    if (actor.role !== 'admin' && main.id_company !== actor.id_company) return false
    if (actor.role === 'usuario' && main.created_by !== actor.id) return false
    if (query.id_company !== undefined && main.id_company !== query.id_company) return false
    if (query.desde !== undefined && main.created_at < startOfDay(query.desde, timeZone)) return false
    if (query.hasta !== undefined && main.created_at >= startOfDay(addDays(query.hasta, 1), timeZone)) return false
    if (!words.every((word) => main.words.some((one) => one.startsWith(word)))) return false
    if (query.status !== undefined && statusOf(main) !== query.status) return false
    return main.requests.some(
      (one) =>
        (query.asignado_a === undefined || one.asignado_a === query.asignado_a) &&
        (query.mediacion === undefined || one.mediacion.includes(query.mediacion)) &&
        (query.vencidas === undefined ||
          (one.status === 'agendado' && one.fecha_agendada !== null && one.fecha_agendada < now)) &&
        (query.sin_fecha === undefined || (one.status === 'agendado' && one.fecha_agendada === null)) &&
        (query.sin_asignar === undefined || (one.status !== 'concluido' && one.asignado_a === null)),
    )
  })
  const ordering = query.ordering ?? '-updated_at'
  const sign = ordering.startsWith('-') ? -1 : 1
  const keyOf = (main: Main) => {
    if (ordering.endsWith('titulo')) return main.orden
    return (ordering.endsWith('updated_at') ? main.updated_at : main.created_at).getTime()
  }
  const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
  return found.sort((a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))).map((main) => main.id)
}

async function check(actor: Actor, query: Query, pages: readonly number[]): Promise<void> {
  const all = expected(actor, query)
  for (const page of pages) {
    const parsed = z.parse(listSolicitudMainQuery, { ...query, page: String(page) })
    const size = parsed.page_size
    const found = await findPage(database.kysely, actor, parsed, { timeZone, now })
    expect(found.ids, JSON.stringify([actor.role, query, page])).toEqual(all.slice((page - 1) * size, page * size))
    expect(found.more, JSON.stringify([actor.role, query, page])).toBe(all.length > page * size)
    if (found.exact) expect(found.count, JSON.stringify([actor.role, query, page])).toBe(all.length)
    else expect(found.count).toBeLessThanOrEqual(all.length)
  }
}

/** The first pages, some in the middle, the last one and one beyond. */
const pagesOf = (count: number, size: number) => {
  const last = Math.max(1, Math.ceil(count / size))
  return [...new Set([1, 2, Math.ceil(last / 3), Math.ceil(last / 2), last - 1, last, last + 1])].filter(
    (page) => page >= 1,
  )
}

describe('the seeded case files', () => {
  it('have a sealed history, one chain each', async () => {
    const faults: unknown[] = []
    const onFault = (fault: unknown) => void faults.push(fault)
    const { chains, events } = await atOneMoment(database.kysely, async (trx) => {
      await verifyCounters(trx, onFault)
      return await verifyChains(trx, onFault)
    })
    expect({ chains, events, faults }).toEqual({ chains: 4800, events: 4800, faults: [] })
    const [{ id }] = everything as [Main]
    const actor = { action: 'solicitud.sent', actor_label: 'Ana', id_solicitud_main: id }
    await inTransaction(database.kysely, (trx) => appendEvent(trx, actor))
    expect(await verifyChain(database.kysely, id)).toMatchObject({ intact: true, events: 2 })
    const again = inTransaction(database.kysely, (trx) => beginChains(trx, [actor]))
    await expect(again).rejects.toMatchObject({ code: '23505' })
  })
})

describe('pages of the list of case files', () => {
  it.each(orderings)('equal those of an unoptimized list in the order «%s», for every role', async (ordering) => {
    for (const actor of Object.values(people())) {
      await check(actor, { ordering }, pagesOf(expected(actor, { ordering }).length, 10))
    }
    const { admin } = people()
    await check(admin!, { ordering, id_company: seeded.company }, [1, 100, 200])
  })

  it('include counts not yet added to the tally', async () => {
    const { admin, usuario } = people()
    const { kysely } = database
    const id = 'ZZZZ-0000-0000-0001'
    const at = new Date(now.getTime() - 400 * 86_400_000)
    const common = { id_company: seeded.company, created_at: at, updated_at: at }
    await kysely
      .insertInto('solicitud_main')
      .values({
        id_solicitud_main: id,
        titulo: 'Ñandú',
        created_by: usuario!.id,
        payload_sha256: '0'.repeat(64),
        ...common,
      })
      .execute()
    await kysely
      .insertInto('solicitud')
      .values({ id_solicitud: id, id_solicitud_main: id, position: 0, titulo: 'Una', ...common })
      .execute()
    everything = await readAll()
    for (const actor of [admin!, usuario!]) {
      for (const ordering of ['-updated_at', 'created_at'] as const)
        await check(actor, { ordering }, pagesOf(expected(actor, {}).length, 10))
    }
    expect(await foldTallies(kysely)).toBeGreaterThan(0)
    expect(await foldTallies(kysely)).toBe(0)
    for (const ordering of orderings) await check(admin!, { ordering }, [1, 101, 201, 301])
  })
})

const filters = (): Query[] => [
  { status: 'pendiente' },
  { status: 'agendado' },
  { status: 'concluido' },
  { asignado_a: seeded.mediador },
  { asignado_a: seeded.gestor },
  { mediacion: 'acuerdo_total' },
  { mediacion: 'en_proceso' },
  { vencidas: '1' },
  { sin_fecha: '1' },
  { sin_asignar: '1' },
  { desde: '2026-11-01' },
  { hasta: '2024-12-31' },
  { desde: '2024-03-05', hasta: '2026-02-01' },
  { desde: '2025-03-05', hasta: '2025-03-05' },
  { desde: '2030-01-01' },
  { desde: '2026-01-01', hasta: '2025-01-01' },
  { q: 'pension núñez' },
  { q: 'mediacion' },
  { q: 'ñau' },
  { q: 'contr arrend' },
  { q: 'nadaparecido' },
]

describe('filters of the list of case files', () => {
  it('find exactly the matching case files, for every role', async () => {
    for (const actor of Object.values(people())) {
      for (const filter of filters()) await check(actor, filter, [1, 2, 12])
    }
  })

  it.each(orderings.slice(1))('find exactly the matching case files, in the order «%s»', async (ordering) => {
    const { gestor, admin } = people()
    for (const [n, filter] of filters().entries())
      await check(n % 2 === 0 ? gestor! : admin!, { ...filter, ordering }, [1, 3])
  })

  it('must match the same request', async () => {
    const { admin, mediador } = people()
    const all = filters()
    for (const more of [{ mediacion: 'acuerdo_total' }, { mediacion: 'acuerdo_total', desde: '2025-02-11' }] as const) {
      const query = { status: 'concluido', ...more } as const
      await check(admin!, query, pagesOf(expected(admin!, query).length, 10))
      await check(admin!, { ...query, ordering: 'updated_at' }, [1, 5])
    }
    for (const [n, first] of all.entries()) {
      // Each with three others, so that the kinds are combined.
      for (const step of [1, 4, 9]) {
        const query = { ...first, ...all[(n + step) % all.length] }
        await check(n % 2 === 0 ? admin! : mediador!, query, [1, 2])
      }
    }
  })
})

describe('counts of case files by status', () => {
  const statuses = ['pendiente', 'agendado', 'concluido']
  it('equal the list under all other filters, or are lower bounds, for every role', async () => {
    let bounds = 0
    const checkCounts = async (actor: Actor, query: Query, isExact = false) => {
      const parsed = z.parse(listSolicitudMainQuery, query)
      const { exact, ...counts } = await countStatuses(database.kysely, actor, parsed, { timeZone, now })
      const { status: _, ...others } = query
      const ids = new Set(expected(actor, others))
      const shown = everything.filter(({ id }) => ids.has(id)).map(statusOf)
      const wanted: Record<string, number> = { all: shown.length }
      for (const status of statuses) wanted[status] = shown.filter((one) => one === status).length
      const what = JSON.stringify([actor.role, query])
      if (isExact) expect(exact, what).toBe(true)
      if (exact) return expect(counts, what).toEqual(wanted)
      bounds += 1
      for (const [status, n] of Object.entries(counts)) expect(n, what).toBeLessThanOrEqual(wanted[status]!)
      expect(counts.all, what).toBe(counts.pendiente + counts.agendado + counts.concluido)
    }
    for (const actor of Object.values(people())) {
      for (const filter of filters()) await checkCounts(actor, filter, actor.role === 'usuario')
      await checkCounts(actor, {}, true)
      await checkCounts(actor, { status: 'concluido' }, true)
      await checkCounts(actor, { status: 'pendiente', q: 'ñau' })
    }
    expect(bounds).toBeGreaterThan(0)
    const away: Actor = { id: seeded.gestor, role: 'gestor', id_company: null }
    const none = { all: 0, pendiente: 0, agendado: 0, concluido: 0, exact: true }
    const query = z.parse(listSolicitudMainQuery, {})
    expect(await countStatuses(database.kysely, away, query, { timeZone, now })).toEqual(none)
  })

  it('have case files of requests that are differently far', () => {
    const mixed = everything.filter(({ requests }) => new Set(requests.map(({ status }) => status)).size > 1)
    expect(mixed.some(({ requests }) => requests.every(({ status }) => status !== 'agendado'))).toBe(true)
  })
})

describe('ids in the search of case files', () => {
  it('are found in any notation', async () => {
    const { gestor } = people()
    const main = everything.find((one) => one.id_company === seeded.company)!
    const groups = main.id.split('-')
    for (const q of [
      main.id,
      main.id.toLowerCase(),
      main.id.slice(0, 12),
      groups.slice(1, 3).join('-'),
      groups.join(''),
    ]) {
      const found = await findPage(database.kysely, gestor!, z.parse(listSolicitudMainQuery, { q, page_size: '100' }), {
        timeZone,
        now,
      })
      expect([q, found.ids]).toEqual([q, expect.arrayContaining([main.id])])
      expect(found.count).toBeLessThan(20)
    }
  })
})

describe('counts of requests', () => {
  it('by status equal those of the rows', async () => {
    for (const actor of Object.values(people())) {
      const ids = new Set(expected(actor, {}))
      const mine = everything.filter((main) => ids.has(main.id))
      const statuses = mine.flatMap((main) => main.requests.map((request) => request.status))
      const counts = Object.fromEntries(
        ['pendiente', 'agendado', 'concluido'].map((status) => [
          status,
          statuses.filter((one) => one === status).length,
        ]),
      )
      const none = { pendiente: 0, agendado: 0, concluido: 0 }
      expect({ ...none, ...(await countByStatus(database.kysely, scopeOf(actor)!)) }).toEqual(counts)
    }
  })
})
