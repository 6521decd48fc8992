import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderWithQueries } from '../../../test/render.tsx'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../../test/server.ts'
import { OfficeSealCard } from './office-seal-card.tsx'

useServer()
beforeEach(() => signedIn())

const certificate = {
  nombre: 'Estudio Cóndor',
  identificacion: null,
  organizacion: null,
  pais: 'EC',
  issuer: 'Autoridad de Prueba',
  serial: '01',
  not_before: '2026-01-01T00:00:00.000Z',
  not_after: '2099-01-01T00:00:00.000Z',
  key_type: 'P-256',
  fingerprint: 'a'.repeat(64),
  chain_length: 1,
  trusted: true,
  problems: [],
  days_left: 9000,
}

function open(stored: typeof certificate | null, may_change = true, refusal: Response | null = null) {
  let seal = stored
  const calls: string[] = []
  server.use(
    http.get(at('/api/v1/office_seal/'), () => HttpResponse.json({ certificate: seal, may_change })),
    http.post(at('/api/v1/office_seal/'), async ({ request }) => {
      const body = await request.text()
      calls.push(body.includes('"password":"clave-1"') ? 'sent with passphrase' : body)
      if (refusal !== null) return refusal
      seal = certificate
      return HttpResponse.json({ certificate: seal, may_change })
    }),
    http.delete(at('/api/v1/office_seal/'), () => {
      calls.push('removed')
      seal = null
      return HttpResponse.json({ removed: true })
    }),
  )
  renderWithQueries(<OfficeSealCard />)
  return calls
}
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }))
async function upload() {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['p12'], 'sello.p12', { type: 'application/x-pkcs12' }))
  await userEvent.type(screen.getByLabelText('Clave del certificado'), 'clave-1')
  await press('Guardar sello')
}

describe('the seal of the office', () => {
  it('is uploaded with its passphrase, and then shows its holder', async () => {
    const calls = open(null)
    expect(await screen.findByText(/sin él no se piden firmas simples/)).toBeTruthy()
    await press('Subir el sello')
    await upload()
    expect(await screen.findByText('Estudio Cóndor')).toBeTruthy()
    expect(calls).toEqual(['sent with passphrase'])
    expect(screen.queryByLabelText('Clave del certificado')).toBe(null)
  })

  it('is removed after a question that says what follows', async () => {
    const calls = open(certificate)
    await press('Quitar el sello')
    expect(await screen.findByText(/no se podrán firmar hasta que subas otro/)).toBeTruthy()
    await press('Quitar')
    await waitFor(() => expect(calls).toEqual(['removed']))
    expect(await screen.findByRole('button', { name: 'Subir el sello' })).toBeTruthy()
  })

  it('stays, with the reason, when another is refused', async () => {
    open(certificate, true, problem(400, 'certificate_expired'))
    await press('Reemplazar')
    await upload()
    expect(await screen.findByText('Qué hacer.')).toBeTruthy()
    expect(screen.getByText('Estudio Cóndor')).toBeTruthy()
  })

  it('is only shown to users who may not change it', async () => {
    open(certificate, false)
    expect(await screen.findByText('Estudio Cóndor')).toBeTruthy()
    expect(screen.queryByRole('button')).toBe(null)
  })
})
