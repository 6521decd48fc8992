import type { RecipientView } from '@foja/contracts/recipients'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recipientDocument, recipientView } from '../../test/recipient-view.ts'
import { renderWithQueries } from '../../test/render.tsx'
import { at, http, HttpResponse, problem, server, signedIn, useServer, visits } from '../../test/server.ts'
import { RecipientPage } from './components/recipient-page.tsx'

const key = vi.hoisted(() => ({
  opened: [] as string[],
  forgotten: 0,
  serialNumber: '1712345482',
  problems: [] as string[],
}))
vi.mock('../../lib/files/browser-key.ts', () => {
  class BrowserKeyError extends Error {
    readonly code: string
    constructor(code: string) {
      super(code)
      this.name = 'BrowserKeyError'
      this.code = code
    }
  }
  return {
    BrowserKeyError,
    openBrowserKey: async (_files: unknown, passphrase: string) => {
      key.opened.push(passphrase)
      if (passphrase !== 'clave-1') throw new BrowserKeyError('p12_wrong_passphrase')
      return {
        certificate: 'Y2Vy',
        chain: [],
        subject: { commonName: 'ÍÑIGO NÚÑEZ', serialNumber: key.serialNumber, text: '' },
        problems: key.problems,
        sign: async (attributes: string) => `signed-${attributes}`,
        forget: () => void (key.forgotten += 1),
      }
    },
  }
})

useServer()

const token = 'x'.repeat(43)
const idOf = (digit: number) => `${String(digit).repeat(8)}-3333-4333-8333-333333333333`

const documentOf = (digit: number, nombre: string) => recipientDocument(digit, nombre, 2)

const viewOf = (change: Partial<RecipientView> = {}): RecipientView =>
  recipientView({
    mensaje: 'Es lo que acordamos.',
    others: [
      { nombre: 'Ana Terán', rol: 'firma', turno: 1, status: 'firmado' },
      { nombre: 'Beto Salazar', rol: 'firma', turno: 3, status: 'en_espera' },
    ],
    documents: [documentOf(1, 'Acta.pdf'), documentOf(2, 'Convenio.pdf')],
    acts: ['read', 'sign', 'decline', 'delegate'],
    ...change,
  })

type Body = Record<string, unknown>
type Sent = { call: string; body: Body }

/** Answers as the server does: the state changes with each signature. `fail`: what a call answers instead. */
function serve(
  start: RecipientView | null,
  fail: (sent: Sent, times: number) => Response | undefined = () => undefined,
) {
  let view = start
  const sent: Sent[] = []
  const headers: Headers[] = []
  const answer = async (request: Request, reply: (body: Body) => object): Promise<Response> => {
    headers.push(request.headers)
    const call = new URL(request.url).pathname.split('/')[3]!
    const body =
      request.method === 'GET'
        ? {}
        : ((await request.text().then((text) => (text === '' ? {} : JSON.parse(text)))) as Body)
    sent.push({ call, body })
    const refused = fail({ call, body }, sent.filter((one) => one.call === call).length)
    if (refused !== undefined) return refused
    return view === null ? problem(404, 'not_found') : HttpResponse.json(reply(body))
  }
  const act = (status: RecipientView['recipient']['status']) => {
    view = { ...view!, recipient: { ...view!.recipient, status }, acts: ['read'] }
    return { status }
  }
  server.use(
    http.get(at('/api/v1/recipient_request/'), ({ request }) => answer(request, () => view!)),
    http.post(at('/api/v1/recipient_prepare/'), ({ request }) =>
      answer(request, ({ id_documento }) => ({
        id_preparacion: id_documento,
        signed_attributes: 'YXRy',
        hash: 'sha256',
        expires_at: '2100-01-01T00:00:00.000Z',
      })),
    ),
    http.post(at('/api/v1/recipient_complete/'), ({ request }) =>
      answer(request, ({ id_preparacion: id }) => {
        const documents = view!.documents.map((one) => (one.id_documento === id ? { ...one, signed: true } : one))
        view = { ...view!, documents }
        const { status } = documents.every(({ signed }) => signed) ? act('firmado') : view.recipient
        const document = { id_documento: id, pdf_path: 'h', sha256: 'f'.repeat(64), version: 2 }
        return { document: { ...document, level: 'B-B', signatures: 1, code: null, repaired: false }, status }
      }),
    ),
    http.post(at('/api/v1/recipient_approve/'), ({ request }) => answer(request, () => act('aprobado'))),
    http.post(at('/api/v1/recipient_decline/'), ({ request }) => answer(request, () => act('rechazado'))),
    http.post(at('/api/v1/recipient_delegate/'), ({ request }) => answer(request, () => act('delegado'))),
  )
  return {
    sent,
    headers,
    bodies: (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body),
    change: (next: Partial<RecipientView>) => (view = { ...view!, ...next }),
  }
}

const open = (p = token) => renderWithQueries(<RecipientPage token={p} mainId="m" brand="Foja" tools={null} />)
const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole('button', { name }))

/** Chooses the key and signs. */
async function sign(passphrase = 'clave-1', button: string | RegExp = /^Firmar (los|el)/): Promise<void> {
  if (screen.queryByLabelText('Clave de tu firma') === null) await press(/^Firmar/)
  fireEvent.change(await screen.findByLabelText('Tu firma electrónica', { selector: 'input' }), {
    target: { files: [new File(['x'], 'inigo.p12')] },
  })
  await userEvent.type(screen.getByLabelText('Clave de tu firma'), passphrase)
  await press(button)
}

beforeEach(() => {
  Object.assign(key, { opened: [], forgotten: 0, serialNumber: '1712345482', problems: [] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('the page of a recipient', () => {
  it('shows who asks for what, until when, the message and the others in their order', async () => {
    const { headers } = serve(viewOf())
    signedIn()
    open()
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Lucía Peñaherrera te pide firmar 2 documentos' }),
    ).toBeTruthy()
    expect(
      screen.getByText(/^Hasta el viernes, 27 de noviembre de 2100$|^Hasta el .* de noviembre de 2100$/),
    ).toBeTruthy()
    expect(screen.getByText('«Es lo que acordamos.»')).toBeTruthy()
    const rows = within(screen.getByRole('list', { name: 'Quiénes firman' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Ana TeránYa firmó',
      'Tú, Íñigo NúñezTe toca ahora',
      'Beto SalazarFirma después',
    ])
    expect(headers[0]!.get('x-recipient')).toBe(token)
    expect(headers[0]!.get('authorization')).toBe(null)
  })

  it('marks where the recipient signs, also on the last page, and no longer once it is signed', async () => {
    const position = { page: 'last' as const, x: 100, y: 600, width: 176, height: 69 }
    serve(
      viewOf({
        documents: [
          { ...documentOf(1, 'Acta.pdf'), position },
          { ...documentOf(2, 'Convenio.pdf'), position, signed: true },
        ],
      }),
    )
    open()
    await waitFor(() => expect(document.querySelectorAll('[data-sign-here]')).toHaveLength(1))
    expect(document.querySelector('[data-sign-here]')!.closest('[data-page]')!.getAttribute('data-page')).toBe('2')
    await userEvent.click(screen.getByRole('tab', { name: /Convenio/ }))
    expect(document.querySelector('[data-sign-here]')).toBe(null)
    expect(screen.getByRole('link', { name: 'Descargar Convenio.pdf' }).getAttribute('href')).toBe(
      '/api/v1/open_link/2/',
    )
  })

  it('thanks a recipient who has filled their fields and waits', async () => {
    serve(viewOf({ acts: ['read'], recipient: { ...viewOf().recipient, status: 'en_espera' } }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Gracias, tus datos están guardados' })).toBeTruthy()
  })

  it.each([
    ['an unknown token', token, null],
    ['an address without a token', '', null],
    ['a token that no header can carry', 'ñandú😀', null],
    ['a request that allows nothing', token, viewOf({ acts: [], status: 'anulada' })],
  ])('is the same for %s: the link no longer opens', async (_, p, view) => {
    serve(view)
    open(p)
    expect(await screen.findByRole('heading', { level: 1, name: 'Este enlace ya no abre' })).toBeTruthy()
    expect(visits).toEqual([])
  })

  it.each([401, 403, 429, 500, 503, 0])('says by itself why it does not open, without /refresh: %i', async (status) => {
    serve(viewOf(), () => (status === 0 ? HttpResponse.error() : problem(status, 'why', { request_id: 'r-7' })))
    open()
    expect(await screen.findByText(status === 0 ? /Se cortó la conexión/ : /Qué hacer\./)).toBeTruthy()
    expect(visits).toEqual([])
    serve(viewOf())
    await press('Reintentar')
    expect(await screen.findByRole('heading', { name: /te pide firmar/ })).toBeTruthy()
  })
})

describe('the page of a recipient on a phone', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), { media, matches: true } as MediaQueryList),
    )
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(358)
  })

  it('shows the people in one line, a button for each document, and its pages as wide as the screen', async () => {
    serve(viewOf())
    open()
    expect(await screen.findByText('Ana Terán firmó')).toBeTruthy()
    expect(screen.getByText('Ahora tú')).toBeTruthy()
    expect(screen.getByText('Beto Salazar después')).toBeTruthy()
    await press('Convenio.pdf')
    expect(screen.getByRole('button', { name: 'Convenio.pdf', pressed: true })).toBeTruthy()
    expect(screen.getByAltText('Página 1 de 2').getAttribute('width')).toBe('358')
    expect(screen.getByAltText('Página 1 de 2').getAttribute('src')).toBe('/api/v1/page_image/2-1/')
  })

  it('folds a long list of people', async () => {
    const others = ['A', 'B', 'C', 'D'].map((nombre) => ({
      nombre,
      rol: 'aprueba' as const,
      turno: 2,
      status: 'enviado' as const,
    }))
    serve(viewOf({ others: [...others, { nombre: 'E', rol: 'copia', turno: null, status: 'en_espera' }] }))
    open()
    expect(await screen.findByText('Quiénes firman: 0 de 5')).toBeTruthy()
    expect(screen.getByText('Recibe una copia al final')).toBeTruthy()
  })

  it('keeps the chosen file while the documents are read again', async () => {
    serve(viewOf())
    open()
    await press('Firmar')
    fireEvent.change(await screen.findByLabelText('Tu firma electrónica', { selector: 'input' }), {
      target: { files: [new File(['x'], 'inigo.p12')] },
    })
    await press('Volver a leer')
    expect(await screen.findByAltText('Página 1 de 2')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await press('Firmar')
    expect(await screen.findByText('inigo.p12')).toBeTruthy()
  })
})

describe('signing as a recipient', () => {
  it('signs all documents with one passphrase, again upon the newest version of one that changed', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300)
    const fake = serve(viewOf(), ({ call, body }, times) => {
      if (call !== 'recipient_prepare' || body['id_documento'] !== idOf(2) || times !== 2) return undefined
      const [first, second] = fake.change({}).documents
      fake.change({ documents: [first!, { ...second!, sha256: 'e'.repeat(64) }] })
      return problem(400, 'stale_document')
    })
    open()
    await sign()
    expect(await screen.findByRole('heading', { level: 1, name: 'Listo, firmaste 2 documentos' })).toBeTruthy()
    expect(key.opened).toEqual(['clave-1'])
    expect(key.forgotten).toBe(1)
    expect(fake.bodies('recipient_prepare').map(({ sha256 }) => sha256)).toEqual([
      '1'.repeat(64),
      '2'.repeat(64),
      'e'.repeat(64),
    ])
    expect(fake.bodies('recipient_prepare')[0]).toEqual({
      id_documento: idOf(1),
      sha256: '1'.repeat(64),
      certificate: 'Y2Vy',
      chain: [],
      utc_offset: -300,
      language: 'es',
    })
    expect(fake.bodies('recipient_complete')).toEqual(
      [1, 2].map((digit) => ({ id_preparacion: idOf(digit), signature: 'signed-YXRy' })),
    )
    expect(screen.getByText('Falta la firma de Beto Salazar')).toBeTruthy()
    expect(screen.getByText(/te escribimos a inigo@ejemplo.ec/)).toBeTruthy()
    expect(JSON.stringify(fake.sent)).not.toContain('clave-1')
  })

  it('gives up a document that keeps changing after five repetitions', async () => {
    const fake = serve(viewOf(), ({ call }) =>
      call === 'recipient_prepare' ? problem(400, 'stale_document') : undefined,
    )
    open()
    await sign()
    expect(await screen.findByText('No se firmó «Acta.pdf»')).toBeTruthy()
    expect(fake.bodies('recipient_prepare')).toHaveLength(6)
  })

  it('a wrong passphrase is corrected in its field; nothing is sent before', async () => {
    const fake = serve(viewOf())
    open()
    await sign('otra')
    expect(await screen.findByText(/Esa no es la clave de esta firma/)).toBeTruthy()
    expect(screen.getByLabelText('Clave de tu firma')).toHaveProperty('value', '')
    expect(fake.sent.map(({ call }) => call).filter((call) => call !== 'recipient_request')).toEqual([])
    await sign()
    expect(await screen.findByRole('heading', { name: 'Listo, firmaste 2 documentos' })).toBeTruthy()
  })

  it('a certificate of another person is refused before anything is sent', async () => {
    const fake = serve(viewOf({ recipient: { ...viewOf().recipient, identificacion: '1700000000' } }))
    open()
    await press('Firmar')
    expect(await screen.findByText('Debe ser la de Íñigo Núñez, con identificación 17•••••000.')).toBeTruthy()
    await sign()
    expect(await screen.findByText(/Este certificado es de ÍÑIGO NÚÑEZ, con identificación 1712345482/)).toBeTruthy()
    expect(fake.bodies('recipient_prepare')).toEqual([])
    expect(key.forgotten).toBe(1)
  })

  it('a certificate that the server refuses for its identification is shown at the file', async () => {
    serve(viewOf(), ({ call }) =>
      call === 'recipient_prepare'
        ? problem(400, 'identification_differs', { detail: 'Es de otra persona.' })
        : undefined,
    )
    open()
    await sign()
    expect(await screen.findByText('Es de otra persona.')).toBeTruthy()
    expect(screen.getByLabelText('Clave de tu firma')).toBeTruthy()
    expect(screen.queryByText(/No se firmó/)).toBe(null)
  })

  it('an expired certificate and a file of another kind are refused in words', async () => {
    key.problems = ['certificate_expired']
    serve(viewOf())
    open()
    await sign()
    expect(await screen.findByText(/Este certificado caducó/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Tu firma electrónica', { selector: 'input' }), {
      target: { files: [new File(['x'], 'acta.pdf')] },
    })
    expect(await screen.findByText(/«acta.pdf» no es una firma electrónica/)).toBeTruthy()
    await press(/^Firmar los/)
    expect(await screen.findByText('Elige el archivo de tu firma.')).toBeTruthy()
    expect(screen.getByText('Escribe la clave de tu firma.')).toBeTruthy()
  })

  it('a failure names the document and the reason, and the rest goes on without the passphrase', async () => {
    const fake = serve(viewOf(), ({ call, body }, times) =>
      call === 'recipient_prepare' && body['id_documento'] === idOf(1) && times === 1
        ? problem(400, 'timestamp_failed', { detail: 'El sello de tiempo no respondió.' })
        : undefined,
    )
    open()
    await sign()
    expect(await screen.findByText('No se firmó «Acta.pdf»')).toBeTruthy()
    expect(screen.getByText('El sello de tiempo no respondió.')).toBeTruthy()
    expect(screen.queryByLabelText('Clave de tu firma')).toBe(null)
    await press('Seguir')
    expect(await screen.findByRole('heading', { name: 'Listo, firmaste 2 documentos' })).toBeTruthy()
    // What failed is tried last.
    expect(fake.bodies('recipient_prepare').map((body) => body['id_documento'])).toEqual([1, 2, 1].map(idOf))
    expect(key.opened).toHaveLength(1)
  })

  it('a connection lost after the server signed does not sign the document twice', async () => {
    const lost = (): Response => HttpResponse.error()
    const fake = serve(viewOf(), ({ call }, times) => {
      if (call !== 'recipient_complete' || times !== 1) return undefined
      const [first, second] = fake.change({}).documents
      fake.change({ documents: [{ ...first!, signed: true }, second!] })
      return lost()
    })
    open()
    await sign()
    expect(await screen.findByText(/Se cortó la conexión\. Lo firmado queda firmado/)).toBeTruthy()
    await press('Seguir')
    expect(await screen.findByRole('heading', { name: 'Listo, firmaste 2 documentos' })).toBeTruthy()
    expect(fake.bodies('recipient_prepare').map((body) => body['id_documento'])).toEqual([1, 2].map(idOf))
  })

  it('a request that ended meanwhile leads to the page of closed links', async () => {
    serve(viewOf(), ({ call }, times) => {
      if (call === 'recipient_prepare') return problem(400, 'request_closed')
      return call === 'recipient_request' && times > 1 ? problem(404, 'not_found') : undefined
    })
    open()
    await sign()
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no abre' })).toBeTruthy()
    expect(key.forgotten).toBe(1)
  })
})

describe('approving, declining and handing over', () => {
  const approver = { ...viewOf().recipient, rol: 'aprueba' as const }

  it('approves after one question, and keeps the question open when it fails', async () => {
    const fake = serve(viewOf({ recipient: approver, acts: ['read', 'approve', 'decline'] }), ({ call }, times) =>
      call === 'recipient_approve' && times === 1 ? problem(503, 'unavailable') : undefined,
    )
    open()
    expect(await screen.findByRole('heading', { name: 'Lucía Peñaherrera te pide aprobar 2 documentos' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Debe aprobar otra persona' })).toBe(null)
    await press('Aprobar')
    await press('Sí, aprobar')
    expect(await screen.findByText('Qué hacer.')).toBeTruthy()
    await press('Sí, aprobar')
    expect(await screen.findByRole('heading', { name: 'Listo, aprobaste 2 documentos' })).toBeTruthy()
    expect(fake.bodies('recipient_approve')).toHaveLength(2)
    expect(visits).toEqual([])
  })

  it('shows the new state of a request that ended before it was approved', async () => {
    serve(viewOf({ recipient: approver, acts: ['read', 'approve'] }), ({ call }, times) => {
      if (call === 'recipient_approve') return problem(400, 'request_closed')
      return times > 1 ? problem(404, 'not_found') : undefined
    })
    open()
    await press('Aprobar')
    await press('Sí, aprobar')
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no abre' })).toBeTruthy()
  })

  it('declines only with a reason, which stays after a failure', async () => {
    const fake = serve(viewOf(), ({ call }, times) =>
      call === 'recipient_decline' && times === 1 ? HttpResponse.error() : undefined,
    )
    open()
    await press('No voy a firmar')
    const dialog = within(await screen.findByRole('alertdialog').catch(() => screen.getByRole('dialog')))
    await userEvent.click(dialog.getByRole('button', { name: 'Rechazar el pedido' }))
    expect(await screen.findByText('Escribe por qué, en una frase.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(/^Motivo/), 'El monto no es ese.')
    await userEvent.click(dialog.getByRole('button', { name: 'Rechazar el pedido' }))
    expect(await screen.findByText(/El servidor no respondió/)).toBeTruthy()
    expect(dialog.getByLabelText(/^Motivo/)).toHaveProperty('value', 'El monto no es ese.')
    await userEvent.click(dialog.getByRole('button', { name: 'Rechazar el pedido' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'No firmas, y ya lo avisamos' })).toBeTruthy()
    expect(fake.bodies('recipient_decline')).toEqual([1, 2].map(() => ({ motivo: 'El monto no es ese.' })))
  })

  it('hands the request over, with the server’s error at the address', async () => {
    const fake = serve(viewOf(), ({ call }, times) =>
      call === 'recipient_delegate' && times === 1
        ? problem(400, 'recipient_repeated', { title: 'Ese correo está repetido' })
        : undefined,
    )
    open()
    await press('Debe firmar otra persona')
    await userEvent.type(await screen.findByLabelText(/^Nombre y apellido/), 'Rosa Mora')
    await userEvent.type(screen.getByLabelText(/^Correo/), 'rosa')
    await press('Pasar el pedido')
    expect(await screen.findByText('Escribe su correo completo.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Correo/), '@ejemplo.ec')
    await press('Pasar el pedido')
    expect(await screen.findByText(/Ese correo está repetido/)).toBeTruthy()
    await press('Pasar el pedido')
    expect(await screen.findByRole('heading', { level: 1, name: 'El pedido pasó a Rosa Mora' })).toBeTruthy()
    expect(fake.bodies('recipient_delegate')[0]).toEqual({ nombre: 'Rosa Mora', email: 'rosa@ejemplo.ec' })
  })
})

describe('coming back afterwards', () => {
  const completed = viewOf({
    status: 'completada',
    copies_until: '2100-12-20T12:00:00.000Z',
    acts: ['read', 'download'],
    others: [{ nombre: 'Ana Terán', rol: 'firma', turno: 1, status: 'firmado' }],
    documents: [{ ...documentOf(1, 'Acta.pdf'), signed: true }],
    recipient: { ...viewOf().recipient, status: 'firmado' },
  })

  it('shows the copies, that all is complete, and until when the link opens', async () => {
    serve(completed)
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Listo, firmaste un documento' })).toBeTruthy()
    expect(screen.getByText('El pedido está completo')).toBeTruthy()
    expect(screen.getByText('Puedes volver con este enlace hasta el 20 de diciembre de 2100.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'comprobar las firmas' }).getAttribute('href')).toBe('/verificar')
    expect(screen.queryByRole('button', { name: /Firmar/ })).toBe(null)
  })

  it('downloads every copy, and says so when one is not served', async () => {
    const saved: string[] = []
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const copy = { ...completed.recipient, rol: 'copia' as const, status: 'enviado' as const }
    serve({ ...completed, recipient: copy, documents: [1, 2].map((one) => documentOf(one, `Acta ${one}.pdf`)) })
    let broken = true
    server.use(
      http.get(at('/api/v1/open_link/:id/'), ({ params }) =>
        broken && params['id'] === '2' ? problem(404, 'not_found') : new HttpResponse('%PDF-1.7'),
      ),
    )
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Tus copias: 2 documentos' })).toBeTruthy()
    await press('Descargar todo')
    expect(await screen.findByText('No se descargó')).toBeTruthy()
    broken = false
    await press('Descargar todo')
    await waitFor(() => expect(saved).toEqual(['Acta 1.pdf', 'Acta 1.pdf', 'Acta 2.pdf']))
    expect(visits).toEqual([])
  })
})
