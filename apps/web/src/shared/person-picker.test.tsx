import type { Role } from '@foja/contracts/roles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { resetSession } from '../lib/session/session-store.ts'
import { ClientStateProvider } from '../lib/session/client-state.tsx'
import { SessionProvider } from '../lib/session/session.tsx'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../test/server.ts'
import { Field } from '../ui/field.tsx'
import { PersonPicker } from './person-picker.tsx'
import { renderWithQueries } from '../test/render.tsx'

useServer()

const other = '33333333-3333-4333-8333-333333333333'
const colleague = { id: 'c', nombre: 'Marta Ríos', email: 'marta@otra.ec', role: 'mediador' }

/** The names offered for a request of another company, and the company of each query. */
async function offered(role: Role): Promise<{ names: string[]; companies: (string | null)[] }> {
  const companies: (string | null)[] = []
  const data = { ...sessionOf(), user: { ...sessionOf().user, role } }
  resetSession({ data, status: 'authenticated' })
  server.use(
    http.get(at('/api/auth/session'), () => HttpResponse.json(data)),
    http.get(at('/api/v1/list_people/'), ({ request }) => {
      companies.push(new URL(request.url).searchParams.get('id_company'))
      return HttpResponse.json([colleague])
    }),
  )
  renderWithQueries(
    <SessionProvider>
      <ClientStateProvider>
        <Field label="Quien atiende">
          <PersonPicker value={null} onChange={() => {}} company={other} />
        </Field>
      </ClientStateProvider>
    </SessionProvider>,
  )
  await userEvent.click(screen.getByRole('combobox'))
  await waitFor(() => expect(screen.queryAllByRole('option')).not.toEqual([]))
  await screen.findByText(colleague.nombre)
  return { names: screen.getAllByRole('option').map((one) => one.textContent), companies }
}

it('the person picker offers an admin the users of the request’s company, and the admin', async () => {
  const { names, companies } = await offered('admin')
  expect(names).toEqual(['LPLucía Peñaherreralucia@condorandino.ec', 'MRMarta Ríosmarta@otra.ec'])
  expect(companies).toEqual([other])
})

it('the person picker does not offer other users themselves for another company', async () => {
  const { names } = await offered('gestor')
  expect(names).toEqual(['MRMarta Ríosmarta@otra.ec'])
})
