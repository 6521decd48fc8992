import { doneStatuses } from '@foja/contracts/request-states'
import type { Progress } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

export type CaseProgress = { firmas: Progress | null; documentos: Progress | null }

/** Of the running requests for signatures of several case files: those who have acted, among those who must. */
async function countActed(db: Kysely<Database>, mains: string[]) {
  return await db
    .selectFrom('request')
    .innerJoin('recipient', 'recipient.id_request', 'request.id')
    .where('request.id_solicitud_main', 'in', mains)
    .where('request.status', '=', 'enviada')
    .where('request.kind', '=', 'firmas')
    .where('recipient.rol', '<>', 'copia')
    .where('recipient.status', '<>', 'delegado')
    .groupBy('request.id_solicitud_main')
    .select((eb) => [
      'request.id_solicitud_main as id',
      eb.fn.countAll<string>().as('total'),
      eb.fn.countAll<string>().filterWhere('recipient.status', 'in', doneStatuses).as('hechos'),
    ])
    .execute()
}

/** Of the running requests for documents: the required documents that have arrived and were not returned. */
async function countArrived(db: Kysely<Database>, mains: string[]) {
  return await db
    .selectFrom('request')
    .innerJoin('recipient', 'recipient.id_request', 'request.id')
    .innerJoin('requirement', 'requirement.id_recipient', 'recipient.id')
    .where('request.id_solicitud_main', 'in', mains)
    .where('request.status', '=', 'enviada')
    .where('requirement.obligatorio', '=', true)
    .groupBy('request.id_solicitud_main')
    .select((eb) => [
      'request.id_solicitud_main as id',
      eb.fn.countAll<string>().as('total'),
      eb.fn.countAll<string>().filterWhere('requirement.status', 'in', ['recibido', 'aceptado']).as('hechos'),
    ])
    .execute()
}

/** How far the running requests of each case file are: two queries for any number. */
export async function progressOfCases(db: Kysely<Database>, mains: string[]): Promise<(main: string) => CaseProgress> {
  if (mains.length === 0) return () => ({ firmas: null, documentos: null })
  const [acted, arrived] = [await countActed(db, mains), await countArrived(db, mains)]
  const progressIn = (rows: typeof acted, main: string): Progress | null => {
    const row = rows.find(({ id }) => id === main)
    return row === undefined ? null : { hechos: Number(row.hechos), total: Number(row.total) }
  }
  return (main) => ({ firmas: progressIn(acted, main), documentos: progressIn(arrived, main) })
}
