import type { DeliveryView, DocumentRequest } from '@foja/contracts/document-requests'

const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const asked = (id: string, nombre: string) => ({
  id,
  nombre,
  ayuda: null,
  obligatorio: true,
  acepta: ['pdf' as const, 'imagen' as const],
  max_files: 1,
  status: 'pendiente' as const,
  motivo: null,
  reviewed_at: null,
  documents: [],
})

export const fileOf = (nombre: string) => ({
  id: '99999999-9999-4999-8999-999999999999',
  nombre,
  mime: 'application/pdf',
  size: 96_000,
  sha256: 'a'.repeat(64),
  paginas: 2,
  delivered_at: new Date(Date.now() - 600_000).toISOString(),
  download_url: '/api/v1/file/x/',
})

/** What the page of a recipient of three documents gets. */
export const deliveryOf = (change: Partial<DeliveryView> = {}): DeliveryView => ({
  kind: 'documentos',
  id: '77777777-7777-4777-8777-777777777777',
  company: 'Cóndor Andino',
  logo: null,
  asked_by: 'Andrés Muñoz',
  titulo: 'Liquidación laboral',
  mensaje: null,
  status: 'abierta',
  expires_at: ahead(10),
  copies_until: null,
  recipient: { nombre: 'Joaquín Vera', email: 'joaquin@cliente.example' },
  requirements: [asked('1', 'Cédula'), asked('2', 'Rol de pagos'), asked('3', 'Planilla')],
  left: { files: 30, bytes: 200_000_000 },
  delivered_at: null,
  may_deliver: true,
  ...change,
})

/** The same request as the office sees it. */
export const documentRequestOf = (change: Partial<DocumentRequest> = {}): DocumentRequest => ({
  id: '77777777-7777-4777-8777-777777777777',
  titulo: 'Liquidación laboral',
  mensaje: null,
  status: 'abierta',
  id_solicitud: 'AAAA-AAAA-AAAA-AAAA',
  expediente: 'Liquidación laboral',
  recipients: [
    {
      id: '88888888-8888-4888-8888-888888888888',
      nombre: 'Joaquín Vera',
      email: 'joaquin@cliente.example',
      telefono: null,
      code: false,
      code_at: null,
      status: 'visto',
      channel: 'email',
      mail_status: 'sent',
      sent_at: ahead(-1),
      seen_at: ahead(-1),
      acted_at: null,
      reminded_at: null,
    },
  ],
  requirements: ['Cédula', 'Rol de pagos', 'Planilla'].map((nombre, at) => ({
    ...asked(String(at + 1), nombre),
    id_recipient: '88888888-8888-4888-8888-888888888888',
  })),
  remind_every_days: 3,
  expires_at: ahead(10),
  created_by: { id: '1', nombre: 'Andrés Muñoz', email: 'andres@oficina.ec' },
  created_at: ahead(-1),
  completed_at: null,
  motivo: null,
  actions: ['cancel', 'remind', 'change_recipient', 'copy_link', 'review'],
  ...change,
})
