import type { SigningRecipient, SigningRequest } from '@foja/contracts/signing-requests'

const uuid = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`

export const recipientOf = (digit: string, nombre: string, more: Partial<SigningRecipient> = {}): SigningRecipient => ({
  id: uuid(digit),
  nombre,
  email: `${nombre.split(' ')[0]?.toLowerCase()}@ejemplo.ec`,
  telefono: null,
  identificacion: null,
  must_match: false,
  rol: 'firma',
  turno: 1,
  status: 'enviado',
  channel: 'email',
  mail_status: 'sent',
  places: [],
  code: false,
  code_at: null,
  fields: 'none',
  filled_at: null,
  sent_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  seen_at: null,
  acted_at: null,
  reminded_at: null,
  motivo: null,
  delegated_from: null,
  ...more,
})

/** A running request of two documents; Íñigo has signed, Rocío has opened it. */
export const requestOf = (more: Partial<SigningRequest> = {}): SigningRequest => ({
  id: uuid('a'),
  titulo: 'Acta de acuerdo',
  mensaje: null,
  status: 'enviada',
  id_solicitud: 'AAAA-AAAA-AAAA-AAAA',
  expediente: 'Arrendamiento de local',
  documents: [{ id_documento: uuid('3'), nombre: 'Acta.pdf' }],
  recipients: [
    recipientOf('5', 'Íñigo Núñez', { status: 'firmado', acted_at: new Date(Date.now() - 3_600_000).toISOString() }),
    recipientOf('6', 'Rocío Mora', {
      status: 'visto',
      telefono: '+593 99 123 4567',
      seen_at: new Date(Date.now() - 600_000).toISOString(),
    }),
    recipientOf('7', 'Ximena Ordóñez', { status: 'en_espera', turno: 2, sent_at: null }),
  ],
  allow_delegation: false,
  remind_every_days: 3,
  expires_at: new Date(Date.now() + 10 * 86_400_000).toISOString(),
  created_by: { id: uuid('1'), nombre: 'Lucía Peñaherrera', email: 'lucia@condorandino.ec' },
  created_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  sent_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  completed_at: null,
  motivo: null,
  actions: ['cancel', 'remind', 'change_recipient', 'copy_link'],
  ...more,
})
