import type { ListedUser } from '@foja/contracts/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '../../../test/account.ts'
import { startMailOffice, type MailOffice } from '../../../test/mail.ts'
import { bodyOf, expectProblem, startOffice } from '../../../test/office.ts'
import { createUser, updateUser, userPaths } from '../../../test/people-calls.ts'
import { testPassword } from '../../../test/test-server.ts'

const password = 'otra frase larga de veras'

let office: MailOffice
beforeAll(async () => {
  office = await startMailOffice()
})
afterAll(() => office.close())

/** The secret of the link in the last message to an address; undefined where none carries one. */
async function tokenSentTo(address: string): Promise<string | undefined> {
  await office.deliver()
  const message = office.smtp.messages.findLast(({ to }) => to.includes(address))
  return /elegir-clave#token=([\w-]{43})/.exec(message?.mail.text ?? '')?.[1]
}

async function choose(token: string): Promise<number> {
  const body = JSON.stringify({ token, password })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return (await fetch(new URL('/api/v1/set_password/', office.server.origin), init)).status
}

it('whoever is invited chooses a password with the link of their message, which nobody else is told', async () => {
  const { gestor, server } = office
  const made = await createUser(gestor, { email: 'nueva@foja.example' })
  expect(made).toMatchObject({ status: 'invitado', invitation: { status: 'queued', url: null } })
  const first = (await tokenSentTo(made.email))!
  expect(await bodyOf(await gestor.post(userPaths.invite(made.id), {}), 200)).toMatchObject({ url: null })
  const second = (await tokenSentTo(made.email))!
  expect(second).not.toBe(first)
  expect([await choose(first), await choose(second), await choose(second)]).toEqual([400, 200, 400])
  expect((await server.client().signIn(made.email, password)).status).toBe(200)
  const list = await gestor.read<ListedUser[]>(`${userPaths.list}?q=nueva`)
  expect(list).toMatchObject([{ status: 'activo', invitation_expires_at: null }])
})

it('whose address was wrong gets the message at the right one, and the old one opens nothing', async () => {
  const made = await createUser(office.gestor, { email: 'errada@foja.example' })
  const old = (await tokenSentTo('errada@foja.example'))!
  await updateUser(office.gestor, made.id, { email: 'acertada@foja.example' })
  const right = (await tokenSentTo('acertada@foja.example'))!
  expect([await choose(old), await choose(right)]).toEqual([400, 200])
})

it('whoever took the invitation at a wrong address is out when it is corrected, and their other links open nothing', async () => {
  const { server, gestor } = office
  const made = await createUser(gestor, { email: 'ajena@foja.example' })
  expect(await choose((await tokenSentTo('ajena@foja.example'))!)).toBe(200)
  const stranger = server.client()
  expect((await stranger.signIn('ajena@foja.example', password)).status).toBe(200)
  await post(stranger, '/api/v1/forgot_password/', { email: 'ajena@foja.example' })
  await server.jobs.run(server.deps.clock())
  const reset = (await tokenSentTo('ajena@foja.example'))!
  await updateUser(gestor, made.id, { email: 'propia@foja.example', current_password: testPassword })
  expect(await stranger.token()).toBeUndefined()
  expect(await choose(reset)).toBe(400)
})

it('whoever changes their own address goes on', async () => {
  const { gestor } = office
  await updateUser(gestor, gestor.id, { email: 'gestor.nuevo@foja.example', current_password: testPassword })
  expect((await gestor.call(userPaths.list)).status).toBe(200)
})

it('nobody comes in by an invitation once they have left', async () => {
  for (const leave of ['deactivate', 'remove'] as const) {
    const made = await createUser(office.gestor)
    const token = (await tokenSentTo(made.email))!
    if (leave === 'remove') await bodyOf(await office.gestor.remove(userPaths.remove(made.id)), 200)
    else await updateUser(office.gestor, made.id, { activo: false })
    expect(await choose(token)).toBe(400)
  }
})

it('whoever comes back without a password is invited again', async () => {
  const made = await createUser(office.gestor, { email: 'vuelve@foja.example' })
  const old = (await tokenSentTo(made.email))!
  expect(await updateUser(office.gestor, made.id, { activo: false })).toMatchObject({ invitation: null })
  const back = await updateUser(office.gestor, made.id, { activo: true })
  expect(back).toMatchObject({ status: 'invitado', invitation: { status: 'queued', url: null } })
  const fresh = (await tokenSentTo(made.email))!
  expect([await choose(old), await choose(fresh)]).toEqual([400, 200])
  await updateUser(office.gestor, made.id, { activo: false })
  expect(await updateUser(office.gestor, made.id, { activo: true })).toMatchObject({ invitation: null })
})

it('nobody is invited to a company that is shut, and the reason is said', async () => {
  const { admin, server } = office
  const { deps } = server
  const made = await createUser(admin, { id_company: office.otherCompany, email: 'cerrada@foja.example' })
  const shut = (activa: boolean) =>
    deps.db.updateTable('company').set({ activa }).where('id', '=', office.otherCompany).execute()
  await shut(false)
  await expectProblem(await admin.post(userPaths.invite(made.id), {}), 400, 'company_shut')
  const moved = await updateUser(admin, made.id, { email: 'cerrada2@foja.example' })
  expect(moved.invitation).toBeNull()
  await shut(true)
  expect(await bodyOf(await admin.post(userPaths.invite(made.id), {}), 200)).toMatchObject({ status: 'queued' })
})

it('where no mail goes out, the link of whoever is invited anew is told to whoever changed them', async () => {
  const quiet = await startOffice()
  try {
    const { gestor, server } = quiet
    const usable = async (url: string | null | undefined) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const body = JSON.stringify({ token: /token=([\w-]{43})/.exec(url ?? '')?.[1] ?? '' })
      return (await fetch(new URL('/api/v1/check_link/', server.origin), { ...init, body })).status
    }
    const made = await createUser(gestor)
    expect(made.invitation).toMatchObject({ status: 'held' })
    const corrected = await updateUser(gestor, made.id, { email: 'corregida@foja.example' })
    expect([await usable(made.invitation!.url), await usable(corrected.invitation?.url)]).toEqual([400, 200])
    const given = await createUser(gestor, { password: 'una frase bien larga dada' })
    const grown = await updateUser(gestor, given.id, { role: 'gestor' })
    expect(await usable(grown.invitation?.url)).toBe(200)
    expect((await updateUser(gestor, grown.id, { cargo: 'Directora' })).invitation).toBeNull()
  } finally {
    await quiet.close()
  }
})

it('a file of people goes out as so many messages', async () => {
  // More than one job sends.
  const rows = Array.from({ length: 52 }, (_, at) => ({
    email: `persona${at}@archivo.example`,
    nombre: `Persona ${at}`,
    role: 'Mediador',
  }))
  const answer = await office.gestor.post(userPaths.import, { preview: false, rows })
  expect(await bodyOf(answer, 200)).toMatchObject({ created: 52, invitations: 'queued' })
  const tokens: (string | undefined)[] = []
  for (const { email } of rows) tokens.push(await tokenSentTo(email))
  expect(new Set(tokens).size).toBe(52)
  expect(tokens).not.toContain(undefined)
  const link = await office.gestor.post('/api/v1/check_link/', { token: tokens[51] })
  expect(await bodyOf(link, 200)).toMatchObject({ kind: 'invitation', email: rows[51]!.email })
})
