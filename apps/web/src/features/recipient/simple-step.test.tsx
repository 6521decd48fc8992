import { simpleConsent } from '@foja/contracts/simple-signature'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recipientView } from '../../test/recipient-view.ts'
import { renderWithQueries } from '../../test/render.tsx'
import { at, http, HttpResponse, problem, server, useServer } from '../../test/server.ts'
import { RecipientPage } from './components/recipient-page.tsx'

/** Replaces the pad: jsdom cannot draw. */
const pad = vi.hoisted(() => ({ strokes: [] as object[], end: () => {} }))
vi.mock('signature_pad', () => ({
  default: class {
    addEventListener(_type: string, end: () => void) {
      pad.end = end
    }
    removeEventListener() {}
    off() {}
    clear() {
      pad.strokes = []
    }
    fromData() {}
    toData() {
      return pad.strokes
    }
  },
}))

useServer()

beforeEach(() => {
  pad.strokes = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(224)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,UE5H')
})

const token = 'x'.repeat(43)
const viewOf = () =>
  recipientView({
    recipient: { ...recipientView().recipient, rol: 'firma_simple' },
    others: [{ nombre: 'Ana Terán', rol: 'firma_simple', turno: 1, status: 'firmado' }],
    acts: ['read', 'sign_simple', 'decline'],
  })

/** Answers as the server does. `fail`: what signing answers at first. */
function serve(fail: Response | null = null) {
  let view = viewOf()
  let refusal = fail
  const sent: Record<string, unknown>[] = []
  server.use(
    http.get(at('/api/v1/recipient_request/'), () => HttpResponse.json(view)),
    http.post(at('/api/v1/recipient_sign_simple/'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      if (refusal !== null) {
        const answer = refusal
        refusal = null
        return answer
      }
      const documents = view.documents.map((one) => ({ ...one, signed: true }))
      view = { ...view, documents, acts: ['read'], recipient: { ...view.recipient, status: 'firmado' } }
      return HttpResponse.json({ documents: [], status: 'firmado' })
    }),
  )
  return sent
}

const open = () => renderWithQueries(<RecipientPage token={token} mainId="m" brand="Foja" tools={null} />)
const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole('button', { name }))
const agree = async () => await userEvent.click(await screen.findByRole('checkbox', { name: simpleConsent.es }))
const type = async () => await userEvent.click(await screen.findByRole('radio', { name: 'Escribir' }))

describe('a simple signature', () => {
  it('is drawn, with the consent, and sent as an image', async () => {
    const sent = serve()
    open()
    expect(await screen.findByText('Ya firmó')).toBeTruthy()
    await press('Firmar')
    await screen.findByRole('heading', { name: 'Firma simple de un documento' })
    await press('Firmar')
    expect(screen.getByText('Marca que lo aceptas.')).toBeTruthy()
    expect(screen.getByText('Dibuja tu firma en la hoja.')).toBeTruthy()
    await agree()
    act(() => {
      pad.strokes = [
        {
          points: [
            { x: 100, y: 50 },
            { x: 160, y: 90 },
          ],
        },
      ]
      pad.end()
    })
    await press('Firmar')
    expect(await screen.findByRole('heading', { name: 'Listo, firmaste un documento' })).toBeTruthy()
    expect(sent).toEqual([{ image: 'UE5H', consent: true, language: 'es', utc_offset: expect.any(Number) }])
  })

  it('is typed, begins with the name, and is not sent without it or without consent', async () => {
    const sent = serve()
    open()
    await press('Firmar')
    await type()
    const field = await screen.findByLabelText<HTMLInputElement>('Tu firma')
    expect(field.value).toBe('Íñigo Núñez')
    await userEvent.clear(field)
    await agree()
    await press('Firmar')
    expect(screen.getByText('Escribe tu nombre como firmas.')).toBeTruthy()
    await userEvent.type(field, 'I. Núñez')
    await agree()
    await press('Firmar')
    expect(screen.getByText('Marca que lo aceptas.')).toBeTruthy()
    expect(sent).toEqual([])
    await agree()
    await press('Firmar')
    await waitFor(() => expect(sent).toMatchObject([{ text: 'I. Núñez', consent: true }]))
  })

  it('says why it was not made, keeps what was typed, and can be sent again', async () => {
    const sent = serve(problem(400, 'office_seal_needed'))
    open()
    await press('Firmar')
    await type()
    await agree()
    await press('Firmar')
    expect(await screen.findByText('No se firmó')).toBeTruthy()
    expect(screen.getByText('Qué hacer.')).toBeTruthy()
    await press('Firmar')
    expect(await screen.findByRole('heading', { name: 'Listo, firmaste un documento' })).toBeTruthy()
    expect(sent).toHaveLength(2)
  })

  it('leads back to the documents', async () => {
    serve()
    open()
    await press('Firmar')
    await press('Volver a leer')
    expect(await screen.findByRole('button', { name: 'No voy a firmar' })).toBeTruthy()
  })
})
