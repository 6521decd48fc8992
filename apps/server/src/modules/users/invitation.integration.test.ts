import type { ListedUser } from '@foja/contracts/users'
import { afterAll, expect, it } from 'vitest'
import { post } from '../../../test/account.ts'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, expectProblem, startOffice } from '../../../test/office.ts'
import { createUser, updateUser, userPaths } from '../../../test/people-calls.ts'
import { testPassword } from '../../../test/test-server.ts'

const password = 'otra frase larga de veras'

const office = await startMailOffice()
afterAll(() => office.close())

/** The token of the link in the last message to an address; undefined if it carries none. */
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

it('an invited user chooses a password with the emailed link, which is not in the response', async () => {
  const { gestor, server } = office
  const invited = await createUser(gestor, { email: 'nueva@foja.example' })
  expect(invited).toMatchObject({ status: 'invitado', invitation: { status: 'queued', url: null } })
  const first = (await tokenSentTo(invited.email))!
  expect(await bodyOf(await gestor.post(userPaths.invite(invited.id), {}), 200)).toMatchObject({ url: null })
  const second = (await tokenSentTo(invited.email))!
  expect(second).not.toBe(first)
  expect([await choose(first), await choose(second), await choose(second)]).toEqual([400, 200, 400])
  expect((await server.client().signIn(invited.email, password)).status).toBe(200)
  const list = await gestor.read<ListedUser[]>(`${userPaths.list}?q=nueva`)
  expect(list).toMatchObject([{ status: 'activo', invitation_expires_at: null }])
})

it('an invitation goes to the corrected address, and the earlier link stops working', async () => {
  const invited = await createUser(office.gestor, { email: 'errada@foja.example' })
  const old = (await tokenSentTo('errada@foja.example'))!
  await updateUser(office.gestor, invited.id, { email: 'acertada@foja.example' })
  const right = (await tokenSentTo('acertada@foja.example'))!
  expect([await choose(old), await choose(right)]).toEqual([400, 200])
})

it('correcting the address of an accepted invitation ends the sessions and links of the one who accepted it', async () => {
  const { server, gestor } = office
  const invited = await createUser(gestor, { email: 'ajena@foja.example' })
  expect(await choose((await tokenSentTo('ajena@foja.example'))!)).toBe(200)
  const stranger = server.client()
  expect((await stranger.signIn('ajena@foja.example', password)).status).toBe(200)
  await post(stranger, '/api/v1/forgot_password/', { email: 'ajena@foja.example' })
  await server.jobs.run(server.deps.clock())
  const reset = (await tokenSentTo('ajena@foja.example'))!
  await updateUser(gestor, invited.id, { email: 'propia@foja.example', current_password: testPassword })
  expect(await stranger.token()).toBeUndefined()
  expect(await choose(reset)).toBe(400)
})

it('changing the own address keeps the own session', async () => {
  const { gestor } = office
  await updateUser(gestor, gestor.id, { email: 'gestor.nuevo@foja.example', current_password: testPassword })
  expect((await gestor.call(userPaths.list)).status).toBe(200)
})

it('an invitation does not work once its user is deactivated or removed', async () => {
  for (const leave of ['deactivate', 'remove'] as const) {
    const invited = await createUser(office.gestor)
    const token = (await tokenSentTo(invited.email))!
    if (leave === 'remove') await bodyOf(await office.gestor.remove(userPaths.remove(invited.id)), 200)
    else await updateUser(office.gestor, invited.id, { activo: false })
    expect(await choose(token)).toBe(400)
  }
})

it('reactivated users without a password get a new invitation', async () => {
  const invited = await createUser(office.gestor, { email: 'vuelve@foja.example' })
  const old = (await tokenSentTo(invited.email))!
  expect(await updateUser(office.gestor, invited.id, { activo: false })).toMatchObject({ invitation: null })
  const back = await updateUser(office.gestor, invited.id, { activo: true })
  expect(back).toMatchObject({ status: 'invitado', invitation: { status: 'queued', url: null } })
  const fresh = (await tokenSentTo(invited.email))!
  expect([await choose(old), await choose(fresh)]).toEqual([400, 200])
  await updateUser(office.gestor, invited.id, { activo: false })
  expect(await updateUser(office.gestor, invited.id, { activo: true })).toMatchObject({ invitation: null })
})

it('users of a closed company are not invited, and the answer says why', async () => {
  const { admin, server } = office
  const { deps } = server
  const invited = await createUser(admin, { id_company: office.otherCompany, email: 'cerrada@foja.example' })
  const shut = (activa: boolean) =>
    deps.db.updateTable('company').set({ activa }).where('id', '=', office.otherCompany).execute()
  await shut(false)
  await expectProblem(await admin.post(userPaths.invite(invited.id), {}), 400, 'company_shut')
  const moved = await updateUser(admin, invited.id, { email: 'cerrada2@foja.example' })
  expect(moved.invitation).toBeNull()
  await shut(true)
  expect(await bodyOf(await admin.post(userPaths.invite(invited.id), {}), 200)).toMatchObject({ status: 'queued' })
})

it('without mail, the link of a new invitation is returned to the caller', async () => {
  const quiet = await startOffice()
  try {
    const { gestor, server } = quiet
    const usable = async (url: string | null | undefined) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const body = JSON.stringify({ token: /token=([\w-]{43})/.exec(url ?? '')?.[1] ?? '' })
      return (await fetch(new URL('/api/v1/check_link/', server.origin), { ...init, body })).status
    }
    const invited = await createUser(gestor)
    expect(invited.invitation).toMatchObject({ status: 'held' })
    const corrected = await updateUser(gestor, invited.id, { email: 'corregida@foja.example' })
    expect([await usable(invited.invitation!.url), await usable(corrected.invitation?.url)]).toEqual([400, 200])
    const given = await createUser(gestor, { password: 'una frase bien larga dada' })
    const grown = await updateUser(gestor, given.id, { role: 'gestor' })
    expect(await usable(grown.invitation?.url)).toBe(200)
    expect((await updateUser(gestor, grown.id, { cargo: 'Directora' })).invitation).toBeNull()
  } finally {
    await quiet.close()
  }
})

it('an import sends one message per user', async () => {
  // It takes more than one job.
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
