import type { ApiKey } from '@foja/contracts/api-keys'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drawPage } from '../../test/draw-page.tsx'
import { domain } from '../../shared/texts/domain.ts'
import { at, http, HttpResponse, problem, server, useServer } from '../../test/server.ts'
import { ApiKeysCard } from './components/api-keys-card.tsx'
import { apiKeys as texts } from './texts/api-keys.ts'
import { security } from './texts/security.ts'

useServer()

const company = '22222222-2222-4222-8222-222222222222'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const keyOf = (id: string, extra: Partial<ApiKey> = {}): ApiKey => ({
  id: `${id.repeat(8)}-1111-4111-8111-111111111111`,
  nombre: `Clave ${id}`,
  prefix: `foja_${id.repeat(6)}`,
  scopes: ['cases:read'],
  networks: [],
  service: null,
  state: 'activa',
  created_at: inDays(-1),
  expires_at: inDays(60),
  last_used_at: null,
  revoked_at: null,
  ...extra,
})
const service: ApiKey['service'] = { role: 'mediador', id_company: company, company: 'Cóndor', created_by: 'Lucía' }

let keys: ApiKey[]
let sent: unknown[]
const securityState = {
  has_password: true,
  password_changed_at: null,
  totp: { enabled_at: null, recovery_codes_left: 0, required: false, owed: false },
  passkeys: { available: false, required: false, keys: [] },
  provider: null,
}

beforeEach(() => {
  keys = []
  sent = []
  server.use(
    http.get(at('/api/v1/api_keys/'), () => HttpResponse.json({ keys })),
    http.get(at('/api/v1/security/'), () => HttpResponse.json(securityState)),
  )
})
afterEach(cleanup)

const rowOf = async (name: string) => (await screen.findByText(name)).closest('li')!

describe('the card of API keys', () => {
  it('shows own keys in the profile and those of service accounts in the company', async () => {
    keys = [keyOf('a'), keyOf('b', { service })]
    drawPage(<ApiKeysCard />)
    await screen.findByText('Clave a')
    expect(screen.queryByText('Clave b')).toBeNull()
    cleanup()
    drawPage(<ApiKeysCard company={company} />)
    expect((await rowOf('Clave b')).textContent).toContain('Mediación')
    expect(screen.queryByText('Clave a')).toBeNull()
  })

  it('says what a key may do, from where, until when, and whether it still works', async () => {
    keys = [
      keyOf('a', {
        scopes: ['cases:read', 'cases:write', 'documents:write', 'office:read'],
        networks: ['190.95.14.0/24'],
        expires_at: inDays(3.5),
      }),
      keyOf('b', { state: 'revocada', revoked_at: inDays(-1) }),
      keyOf('c', { state: 'vencida', expires_at: inDays(-1) }),
    ]
    drawPage(<ApiKeysCard />)
    const first = await rowOf('Clave a')
    for (const words of ['foja_aaaaaa…', 'Solo desde 190.95.14.0/24', texts.unused, texts.soon(4), 'Solicitudes']) {
      expect(first.textContent).toContain(words)
    }
    for (const label of [texts.write(texts.groups.documents), texts.groups.office]) within(first).getByText(label)
    within(first).getByRole('button', { name: texts.revokeOf('Clave a') })
    for (const [name, state] of [
      ['Clave b', texts.states.revocada],
      ['Clave c', texts.states.vencida],
    ] as const) {
      const row = await rowOf(name)
      within(row).getByText(state)
      expect(within(row).queryByRole('button')).toBeNull()
    }
  })

  it('makes a key after the form and the password, and returns to the form for what the form can correct', async () => {
    const answers = [
      () => problem(400, 'key_network_wrong', { detail: 'Esa red no.' }),
      () => problem(400, 'password_wrong'),
      () => HttpResponse.json({ key: 'foja_secreta', ...keyOf('a') }, { status: 201 }),
    ]
    server.use(
      http.post(at('/api/v1/create_api_key/'), async ({ request }) => {
        sent.push(await request.json())
        return answers[sent.length - 1]!()
      }),
    )
    const user = userEvent.setup()
    drawPage(<ApiKeysCard company={company} />)
    await screen.findByText(new RegExp(texts.emptyCompany))
    await user.click(screen.getByRole('button', { name: texts.create }))
    await user.click(await screen.findByRole('button', { name: texts.next }))
    await screen.findByText(texts.scopesMissing)
    screen.getByText(texts.roleHints.usuario)
    const choose = async (role: 'usuario' | 'mediador') => {
      await user.click(screen.getByRole('combobox', { name: texts.role }))
      await user.click(await screen.findByRole('option', { name: domain.roles[role] }))
    }
    await choose('mediador')
    await screen.findByText(texts.roleHints.mediador)
    expect(screen.queryByText(texts.roleHints.usuario)).toBeNull()
    await choose('usuario')
    await user.type(screen.getByLabelText(texts.name), 'Sistema contable')
    await user.click(screen.getByLabelText(`${texts.canRead}: ${texts.groups.cases}`))
    await user.type(screen.getByLabelText(new RegExp(`^${texts.networks}`)), '10.0.0.1, 10.0.0.0/40')
    const prove = async (password: string) => {
      await user.click(screen.getByRole('button', { name: texts.next }))
      await user.type(await screen.findByLabelText(security.currentPassword), password)
      await user.click(screen.getByRole('button', { name: texts.make }))
    }
    await prove('mía')
    await screen.findByText(/Esa red no\./)
    const field = screen.getByLabelText(new RegExp(`^${texts.networks}`))
    expect(field).toHaveProperty('value', '10.0.0.1, 10.0.0.0/40')
    await user.clear(field)
    await prove('otra')
    await screen.findByText(security.currentPasswordWrong)
    await user.type(screen.getByLabelText(security.currentPassword), ' mía')
    await user.click(screen.getByRole('button', { name: texts.make }))
    await screen.findByText('foja_secreta')
    expect(sent.at(-1)).toMatchObject({
      nombre: 'Sistema contable',
      scopes: ['cases:read'],
      networks: [],
      service: { role: 'usuario', id_company: company },
    })
    // Only «saved» closes it.
    await user.keyboard('{Escape}')
    screen.getByText('foja_secreta')
    keys = [keyOf('a', { service })]
    await user.click(screen.getByRole('button', { name: texts.done }))
    await screen.findByText('Clave a')
    expect(screen.queryByText('foja_secreta')).toBeNull()
  })

  it('revokes a key after a question', async () => {
    keys = [keyOf('a')]
    server.use(
      http.delete(at('/api/v1/revoke_api_key/:id/'), ({ params }) => {
        sent.push(params['id'])
        keys = [keyOf('a', { state: 'revocada', revoked_at: inDays(0) })]
        return HttpResponse.json({ id: params['id'] })
      }),
    )
    const user = userEvent.setup()
    drawPage(<ApiKeysCard />)
    await user.click(await screen.findByRole('button', { name: texts.revokeOf('Clave a') }))
    const dialog = await screen.findByRole('alertdialog')
    within(dialog).getByText(texts.revokeText)
    expect(sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: texts.revoke }))
    await screen.findByText(texts.states.revocada)
    await waitFor(() => expect(sent).toEqual([keys[0]!.id]))
  })
})
