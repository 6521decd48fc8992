import { describe, expect, it } from 'vitest'
import { enter, post, setUpTotp } from '../../../../test/account.ts'
import { addCompany, addPerson, openTestServer } from '../../../../test/test-server.ts'
import { issueRecoveryLink } from './issue-recovery-link.ts'

const server = await openTestServer()
const company = await addCompany(server, 'Cóndor Andino')

const password = 'el camino de vuelta 27'
const ask = (email: string, withoutTotp = false) =>
  issueRecoveryLink(server.deps.db, server.deps.keys, { email, withoutTotp }, server.deps.clock())
const choose = (token: string) => post(server.client(), '/api/v1/set_password/', { token, password })
const signIn = async (email: string) => {
  const { status, url } = await server.client().signIn(email, password)
  return { status, error: url.searchParams.get('error') }
}
const eventsOf = async (id: string) => {
  const rows = await server.deps.db.selectFrom('event').select(['action', 'data']).orderBy('id').execute()
  return rows.filter(({ data }) => data['id_user'] === id).map(({ action }) => action)
}

describe('recovery link created on the server', () => {
  it('works once, for users who may sign in', async () => {
    const { id, email } = await enter(server, { role: 'admin', id_company: null })
    const link = await ask(` ${email.toUpperCase()} `)
    expect(link).toMatchObject({ hadSecondFactor: false })
    expect((await choose(link!.token)).status).toBe(200)
    expect((await choose(link!.token)).status).toBe(400)
    expect((await signIn(email)).status).toBe(200)
    expect(await eventsOf(id)).toEqual(['user.let_in'])
    await addPerson(server, { email: 'cerrada@foja.example', id_company: company, activo: false })
    for (const other of ['nadie@foja.example', 'cerrada@foja.example', '']) expect(await ask(other)).toBeNull()
  })

  it('works even if the daily limit of passwords by link is used up', async () => {
    const { email } = await enter(server, { role: 'admin', id_company: null })
    // Reset links requested before this one are refused from now on.
    for (let i = 0; i < 5; i += 1) expect((await choose((await ask(email))!.token)).status).toBe(200)
    const { deps } = server
    await deps.db.updateTable('throttle').set({ count: 5 }).where('key', 'like', 'password by link:%').execute()
    const { token } = (await ask(email))!
    expect((await choose(token)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  it('lets a user who signed in only through the provider set a password', async () => {
    const { id, email } = await enter(server, { role: 'gestor', id_company: company })
    const linked = { password_hash: null, oidc_subject: 'https://provider.example ana' }
    await server.deps.db.updateTable('app_user').set(linked).where('id', '=', id).execute()
    expect((await choose((await ask(email))!.token)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  it('removes the second factor only on request', async () => {
    const { id, email, client } = await enter(server, { role: 'gestor', id_company: company })
    await setUpTotp(server, client)
    const first = await ask(email)
    expect(first).toMatchObject({ hadSecondFactor: true })
    await choose(first!.token)
    expect(await signIn(email)).toEqual({ status: 401, error: 'TotpRequired' })
    await ask(email, true)
    expect((await signIn(email)).status).toBe(200)
    expect(await eventsOf(id)).toEqual(['user.let_in', 'totp.removed', 'user.let_in'])
  })
})
