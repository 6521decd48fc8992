import type { Provisioning } from '@foja/contracts/provisioning'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server, sessionOf } from '../../test/server.ts'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { resetSession } from '../../lib/session/session-store.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { AccountsCard } from './components/accounts-card.tsx'
import { provisioning as texts } from './texts/provisioning.ts'

usePages()

const company = '22222222-2222-4222-8222-222222222222'
let stored: Provisioning
let sent: unknown[]

beforeEach(() => {
  sent = []
  stored = { id_company: company, enabled: false, default_role: 'usuario', group_roles: [], domains: [], people: 0 }
  server.use(
    http.get(at('/api/v1/provisioning/'), ({ request }) => {
      expect(new URL(request.url).searchParams.get('id_company')).toBe(company)
      return HttpResponse.json(stored)
    }),
    http.put(at('/api/v1/change_provisioning/'), async ({ request }) => {
      const body = (await request.json()) as Partial<Provisioning>
      sent.push(body)
      stored = { ...stored, ...body, domains: body.domains?.toSorted() ?? stored.domains }
      return HttpResponse.json(stored)
    }),
  )
})
afterEach(cleanup)

const asAdmin = () => {
  const session = sessionOf()
  resetSession({ data: { ...session, user: { ...session.user, role: 'admin' } }, status: 'authenticated' })
}
const draw = () =>
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <AccountsCard company={company} provider="Google" />
      </ClientStateProvider>
    </SessionProvider>,
  )
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }))
const field = async (label: string) => await screen.findByLabelText<HTMLInputElement>(label)

describe('the card of accounts', () => {
  it('sends what an admin changed, and shows what the server stored', async () => {
    asAdmin()
    draw()
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: texts.save })
    expect(save.disabled).toBe(true)
    await userEvent.click(screen.getByRole('switch', { name: texts.enabled }))
    await press(texts.save)
    await screen.findByText(texts.domainsMissing)
    expect(sent).toEqual([])
    await userEvent.type(await field(texts.domains), 'oficina.ec{Enter}ac.ec')
    await press(texts.save)
    await waitFor(() => expect(readToasts()[0]?.text).toBe(texts.saved))
    expect(sent).toEqual([{ id_company: company, enabled: true, domains: ['oficina.ec', 'ac.ec'] }])
    expect((await field(texts.domains)).value).toBe('ac.ec\noficina.ec')
    expect(save.disabled).toBe(true)
  })

  it('shows a gestor the domains, who changes the rest', async () => {
    stored = { ...stored, enabled: true, domains: ['ac.ec', 'oficina.ec'], people: 3 }
    draw()
    await screen.findByText('ac.ec, oficina.ec')
    expect(screen.queryByLabelText(texts.domains)).toBeNull()
    expect(screen.getByText(texts.people.other('3'))).toBeDefined()
    await press(texts.add)
    await press(texts.save)
    await screen.findByText(texts.groupMissing)
    await userEvent.type(await field(texts.group(1)), 'mediadores')
    await press(texts.add)
    await userEvent.type(await field(texts.group(2)), 'otro')
    await press(texts.remove(2))
    expect(screen.queryByText(texts.groupMissing)).toBeNull()
    await press(texts.save)
    const group_roles = [{ group: 'mediadores', role: 'usuario' }]
    await waitFor(() => expect(sent).toEqual([{ id_company: company, group_roles }]))
  })

  it('shows a gestor that there are no domains', async () => {
    draw()
    await screen.findByText(texts.domainsNone)
  })

  it('keeps what was typed, and shows why a domain was refused', async () => {
    asAdmin()
    server.use(
      http.put(at('/api/v1/change_provisioning/'), () =>
        problem(400, 'domain_taken', {
          detail: '«oficina.ec»: Cada dominio va con una sola empresa.',
          errors: [{ field: 'domains', message: 'Cada dominio va con una sola empresa.' }],
        }),
      ),
    )
    draw()
    await userEvent.type(await field(texts.domains), 'oficina.ec')
    await press(texts.save)
    await screen.findByText(/Cada dominio va con una sola empresa/)
    const box = await field(texts.domains)
    expect([box.value, box.getAttribute('aria-invalid')]).toEqual(['oficina.ec', 'true'])
  })
})
