import type { Document } from '@foja/contracts/documents'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { documentsOfSolicitudes } from '../../documents/public.ts'
import { presentMain, presentSolicitud } from './solicitudes.presenter.ts'
import { findMains, findSolicitudes } from './solicitudes.queries.ts'

/** Case files with their requests and documents, in the order of `ids`: four queries for any number. */
export async function loadMains(db: Kysely<Database>, ids: string[]): Promise<SolicitudMain[]> {
  const mains = new Map((await findMains(db, ids)).map((row) => [row.id_solicitud_main, row]))
  const solicitudes = await findSolicitudes(db, ids)
  const documents: Map<string, Document[]> = await documentsOfSolicitudes(
    db,
    solicitudes.map((row) => row.id_solicitud),
  )
  return ids.flatMap((id) => {
    const main = mains.get(id)
    if (main === undefined) return []
    const own = solicitudes.filter((row) => row.id_solicitud_main === id)
    return [
      presentMain(
        main,
        own.map((row) => presentSolicitud(row, documents.get(row.id_solicitud) ?? [])),
      ),
    ]
  })
}
