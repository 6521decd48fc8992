import type { SolicitudStatus } from '@foja/contracts/states'
import type { Texts } from './locale.ts'

/** Column headers, in order. */
export const columnTexts = {
  expediente: { es: 'Expediente', en: 'Case file' },
  id_solicitud_main: { es: 'Código del expediente', en: 'Case file code' },
  solicitud: { es: 'Solicitud', en: 'Request' },
  id_solicitud: { es: 'Código de la solicitud', en: 'Request code' },
  tipo: { es: 'Tipo', en: 'Type' },
  estado: { es: 'Estado', en: 'Status' },
  fecha: { es: 'Fecha agendada', en: 'Scheduled for' },
  lugar: { es: 'Lugar', en: 'Place' },
  asignado: { es: 'Asignada a', en: 'Assigned to' },
  partes: { es: 'Partes', en: 'Parties' },
  documentos: { es: 'Documentos', en: 'Documents' },
  mediacion: { es: 'Mediación', en: 'Mediation' },
  creada_por: { es: 'Creada por', en: 'Created by' },
  creada: { es: 'Creada', en: 'Created' },
  cambiada: { es: 'Último cambio', en: 'Last change' },
} as const satisfies Record<string, Texts>

export const statusTexts: Record<SolicitudStatus, Texts> = {
  pendiente: { es: 'Pendiente', en: 'Pending' },
  agendado: { es: 'Agendado', en: 'Scheduled' },
  concluido: { es: 'Concluido', en: 'Concluded' },
}

export const fileTexts: Texts = { es: 'solicitudes', en: 'requests' }
