import type { Authority, AuthorityCountry } from '@foja/contracts/authorities'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { readToasts, toast } from '../../ui/toast-store.ts'
import { TrustPage } from './components/trust-page.tsx'
import type { TrustSearch } from './trust-search.ts'

useServer()

const authority = (subject: string, more: Partial<Authority> = {}): Authority => ({
  fingerprint: subject.length.toString(16).padStart(64, 'a'),
  paises: ['EC'],
  subject,
  organization: null,
  kind: 'root',
  purpose: 'general',
  issuer: null,
  key: 'RSA 4096',
  not_before: '2020-01-01T00:00:00.000Z',
  not_after: '2099-08-08T12:00:00.000Z',
  sources: 2,
  confidence: 'confirmed',
  publisher: null,
  found_in: ['one/repository'],
  notes: [],
  has_switch: true,
  on: true,
  counts: true,
  intermediates: 0,
  ...more,
})
const bank = authority('Banco Central')
const unsure = authority('Security Data CA-2', {
  confidence: 'one_source',
  sources: 1,
  on: false,
  counts: false,
  notes: ['key_signed_confirmed'],
})
const stamps = authority('ANF TSA', { purpose: 'timestamps', kind: 'intermediate', issuer: 'ANF', has_switch: false })

let countries: AuthorityCountry[]
let sent: unknown[]

beforeEach(() => {
  signedIn()
  toast.dismiss()
  sent = []
  countries = [
    { pais: 'PE', on: false, total: 12, active: 0 },
    { pais: 'EC', on: true, total: 2, active: 1 },
  ]
  const keep = async ({ request }: { request: Request }) => {
    sent.push(await request.json())
    return HttpResponse.json({})
  }
  server.use(
    http.get(at('/api/v1/list_trust_anchors/'), () => HttpResponse.json([])),
    http.get(at('/api/v1/details_users/'), () =>
      HttpResponse.json({ company: { id: '1', nombre: 'Oficina', pais: 'EC', has_logo: false } }),
    ),
    http.get(at('/api/v1/list_authority_countries/'), () => HttpResponse.json(countries)),
    http.get(at('/api/v1/list_authorities/'), () => HttpResponse.json([bank, unsure, stamps])),
    http.post(at('/api/v1/set_authority/'), keep),
    http.post(at('/api/v1/set_authority_country/'), keep),
  )
})

const open = (search: TrustSearch = {}, maySwitch = true) =>
  drawPage(
    <TrustPage
      links={undefined}
      search={search}
      onSearch={() => {}}
      mayManage={maySwitch}
      maySwitch={maySwitch}
      mayRemove={() => true}
    />,
  )

describe('the authorities page', () => {
  it('lists the authorities of the company’s country with their confidence', async () => {
    open()
    const table = await screen.findByRole('table', { name: 'Ecuador: Personas' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getByRole<HTMLInputElement>('switch').checked)).toEqual([true, false])
    expect(within(rows[0]!).getByText('2 fuentes')).toBeTruthy()
    expect(within(rows[1]!).getByText('1 fuente')).toBeTruthy()
    expect(screen.getByText('2 · vienen con Foja, no hace falta comparar huellas')).toBeTruthy()
  })

  it('lets an admin switch single authorities and whole countries', async () => {
    open()
    await userEvent.click(await screen.findByRole('switch', { name: unsure.subject }))
    await waitFor(() => expect(sent).toEqual([{ fingerprint: unsure.fingerprint, on: true }]))
    await userEvent.click(screen.getByRole('switch', { name: 'Ecuador' }))
    await waitFor(() => expect(sent.at(-1)).toEqual({ pais: 'EC', on: false }))
  })

  it('reverts the switch and shows the reason when the server refuses', async () => {
    server.use(http.post(at('/api/v1/set_authority/'), () => problem(400, 'validation_failed')))
    open()
    const control = await screen.findByRole<HTMLInputElement>('switch', { name: unsure.subject })
    await userEvent.click(control)
    await waitFor(() => expect(readToasts().map(({ text }) => text)).toEqual(['Qué hacer.']))
    expect(control.checked).toBe(false)
  })

  it('shows all details in a dialog', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: `Ver los detalles de ${unsure.subject}` }))
    const dialog = await screen.findByRole('dialog', { name: unsure.subject })
    expect(within(dialog).getByText('Su clave firmó a otra autoridad que sí está confirmada.')).toBeTruthy()
    expect(within(dialog).getByText('one/repository')).toBeTruthy()
  })

  it('lists timestamp authorities separately, without a switch of their own', async () => {
    open({ ver: 'sellos' })
    const table = await screen.findByRole('table', { name: 'Ecuador: Sellos de tiempo' })
    expect(within(table).getByText('Emitida por ANF')).toBeTruthy()
    expect(within(table).queryByRole('switch')).toBeNull()
  })

  it('explains that a country is off and how an admin changes it', async () => {
    open({ pais: 'PE' })
    expect(await screen.findByText('Enciende Perú para que se reconozcan las firmas de sus autoridades.')).toBeTruthy()
    expect(screen.queryByRole('switch', { name: bank.subject })).toBeNull()
  })

  it('is read-only for other users and says whom to ask', async () => {
    open({ pais: 'PE' }, false)
    expect(await screen.findByText(/Pide a tu administrador que encienda Perú/)).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Agregar desde archivo' })).toBeNull()
  })
})
