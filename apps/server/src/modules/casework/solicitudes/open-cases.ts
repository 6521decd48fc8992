import { can, type Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type RawBuilder } from 'kysely'

/** An open request that a user is responsible for: assigned to them, or their own and unassigned. */
export type OpenCase = {
  person: string
  id_solicitud: string
  id_solicitud_main: string
  id_company: string
  assigned: boolean
}

/** The open requests of several users; each part uses its own index (migrations 0001 and 0004). */
const openCases = (people: readonly string[]): RawBuilder<OpenCase> => sql<OpenCase>`
  select s.asignado_a as person, s.id_solicitud, s.id_solicitud_main, s.id_company, true as assigned
  from solicitud s where s.asignado_a = any(${[...people]}::uuid[]) and s.status <> 'concluido'
  union all
  select m.created_by, s.id_solicitud, s.id_solicitud_main, s.id_company, false
  from solicitud_main m join solicitud s on s.id_solicitud_main = m.id_solicitud_main
  where m.created_by = any(${[...people]}::uuid[]) and m.facets && array['s:pendiente', 's:agendado']
    and s.status <> 'concluido' and s.asignado_a is null`

/** The number of open requests per user; users without any are absent. */
export async function countOpenCases(db: Kysely<Database>, people: readonly string[]): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ person: string; n: number }>`
    select person, count(*)::int as n from (${openCases(people)}) cases group by person`.execute(db)
  return new Map(rows.map(({ person, n }) => [person, n]))
}

/** The user's future role and company; null: the user is removed. */
export type Afterwards = Pick<Actor, 'role' | 'id_company'> | null

function mayKeep({ person, id_company, assigned }: OpenCase, after: Afterwards): boolean {
  if (after === null) return false
  const actor = { id: person, ...after }
  return assigned
    ? can('solicitud.schedule', actor, { id_company, created_by: null })
    : can('solicitud.read', actor, { id_company, created_by: person })
}

/** The open requests that a user may not keep with their future role and company, in a fixed order. */
export async function findLeftCases(db: Kysely<Database>, person: string, after: Afterwards): Promise<OpenCase[]> {
  const { rows } = await openCases([person]).execute(db)
  const left = rows.filter((row) => !mayKeep(row, after))
  const keyOf = (row: OpenCase) => row.id_solicitud_main + row.id_solicitud
  return left.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
