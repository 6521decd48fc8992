import type { RecipientView } from '@foja/contracts/recipients'

/** A document of a request as its recipient sees it; `digit` makes its ids. */
export const recipientDocument = (digit: number, nombre: string, paginas = 1): RecipientView['documents'][number] => ({
  id_documento: `${String(digit).repeat(8)}-3333-4333-8333-333333333333`,
  nombre,
  size: 96_000,
  sha256: String(digit).repeat(64),
  signed: false,
  position: null,
  download_url: `/api/v1/open_link/${digit}/`,
  images: {
    paginas,
    pages: Array.from({ length: paginas }, (_, at) => ({
      page: at + 1,
      width: 595,
      height: 842,
      url: `/api/v1/page_image/${digit}-${at + 1}/`,
    })),
  },
})

/** A request for signatures of one document, as Íñigo sees it. */
export const recipientView = (change: Partial<RecipientView> = {}): RecipientView => ({
  kind: 'firmas',
  id: '77777777-7777-4777-8777-777777777777',
  company: 'Cóndor Andino',
  logo: null,
  asked_by: 'Lucía Peñaherrera',
  titulo: 'Acuerdo por el local',
  mensaje: null,
  status: 'enviada',
  expires_at: '2100-11-27T20:00:00.000Z',
  copies_until: null,
  recipient: {
    nombre: 'Íñigo Núñez',
    email: 'inigo@ejemplo.ec',
    rol: 'firma',
    status: 'visto',
    identificacion: null,
  },
  others: [],
  documents: [recipientDocument(1, 'Acta.pdf')],
  fill: null,
  level: 'B-B',
  acts: ['read'],
  ...change,
})
