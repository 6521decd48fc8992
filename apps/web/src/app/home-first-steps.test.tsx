import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { resetSession } from '../lib/session/session-store.ts'
import { ClientStateProvider } from '../lib/session/client-state.tsx'
import { SessionProvider } from '../lib/session/session.tsx'
import { drawPage } from '../test/draw-page.tsx'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../test/server.ts'
import { HomeFirstSteps } from './routes/home-first-steps.tsx'

useServer()

function openAs(role: 'gestor' | 'usuario', people = 1, countries: object[] = []) {
  const session = sessionOf()
  const requests: string[] = []
  resetSession({ data: { ...session, user: { ...session.user, role } }, status: 'authenticated' })
  server.use(
    http.get(at('/api/v1/list_users/'), ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('id_company') ?? '')
      return HttpResponse.json({ count: people, page: 1, page_size: 1, next: null, previous: null, results: [] })
    }),
    http.get(at('/api/v1/list_trust_anchors/'), () => HttpResponse.json([])),
    http.get(at('/api/v1/list_authority_countries/'), () => HttpResponse.json(countries)),
    http.get(at('/api/v1/do_have_digital_signature/'), () =>
      HttpResponse.json({ has_signature: false, certificate: null, has_image: false }),
    ),
    http.get(at('/api/v1/list_companies/'), () =>
      HttpResponse.json([
        { id: session.user.id_company, nombre: 'Oficina', identificacion: '1790016919001', has_logo: true },
      ]),
    ),
    http.get(at('/api/v1/list_template/'), () => HttpResponse.json([])),
    http.get(at('/api/v1/metrics/'), () => HttpResponse.json({ pendiente: 0, agendado: 0, concluido: 0 })),
  )
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <HomeFirstSteps />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { requests, company: session.user.id_company }
}
const steps = () => screen.getAllByRole('heading', { level: 3 }).map((step) => step.textContent)

it('the first steps of an admin include people and authorities of the company', async () => {
  const { requests, company } = openAs('gestor')
  expect(await screen.findByText('Tu oficina está lista')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Invitar' }).getAttribute('href')).toBe('/usuarios?nueva=1')
  expect(screen.getByRole('link', { name: 'Ver autoridades' }).getAttribute('href')).toBe('/autoridades')
  // Only users of the own company count, not those of others such as the sample.
  await waitFor(() => expect(requests).toEqual([company]))
})

it('the first steps mark what is done', async () => {
  openAs('gestor', 2, [{ pais: 'EC', on: true, total: 28, active: 27 }])
  await waitFor(() =>
    expect(steps()).toEqual([
      'Completa los datos de tu empresa (hecho)',
      'Invita a quienes trabajan contigo (hecho)',
      'Guarda tu certificado',
      'Enciende las autoridades de tu país (hecho)',
      'Prepara la primera plantilla',
      'Crea la primera solicitud',
      'Prueba a verificar un PDF firmado',
    ]),
  )
  expect(screen.queryByRole('link', { name: 'Invitar' })).toBeNull()
})

it('the first steps of other users request no data that they may not see', async () => {
  const { requests } = openAs('usuario')
  expect(await screen.findByText('Así se empieza')).toBeTruthy()
  expect(steps()).toEqual(['Guarda tu certificado', 'Crea la primera solicitud', 'Prueba a verificar un PDF firmado'])
  expect(requests).toEqual([])
})
