import { dataAreas, personalData, personalTables } from '@foja/contracts/personal-data'
import type { PersonFound } from '@foja/contracts/privacy'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import { findPerson, type Person } from './person.ts'
import { rowsOf } from './person-rows.ts'

/** Requests that were sent, or will be, and wait for the person. */
export async function countAwaited(db: Kysely<Database>, person: Person): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recipient t join request q on q.id = t.id_request
    where q.status in ('borrador', 'enviada') and t.status in ('en_espera', 'enviado', 'visto')
    and ${rowsOf(person).recipient}`.execute(db)
  return rows[0]!.n
}

/** Held case files of which the person is a party or a recipient. */
export async function countHeld(db: Kysely<Database>, person: Person): Promise<number> {
  // Without their account: the mediator of a case file is not its party.
  const { solicitud, recipient } = rowsOf({ ...person, user: null })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from case_hold h where exists (
      select from solicitud t where t.id_solicitud_main = h.id_solicitud_main and ${solicitud}) or exists (
      select from recipient t join request q on q.id = t.id_request
      where q.id_solicitud_main = h.id_solicitud_main and ${recipient})`.execute(db)
  return rows[0]!.n
}

/**
 * What is stored of a person: rows by area.
 * @throws ProblemError person_not_found
 */
export async function previewErasure(ctx: Ctx, text: string): Promise<PersonFound> {
  const { db } = ctx
  const person = await findPerson(ctx, text)
  const rows = rowsOf(person)
  const counts = new Map<string, number>()
  for (const name of personalTables) {
    const { rows: found } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} t where ${rows[name]}`.execute(db)
    counts.set(name, found[0]!.n)
  }
  const { user } = person
  return {
    user: user === null ? null : { id: user.id, nombre: user.nombre, email: user.email, removed: user.removed },
    partes: counts.get('solicitud')!,
    destinatarios: counts.get('recipient')!,
    abiertos: await countAwaited(db, person),
    retenidos: await countHeld(db, person),
    areas: dataAreas.flatMap((area) => {
      const own = personalTables.filter((name) => personalData[name].area === area)
      const n = own.reduce((sum, name) => sum + counts.get(name)!, 0)
      return n === 0 ? [] : [{ area, rows: n }]
    }),
  }
}
