import type { DocumentDetails } from '@foja/contracts/documents'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'

const person = { id: '11111111-1111-4111-8111-111111111111', nombre: 'Lucía', email: 'lucia@condorandino.ec' }
const company = '22222222-2222-4222-8222-222222222222'
const at = '2026-11-12T10:00:00.000Z'
export const idSolicitud = 'AAAA-AAAA-AAAA-AAAA'

/** A PDF document for tests. */
export const makeDocument = (nombre: string, change: Partial<DocumentDetails> = {}): DocumentDetails => ({
  id_documento: '33333333-3333-4333-8333-333333333333',
  nombre,
  pdf_path: 'p',
  mime: 'application/pdf',
  size: 1000,
  sha256: '',
  paginas: 2,
  status_mediacion: 'sin_iniciar',
  version: 1,
  signatures: { count: 0, verdict: null },
  created_by: person,
  created_at: at,
  id_solicitud: idSolicitud,
  id_solicitud_main: 'MMMM-MMMM-MMMM-MMMM',
  titulo: 'Arrendamiento',
  versions: [],
  solicitud_status: 'pendiente',
  actions: [],
  ...change,
})

/** A request in its own case file for tests. */
export function makeSolicitud(change: Partial<SolicitudDetails> = {}): SolicitudDetails {
  const request = {
    id_solicitud: idSolicitud,
    id_solicitud_main: 'MMMM-MMMM-MMMM-MMMM',
    titulo: 'Arrendamiento',
    tipo: null,
    notas: 'Notas de antes',
    status: 'pendiente' as const,
    fecha_agendada: null,
    lugar: null,
    partes: [],
    asignado_a: null,
    version: 4,
    created_at: at,
    updated_at: at,
    ...change,
  }
  const description = change.description ?? [makeDocument('Demanda.pdf')]
  return {
    actions: [],
    history: [],
    history_intact: true,
    ...request,
    description,
    solicitud_main: {
      id_solicitud_main: 'MMMM-MMMM-MMMM-MMMM',
      titulo: 'Arrendamiento',
      id_company: company,
      created_by: person,
      created_at: at,
      updated_at: at,
      solicitudes: [{ ...request, description: [] }],
    },
  }
}
