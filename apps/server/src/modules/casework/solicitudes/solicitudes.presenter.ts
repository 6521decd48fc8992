import type { Document } from '@foja/contracts/documents'
import type { Solicitud, SolicitudMain } from '@foja/contracts/solicitudes'
import type { MainRow, SolicitudRow } from './solicitudes.queries.ts'

export function presentSolicitud(row: SolicitudRow, documents: Document[]): Solicitud {
  return {
    id_solicitud: row.id_solicitud,
    id_solicitud_main: row.id_solicitud_main,
    titulo: row.titulo,
    tipo: row.tipo,
    notas: row.notas,
    status: row.status,
    fecha_agendada: row.fecha_agendada?.toISOString() ?? null,
    lugar: row.lugar,
    partes: row.partes,
    asignado_a: row.asignado_a === null ? null : { id: row.asignado_a, nombre: row.assignee_nombre ?? '' },
    description: documents,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function presentMain(row: MainRow, solicitudes: Solicitud[]): SolicitudMain {
  return {
    id_solicitud_main: row.id_solicitud_main,
    titulo: row.titulo,
    id_company: row.id_company,
    created_by: { id: row.created_by, nombre: row.author_nombre, email: row.author_email },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    solicitudes,
  }
}
