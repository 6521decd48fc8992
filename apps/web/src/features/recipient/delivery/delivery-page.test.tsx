import type { DeliveryView } from '@foja/contracts/document-requests'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deliveryOf, fileOf } from '../../../test/document-request.ts'
import { renderWithQueries } from '../../../test/render.tsx'
import { at, http, HttpResponse, problem, server, useServer, visits } from '../../../test/server.ts'
import { readToasts } from '../../../ui/toast-store.ts'
import { RecipientPage } from '../components/recipient-page.tsx'

useServer()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
})

/** Serves the page; `answers` are those of the deliveries, one after the other, then the file is kept. */
function open(start: DeliveryView, answers: (() => Response)[] = []) {
  let view = start
  /** The forms as text. */
  const sent: string[] = []
  server.use(
    http.get(at('/api/v1/recipient_request/'), () => HttpResponse.json(view)),
    http.post(at('/api/v1/recipient_deliver/'), async ({ request }) => {
      sent.push(await request.text())
      const refused = answers.shift()
      if (refused !== undefined) return refused()
      const id_requirement = /"id_requirement":"(\w+)"/.exec(sent.at(-1)!)?.[1]
      const requirements = view.requirements.map((one) =>
        one.id === id_requirement
          ? { ...one, status: 'recibido' as const, motivo: null, documents: [fileOf('rol.pdf')] }
          : one,
      )
      view = { ...view, requirements, delivered_at: new Date().toISOString() }
      return HttpResponse.json(view)
    }),
  )
  renderWithQueries(<RecipientPage token="abc" mainId="main" brand="Foja" tools={null} />)
  return { sent }
}

const row = async (name: string) => (await screen.findByRole('heading', { level: 3, name })).closest('li')!
async function choose(name: string, file = new File(['%PDF-'], 'rol.pdf', { type: 'application/pdf' })) {
  const input = (await row(name)).querySelector<HTMLInputElement>('input[type=file]:not([capture])')!
  fireEvent.change(input, { target: { files: [file] } })
}

describe('the page of a recipient of documents', () => {
  it('says who asks for what, and moves what arrives to what is there', async () => {
    const { sent } = open(deliveryOf())
    expect(await screen.findByRole('heading', { level: 1, name: 'Andrés Muñoz te pide 3 documentos' })).toBeTruthy()
    expect((await row('Rol de pagos')).textContent).toContain('PDF o foto, hasta 25 MB')
    await choose('Rol de pagos')
    expect(await screen.findByRole('heading', { level: 1, name: 'Te faltan 2 de 3 documentos' })).toBeTruthy()
    expect(within(await row('Rol de pagos')).getByText('Recibido')).toBeTruthy()
    expect(sent[0]).toContain('{"id_requirement":"2"}')
  })

  it('shows what was returned first, with its reason', async () => {
    const [cedula, rol, planilla] = deliveryOf().requirements as [never, object, never]
    const returned = { ...rol, status: 'observado', motivo: 'La foto salió movida.' } as never
    open(deliveryOf({ requirements: [cedula, returned, planilla] }))
    const first = (await screen.findAllByRole('heading', { level: 3 }))[0]!
    expect(first.textContent).toBe('Rol de pagos')
    expect(screen.getByText('«La foto salió movida.»')).toBeTruthy()
    expect(screen.getByText('Andrés Muñoz lo devolvió')).toBeTruthy()
  })

  it.each([400, 403, 404, 409, 413, 429, 500])(
    'an upload refused with %i gives its reason on the page',
    async (status) => {
      open(deliveryOf(), [() => problem(status, 'file_kind_not_asked')])
      await choose('Rol de pagos')
      expect((await row('Rol de pagos')).textContent).toBeTruthy()
      await waitFor(async () => expect((await row('Rol de pagos')).textContent).toContain('Qué hacer.'))
      expect(visits).toEqual([])
      // It can be tried again.
      await choose('Rol de pagos')
      await waitFor(async () => expect((await row('Rol de pagos')).textContent).toContain('Recibido'))
    },
  )

  it('goes on with the same files after a lost connection, by itself or by the button', async () => {
    const { sent } = open(deliveryOf(), [() => HttpResponse.error(), () => HttpResponse.error()])
    await choose('Rol de pagos')
    await screen.findByText(/^Se cortó la conexión/)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(sent).toHaveLength(2))
    await userEvent.click(await screen.findByRole('button', { name: 'Seguir' }))
    await waitFor(async () => expect((await row('Rol de pagos')).textContent).toContain('Recibido'))
    expect(sent.map((form) => form.includes('filename="rol.pdf"'))).toEqual([true, true, true])
  })

  it('says when a file cannot be removed, or the receipt not be had', async () => {
    const requirements = deliveryOf().requirements.map((one) => ({
      ...one,
      status: 'recibido' as const,
      documents: [{ ...fileOf(`${one.nombre}.pdf`), id: one.id }],
    }))
    open(deliveryOf({ requirements, delivered_at: new Date().toISOString() }))
    server.use(
      http.delete(at('/api/v1/recipient_delivered/1/'), () => problem(429, 'paused')),
      http.get(at('/api/v1/recipient_receipt/'), () => problem(500, 'internal')),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Ya entregaste todo' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Quitar Cédula.pdf' }))
    await waitFor(() => expect(readToasts().at(-1)?.text).toContain('Qué hacer.'))
    await userEvent.click(screen.getByRole('button', { name: 'Descargar' }))
    await waitFor(() => expect(readToasts().at(-1)?.text).toContain('No se descargó la constancia'))
    expect(visits).toEqual([])
  })
})
