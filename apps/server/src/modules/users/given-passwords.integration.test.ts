import type { ListedUser } from '@foja/contracts/users'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepMail, tokenIn } from '../../../test/account.ts'
import { Caller, expectProblem, openOffice } from '../../../test/office.ts'
import { createUser, updateUser, userPaths } from '../../../test/people-calls.ts'
import { testPassword } from '../../../test/test-server.ts'
import { createThrottle } from '../../http/throttle.ts'

const { mail, sent } = keepMail()
const given = 'la que puso la gestora 41'
const office = await openOffice({ mail })
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const signIn = async (email: string, password: string) => {
  const client = office.server.client()
  const { status } = await client.signIn(email, password)
  return { status, token: await client.token() }
}
const lettersTo = async (email: string) => {
  await office.server.jobs.run()
  return sent.filter(({ to }) => to.includes(email))
}
const statusOf = async (id: string) => {
  const all = await office.admin.read<{ results: ListedUser[] }>('/api/v1/list_users/?pagination&page_size=100')
  return all.results.find((user) => user.id === id)?.status
}
const meOf = async ({ id, email }: { id: string; email: string }, token: string) =>
  (await new Caller(office.server.origin, id, email, token).call('/api/v1/details_users/')).status

/** A user of the other office whose password their gestor knows; signed in. */
async function puppet(email: string) {
  const created = await createUser(office.ajeno, { email, password: given })
  const { status, token } = await signIn(email, given)
  expect(status).toBe(200)
  return { ...created, token: token! }
}

describe('a password that another user chose', () => {
  it('is announced by email, with a link to choose another', async () => {
    await puppet('avisada@otra.example')
    const [letter] = await lettersTo('avisada@otra.example')
    expect(letter).toMatchObject({ subject: 'Tienes una cuenta en Foja' })
    expect(letter!.text).toContain('https://foja.example/olvide')
    expect(letter!.text).toContain('Ajeno')
    expect(letter!.text).not.toContain(given)
  })

  it('is announced as the first password to an invited user, and as a change to others', async () => {
    const created = await createUser(office.gestor, { email: 'sin-clave@foja.example' })
    for (const [password, subject] of [
      [given, 'Tienes una cuenta en Foja'],
      ['otra que puso la gestora 42', 'Tu contraseña cambió'],
    ]) {
      const body = { password, current_password: testPassword }
      expect((await office.gestor.put(userPaths.password(created.id), body)).status).toBe(200)
      expect((await lettersTo(created.email)).at(-1)).toMatchObject({ subject })
    }
  })

  it('ends with its sessions when the user moves to another company; they choose their own', async () => {
    const moved = await puppet('mudada@otra.example')
    await updateUser(office.admin, moved.id, { id_company: office.company, role: 'gestor' })
    expect(await meOf(moved, moved.token)).toBe(401)
    expect((await signIn(moved.email, given)).status).toBe(401)
    expect(await statusOf(moved.id)).toBe('invitado')
    const letter = (await lettersTo(moved.email)).at(-1)!
    const password = 'ahora la sé solo yo 93'
    const token = tokenIn(letter.text)
    const chosen = await fetch(new URL('/api/v1/set_password/', office.server.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    })
    expect(chosen.status).toBe(200)
    expect((await signIn(moved.email, password)).status).toBe(200)
    // From now on it is the user's own and survives a move.
    await updateUser(office.admin, moved.id, { role: 'admin' })
    expect((await signIn(moved.email, password)).status).toBe(200)
  })

  it('ends when the user gets a higher role, also if set later, and stays with a lower role', async () => {
    const rising = await puppet('asciende@otra.example')
    await updateUser(office.ajeno, rising.id, { nombre: 'Otro Nombre', cargo: 'Secretaría' })
    expect(await meOf(rising, rising.token)).toBe(200)
    await updateUser(office.ajeno, rising.id, { role: 'mediador' })
    expect(await meOf(rising, rising.token)).toBe(401)
    const { mediador } = office
    const change = { password: given, current_password: testPassword }
    expect((await office.gestor.put(userPaths.password(mediador.id), change)).status).toBe(200)
    await updateUser(office.gestor, mediador.id, { role: 'usuario' })
    const { status, token } = await signIn(mediador.email, given)
    expect(status).toBe(200)
    await updateUser(office.admin, mediador.id, { role: 'admin' })
    expect(await meOf(mediador, token!)).toBe(401)
    expect((await signIn(mediador.email, given)).status).toBe(401)
  })

  it('does not count as such once the user changed it', async () => {
    const careful = await puppet('cuidadosa@otra.example')
    const caller = new Caller(office.server.origin, careful.id, careful.email, careful.token)
    const own = { current_password: given, new_password: 'esta no la sabe nadie 55' }
    expect((await caller.post('/api/v1/change_password/', own)).ok).toBe(true)
    await updateUser(office.admin, careful.id, { id_company: office.company })
    expect(await meOf(careful, careful.token)).toBe(200)
  })
})

describe('messages of an office about accounts', () => {
  it('limits invitations to a thousand a day, except for admins', async () => {
    const { gestor, admin, server } = office
    const throttle = createThrottle(server.deps.db, server.deps.clock)
    const rule = { tries: 1000, seconds: 24 * 3600 }
    for (const { id } of [gestor, admin]) await throttle.hit('invitations', id, rule, 999)
    const make = async (caller: Caller, name: string) =>
      await caller.post(userPaths.create, {
        email: `${name}@cuota.example`,
        nombre: 'Invitada',
        role: 'usuario',
        id_company: office.company,
      })
    expect((await make(gestor, 'mil')).status).toBe(201)
    await expectProblem(await make(gestor, 'mil-una'), 400, 'invitation_quota_exceeded')
    expect(await lettersTo('mil-una@cuota.example')).toEqual([])
    for (const name of ['a', 'b', 'c']) expect((await make(admin, name)).status).toBe(201)
  })

  it('hides messages about the account of an admin who belongs to the office', async () => {
    const { gestor, admin, server, company } = office
    await server.deps.db.updateTable('app_user').set({ id_company: company }).where('id', '=', admin.id).execute()
    const body = { current_password: testPassword, new_password: 'la nueva de la administradora 7' }
    expect((await admin.post('/api/v1/change_password/', body)).ok).toBe(true)
    const [letter] = await lettersTo(admin.email)
    expect(letter).toMatchObject({ subject: 'Tu contraseña cambió' })
    type Outbox = { results: { to: string[]; subject: string }[] }
    const ofGestor = await gestor.read<Outbox>('/api/v1/outbox/')
    expect(ofGestor.results.length).toBeGreaterThan(0)
    expect(ofGestor.results.filter(({ to }) => to.includes(admin.email))).toEqual([])
    const ofAdmin = await admin.read<Outbox>('/api/v1/outbox/')
    expect(ofAdmin.results.filter(({ to }) => to.includes(admin.email))).toHaveLength(1)
  })
})
