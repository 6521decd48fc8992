import type { Convocation, ConvenedParty, ConveneView } from '@foja/contracts/convocations'

const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** What the page of a convened party gets. */
export const convenedOf = (change: Partial<ConveneView> = {}): ConveneView => ({
  kind: 'convocatoria',
  id: '77777777-7777-4777-8777-777777777777',
  company: 'Cóndor Andino',
  logo: null,
  asked_by: 'Andrés Muñoz',
  titulo: 'Liquidación laboral',
  mensaje: null,
  fecha: ahead(10),
  time_zone: 'America/Guayaquil',
  lugar: 'Sala 2',
  recipient: { nombre: 'Joaquín Vera' },
  answer: null,
  motivo: null,
  fecha_propuesta: null,
  may_answer: true,
  moved: false,
  calendar: 'BEGIN:VCALENDAR',
  ...change,
})

export const partyOf = (nombre: string, change: Partial<ConvenedParty> = {}): ConvenedParty => ({
  id: `${nombre.charCodeAt(0)}`.padStart(8, '0') + '-8888-4888-8888-888888888888',
  nombre,
  email: `${nombre.toLowerCase()}@cliente.example`,
  telefono: null,
  status: 'enviado',
  channel: 'email',
  mail_status: 'sent',
  sent_at: ahead(-1),
  seen_at: null,
  acted_at: null,
  reminded_at: null,
  answer: null,
  motivo: null,
  fecha_propuesta: null,
  ...change,
})

/** A convocation as the office sees it. */
export const convocationOf = (recipients: ConvenedParty[], change: Partial<Convocation> = {}): Convocation => ({
  id_solicitud: 'AAAA-AAAA-AAAA-AAAA',
  convocation: {
    id: '66666666-6666-4666-8666-666666666666',
    fecha: ahead(10),
    mensaje: null,
    created_by: { id: '11111111-1111-4111-8111-111111111111', nombre: 'Andrés Muñoz', email: 'andres@oficina.ec' },
    sent_at: ahead(-1),
    recipients,
  },
  moved: false,
  actions: ['convene', 'remind', 'change_recipient', 'copy_link'],
  ...change,
})
