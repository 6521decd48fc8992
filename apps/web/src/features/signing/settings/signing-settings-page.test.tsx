import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../lib/api/query.ts'
import * as es from '../../../test/es.ts'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../../test/server.ts'
import { settingsQuery } from '../api/signing.ts'
import { SigningSettingsPage } from './signing-settings-page.tsx'

useServer()

const stored = {
  level: 'B-T',
  hash: 'sha256',
  appearance: 'qr',
  repeat: 'once',
  tsa_url: 'https://tsa.example.ec/tsr',
  tsa_username: 'foja',
  tsa_policy: null,
  tsa_has_password: true,
  may_change: true,
}

beforeEach(() => signedIn())
afterEach(() => void vi.restoreAllMocks())

/** Renders the page with these settings; saved settings are recorded and returned. */
function open(settings: object = {}) {
  const saved: Record<string, unknown>[] = []
  const queries = createQueryClient()
  server.use(
    http.get(at('/api/v1/signing_settings/'), () => HttpResponse.json({ ...stored, ...settings })),
    http.put(at('/api/v1/signing_settings/'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      saved.push(body)
      const { tsa_password: _password, ...rest } = body
      return HttpResponse.json({ ...stored, ...rest })
    }),
  )
  server.use(http.get(at('/api/v1/office_seal/'), () => HttpResponse.json({ certificate: null, may_change: false })))
  render(
    <QueryClientProvider client={queries}>
      <SigningSettingsPage links={undefined} />
    </QueryClientProvider>,
  )
  return { saved, queries }
}

const url = () => screen.findByLabelText<HTMLInputElement>('Dirección')
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' })

describe('signing settings', () => {
  it('require a timestamp authority for levels that need one, and focus its field', async () => {
    const { saved } = open()
    await userEvent.clear(await url())
    await userEvent.click(save())
    expect(screen.getByText('Este nivel necesita una autoridad de sellado.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Dirección')))
    await userEvent.type(await url(), 'tsa.example.ec')
    expect(screen.getByText('Escribe una dirección que empiece con https:// o http://')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/Política/), '1.x')
    expect(screen.getByText('Son números separados por puntos, como 1.3.6.1.4.1.1.')).toBeTruthy()
    expect(saved).toEqual([])
  })

  it('keep the stored password unless another one is typed or the user name is removed', async () => {
    const { saved } = open()
    const address = await url()
    await userEvent.type(address, '2')
    await userEvent.click(save())
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({ tsa_url: 'https://tsa.example.ec/tsr2', tsa_username: 'foja', level: 'B-T' })
    expect(saved[0]).not.toHaveProperty('tsa_password')
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'))
    await userEvent.type(screen.getByLabelText(/Contraseña/), 'nueva')
    await userEvent.click(save())
    await waitFor(() => expect(saved[1]).toMatchObject({ tsa_password: 'nueva' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Contraseña/).value).toBe(''))
    await userEvent.clear(screen.getByLabelText(/Usuario/))
    await userEvent.click(save())
    await waitFor(() => expect(saved[2]).toMatchObject({ tsa_username: null, tsa_password: null }))
  })

  it('keep what is being typed when another user saves meanwhile', async () => {
    const { queries } = open()
    await userEvent.type(await url(), '2')
    const address = await url()
    queries.setQueryData(settingsQuery.queryKey, { ...stored, tsa_username: 'otra' } as never)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Usuario/).value).toBe('otra'))
    expect(address.value).toBe('https://tsa.example.ec/tsr2')
  })

  it('keep what is being typed when they cannot be loaded again, and offer a retry', async () => {
    const { queries } = open()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await userEvent.type(await url(), '2')
    server.use(http.get(at('/api/v1/signing_settings/'), () => HttpResponse.error(), { once: true }))
    await queries.refetchQueries()
    expect(await screen.findByText(es.domain.stale)).toBeTruthy()
    expect((await url()).value).toBe('https://tsa.example.ec/tsr2')
    await userEvent.click(screen.getByRole('button', { name: es.domain.retry }))
    await waitFor(() => expect(screen.queryByText(es.domain.stale)).toBe(null))
    expect((await url()).value).toBe('https://tsa.example.ec/tsr2')
  })

  it('show why the authority did not answer, and clear it after a change', async () => {
    open()
    server.use(http.post(at('/api/v1/test_timestamp/'), () => problem(400, 'timestamp_failed')))
    const address = await url()
    await userEvent.click(screen.getByRole('button', { name: 'Probar' }))
    expect(await screen.findByText('Qué hacer.')).toBeTruthy()
    await userEvent.type(address, '2')
    expect(screen.queryByText('Qué hacer.')).toBe(null)
    expect(screen.getByText('Guarda los cambios para probarlos.')).toBeTruthy()
  })

  it('explain each level to screen readers', async () => {
    open()
    await url()
    await userEvent.click(screen.getByText('Qué es cada nivel'))
    for (const level of [
      'Básico (B-B)',
      'Con sello de tiempo (B-T)',
      'Con datos de validación (B-LT)',
      'De archivo (B-LTA)',
    ]) {
      const [term] = screen.getAllByText(level, { selector: 'dt' })
      expect(term!.nextElementSibling!.textContent).toMatch(/\.$/)
    }
  })

  it('are read-only for users who may not change them', async () => {
    open({ may_change: false })
    expect((await url()).closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBe(null)
    expect(screen.queryByRole('button', { name: 'Probar' })).toBe(null)
  })
})
