import type { SignatureReport } from '@foja/contracts/verification'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { TrustIssuer } from './components/trust-issuer.tsx'
import { renderWithQueries } from '../../test/render.tsx'

vi.mock('../../shared/app-link.tsx', () => ({
  AppLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

useServer()
beforeEach(() => signedIn())

const idDocumento = '33333333-3333-4333-8333-333333333333'
const root = { nombre: 'AC Raíz', fingerprint: 'ab12cd34', anchor: false }

/** Only the parts of a signature report that the component reads. */
const signatureOf = (chain: object[]) => ({ signer: { fingerprint: 'ff00' }, chain }) as unknown as SignatureReport

let shipped: object[]
beforeEach(() => {
  shipped = []
  server.use(http.get(at('/api/v1/list_authorities/'), () => HttpResponse.json(shipped)))
})

const open = (chain: object[] = [{ nombre: 'Inés', fingerprint: 'ff00', anchor: false }, root]) =>
  renderWithQueries(<TrustIssuer idDocumento={idDocumento} signature={signatureOf(chain)} />)

describe('trusting the issuer of a signature', () => {
  it('shows the fingerprint first and sends exactly that one', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/v1/trust_issuer/'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json([{ id: idDocumento }])
      }),
    )
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Confiar en este emisor' }))
    expect(await screen.findByRole('dialog', { name: '¿Confiar en AC Raíz?' })).toBeTruthy()
    expect(await screen.findByText('ab12 cd34')).toBeTruthy()
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Confiar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(sent).toEqual([{ id_documento: idDocumento, fingerprint: 'ab12cd34' }])
  })

  it('requires no fingerprint comparison for an authority shipped with Foja', async () => {
    shipped = [{ confidence: 'one_source', publisher: null, sources: 1 }]
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Confiar en este emisor' }))
    expect(await screen.findByText('Viene con Foja: no hace falta comparar la huella.')).toBeTruthy()
    expect(screen.getByText('1 fuente')).toBeTruthy()
    expect(screen.queryByText('ab12 cd34')).toBe(null)
  })

  it('shows an error and clears it when the dialog is reopened', async () => {
    server.use(http.post(at('/api/v1/trust_issuer/'), () => problem(400, 'trust_anchor_not_ca')))
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Confiar en este emisor' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Confiar' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Qué hacer.')
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    await userEvent.click(screen.getByRole('button', { name: 'Confiar en este emisor' }))
    await screen.findByRole('dialog')
    expect(screen.queryByRole('alert')).toBe(null)
  })

  it('links to the authorities page when the signature does not embed its issuer', () => {
    open([{ nombre: 'Inés', fingerprint: 'ff00', anchor: false }])
    expect(screen.queryByRole('button')).toBe(null)
    expect(screen.getByRole('link', { name: 'Ir a Autoridades' })).toBeTruthy()
  })
})
