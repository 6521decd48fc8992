import type { Solicitud, SolicitudMain } from '@foja/contracts/solicitudes'
import { rebuildLists } from '@foja/db/tally'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { bodyOf, createCase, createPath, mainOf, pdfFile, openOffice } from '../../../../test/office.ts'
import { attach, giveBack, inDays, mediate, send, update } from '../../../../test/steps.ts'

const office = await openOffice()

/** Everything that triggers maintain, as readers see it. */
async function readMaintained() {
  const { db } = office.server.deps
  const tallies = await sql<{
    key: string
    n: number
  }>`select kind || ' ' || scope || ' ' || bucket as key, sum(n)::bigint as n
    from (select * from tally union all select * from tally_change) t group by 1 having sum(n) <> 0 order by 1`.execute(
    db,
  )
  const mains =
    await sql`select id_solicitud_main, facets, palabras::text as words from solicitud_main order by 1`.execute(db)
  const facets =
    await sql`select id_company, facet, updated_at, id_solicitud_main from main_facet order by 1, 2, 3, 4`.execute(db)
  return { tallies: tallies.rows, mains: mains.rows, facets: facets.rows }
}

async function expectMaintained(): Promise<void> {
  const before = await readMaintained()
  await rebuildLists(office.server.deps.db)
  const after = await readMaintained()
  expect(before.tallies).toEqual(after.tallies)
  expect(before.mains).toEqual(after.mains)
  expect(before.facets).toEqual(after.facets)
}

/** A pseudorandom sequence, determined by the seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const rounds = 6
const hoursApart = 13
const hourMs = 3_600_000

it('triggers maintain counts, facets and words through parallel steps of different users', async () => {
  const roll = dice(7)
  // Over several days that end now, while all access tokens are valid.
  office.server.advance(-rounds * hoursApart * hourMs)
  const mains: SolicitudMain[] = []
  for (let n = 0; n < 8; n += 1) {
    const author = n % 3 === 0 ? office.colega : office.usuario
    const files = Array.from({ length: 1 + (n % 3) }, (_, at) => pdfFile(`Anexo ${n} ${at}.pdf`))
    const response = await author.upload(createPath, files, mainOf(files.length, { titulo: `Caso ${n} de Ñuñoa` }))
    mains.push(await bodyOf<SolicitudMain>(response, 201))
  }
  const requests = mains.flatMap((main) => main.solicitudes)
  const step = async (request: Solicitud): Promise<number> => {
    const id = { id_solicitud: request.id_solicitud }
    const { rows } = await sql<{ version: number }>`select version from solicitud
      where id_solicitud = ${request.id_solicitud}`.execute(office.server.deps.db)
    const version = rows[0]!.version
    const staff = roll(2) === 0 ? office.gestor : office.mediador
    const document = request.description[0]!.id_documento
    const steps = [
      () => send(staff, roll(2) === 0 ? id : { ...id, fecha_agendada: inDays(office, 1), asignado_a: staff.id }),
      () => giveBack(staff, { ...id, motivo: 'Falta una firma' }),
      () => update(staff, { ...id, version, status: 'concluido' }),
      () => update(staff, { ...id, version, titulo: `Acta ${roll(9)}`, asignado_a: null }),
      () => update(staff, { ...id, version, partes: [{ nombre: `Peña ${roll(9)}`, rol: 'Parte' }] }),
      () => mediate(staff, document, { status: 'en_proceso' }),
      () => attach(staff, { id_solicitud: request.id_solicitud }),
      () => staff.send('DELETE', '/api/v1/delete_document/', { id_documento: document }),
    ]
    const { status } = await steps[roll(steps.length)]!()
    return status
  }
  const statuses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    statuses.push(...(await Promise.all(requests.map(step))))
    office.server.advance(hoursApart * hourMs)
  }
  // Many steps are refused by state, or their document was deleted; none fails, and enough succeed.
  expect(statuses.filter((status) => status !== 200 && status !== 201 && status !== 400 && status !== 404)).toEqual([])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20)
  await expectMaintained()
})

it('triggers maintain counts for case files created in parallel', async () => {
  await Promise.all(Array.from({ length: 20 }, () => createCase(office.usuario)))
  await expectMaintained()
})
