import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deliveryOf } from '../../test/document-request.ts'
import { renderWithQueries } from '../../test/render.tsx'
import { at, http, HttpResponse, problem, server, useServer } from '../../test/server.ts'
import { RecipientPage } from './components/recipient-page.tsx'

useServer()
beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const closed = {
  kind: 'codigo',
  company: 'Cóndor Andino',
  logo: null,
  asked_by: 'Lucía Peñaherrera',
  email: 'jo•••@cliente.example',
  code_until: null,
}
const until = new Date(Date.now() + 600_000).toISOString()

/** Serves the page; 123456 is the right code. Returns what was sent. */
function open() {
  const sent: unknown[] = []
  server.use(
    http.get(at('/api/v1/recipient_request/'), ({ request }) =>
      HttpResponse.json(request.headers.get('x-recipient') === 'abc.pase' ? deliveryOf() : closed),
    ),
    http.post(at('/api/v1/recipient_code/'), async ({ request }) => {
      const body = (await request.json()) as { code?: string }
      sent.push(body)
      if (body.code === undefined) return HttpResponse.json({ pass: null, until })
      if (body.code === '123456') return HttpResponse.json({ pass: 'pase', until })
      const message = 'El código no es ese. Te quedan 4 intentos.'
      return problem(400, 'recipient_code_wrong', {
        detail: message,
        errors: [{ field: 'code', code: 'recipient_code_wrong', message }],
      })
    }),
  )
  renderWithQueries(<RecipientPage token="abc" mainId="main" brand="Foja" tools={null} />)
  return sent
}

describe('the code before the page of a recipient', () => {
  it('is sent, typed and kept in this tab; a wrong one says how many tries are left', async () => {
    const sent = open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Lucía Peñaherrera te envió un pedido' })).toBeTruthy()
    expect(screen.getByText(/jo•••@cliente\.example/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Enviarme el código' }))
    const field = await screen.findByLabelText('Código')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.click(screen.getByRole('button', { name: 'Abrir el pedido' }))
    expect(await screen.findByText('Escribe las seis cifras del correo.')).toBeTruthy()
    await userEvent.type(field, '654 321{Enter}')
    expect(await screen.findByText(/Te quedan 4 intentos/)).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '123456{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: /te pide 3 documentos/ })).toBeTruthy()
    expect(sent).toEqual([{}, { code: '654321' }, { code: '123456' }])
    expect(sessionStorage.getItem('foja.pass.abc')).toBe('pase')
  })

  it('is asked for again by whom it does not reach', async () => {
    const sent = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Enviarme el código' }))
    await userEvent.type(await screen.findByLabelText('Código'), '12')
    await userEvent.click(screen.getByRole('button', { name: 'pide otro código' }))
    await waitFor(() => expect(sent).toEqual([{}, {}]))
    expect(screen.getByLabelText<HTMLInputElement>('Código').value).toBe('')
  })
})
