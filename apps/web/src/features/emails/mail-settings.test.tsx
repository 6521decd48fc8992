import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { MailSettingsModal } from './components/mail-settings.tsx'

useServer()
beforeEach(() => signedIn())

const stored = {
  host: 'smtp.oficina.ec',
  port: 587,
  security: 'starttls',
  username: 'foja',
  from_name: 'Centro Ñandú',
  from_address: 'foja@oficina.ec',
  has_password: true,
  usable: true,
}
type Source = 'environment' | 'product' | null

/** The dialog until it is closed. */
function Opened() {
  const [open, setOpen] = useState(true)
  return open && <MailSettingsModal onClose={() => setOpen(false)} />
}

/** Opens the dialog with these settings; saved bodies are recorded and returned. */
async function open(source: Source, more: object = {}) {
  const saved: Record<string, unknown>[] = []
  const settings = source === null ? null : { ...stored, ...more }
  server.use(
    http.get(at('/api/v1/mail_settings/'), () => HttpResponse.json({ source, settings })),
    http.put(at('/api/v1/mail_settings/'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      saved.push(body)
      const { password: _password, ...rest } = body
      return HttpResponse.json({ source: 'product', settings: { ...stored, ...rest } })
    }),
  )
  drawPage(<Opened />)
  await screen.findByRole('dialog', { name: 'Servidor de correo' })
  return { saved }
}
const button = (name: string) => screen.findByRole('button', { name })

it('an admin saves the mail server and sends a test message', async () => {
  const { saved } = await open(null)
  await userEvent.click(await button('Guardar'))
  expect(await screen.findByText('Escribe el servidor, como smtp.oficina.ec.')).toBeTruthy()
  expect(screen.getByText('Escribe un correo completo, como foja@oficina.ec.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Servidor'), 'smtp.oficina.ec')
  await userEvent.type(screen.getByLabelText(/^Usuario/), 'foja')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta')
  await userEvent.type(screen.getByLabelText('Correo del remitente'), 'foja@oficina.ec')
  await userEvent.click(await button('Guardar'))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toEqual({
    host: 'smtp.oficina.ec',
    port: 587,
    security: 'starttls',
    username: 'foja',
    password: 'secreta',
    from_name: '',
    from_address: 'foja@oficina.ec',
  })
  server.use(
    http.post(at('/api/v1/test_mail/'), () =>
      HttpResponse.json({ to: 'ana@oficina.ec', sent: true, reason: null, server_reply: null }),
    ),
  )
  await userEvent.click(await button('Enviar una prueba'))
  expect(await screen.findByText('Enviado a ana@oficina.ec')).toBeTruthy()
})

it('a failed test message shows the reason and the reply of the mail server', async () => {
  await open('product')
  const reply = { to: 'ana@oficina.ec', sent: false, reason: 'El servidor no acepta.', server_reply: '535 no' }
  server.use(http.post(at('/api/v1/test_mail/'), () => HttpResponse.json(reply)))
  await userEvent.click(await button('Enviar una prueba'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('El servidor no acepta.')
  expect(alert.textContent).toContain('535 no')
})

it('the stored password is kept, and asked for again at its field when the server says so', async () => {
  const { saved } = await open('product')
  await userEvent.click(await button('Cambiar'))
  await userEvent.type(await screen.findByLabelText('Servidor'), '.nuevo')
  expect(screen.getByText('Hay una guardada. Escribe otra para cambiarla.')).toBeTruthy()
  server.use(http.put(at('/api/v1/mail_settings/'), () => problem(400, 'mail_password_missing', { field: 'password' })))
  await userEvent.click(await button('Guardar'))
  await waitFor(() => expect(screen.getByLabelText('Contraseña').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText<HTMLInputElement>('Servidor').value).toBe('smtp.oficina.ec.nuevo')
  expect(saved).toEqual([])
})

it('settings of the environment can be tested only', async () => {
  await open('environment')
  expect(await screen.findByText(/SMTP_URL está puesta en el servidor/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cambiar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Quitar' })).toBeNull()
  expect(await button('Enviar una prueba')).toBeTruthy()
})

it('removing the mail server asks first', async () => {
  await open('product')
  let removed = 0
  server.use(
    http.delete(at('/api/v1/mail_settings/'), () => {
      removed += 1
      return HttpResponse.json({ source: null, settings: null })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar' }))
  expect(removed).toBe(0)
  await userEvent.click(await button('Quitar el servidor'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(removed).toBe(1)
})
