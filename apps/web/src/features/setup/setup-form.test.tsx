import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, useServer, visits } from '../../test/server.ts'
import { SetupForm } from './components/setup-form.tsx'

useServer()

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

it('setup says on its page that there is no company, and keeps what was typed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { container } = render(<SetupForm codeRequired={false} sample={null} onDone={() => {}} />)
  type('Nombre de la empresa', 'Cóndor Andino')
  type('Nombre y apellido', 'Lucía Peñaherrera')
  type('Correo', 'lucia@condorandino.ec')
  type('Contraseña', 'una frase larga nueva')
  for (const status of [403, 409, 429, 500, 502, 0]) {
    server.use(
      http.post(at('/api/v1/setup/'), () =>
        status === 0 ? HttpResponse.error() : problem(status, 'why', { request_id: `r-${status}` }),
      ),
    )
    fireEvent.submit(container.querySelector('form') as HTMLFormElement)
    const reason = status === 0 ? 'El servidor no respondió.' : `r-${status}`
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(reason))
    expect(screen.getByRole('alert').textContent).toContain('No se creó la empresa')
    expect(field('Nombre de la empresa').value).toBe('Cóndor Andino')
    expect(field('Contraseña').value).toBe('una frase larga nueva')
  }
  expect(visits).toEqual([])
})
