import { describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, signedIn, openOffice } from '../../../test/office.ts'
import { createUser, updateUser, userPaths } from '../../../test/people-calls.ts'
import { testPassword } from '../../../test/test-server.ts'

const password = 'otra frase larga de veras'

const office = await openOffice()

const signIn = async (email: string, secret: string) => (await office.server.client().signIn(email, secret)).status
const eventsOf = async (id: string) => {
  const rows = await office.server.deps.db.selectFrom('event').orderBy('id').select(['action', 'data']).execute()
  return rows.filter(({ data }) => data['id_user'] === id)
}
const mailsTo = async (email: string) => {
  const rows = await office.server.deps.db.selectFrom('email').selectAll().execute()
  return rows.filter(({ recipients }) => recipients.to.includes(email))
}
const enterUser = (more: object = {}) =>
  signedIn(office.server, { role: 'usuario', nombre: 'Alguien', id_company: office.company, ...more })

describe('setting the password of another user', () => {
  it('requires the caller’s own password, ends the user’s sessions and notifies them', async () => {
    const person = await enterUser()
    const body = { password, current_password: testPassword }
    const changed = await bodyOf(await office.gestor.put(userPaths.password(person.id), body), 200)
    expect(changed).toEqual({ id: person.id })
    await expectProblem(await person.call('/api/v1/details_users/'), 401, 'unauthenticated')
    expect([await signIn(person.email, testPassword), await signIn(person.email, password)]).toEqual([401, 200])
    const [mail] = await mailsTo(person.email)
    expect(mail).toMatchObject({ kind: 'account' })
    expect(mail!.text).toContain('Gael Gestor')
    expect(await eventsOf(person.id)).toMatchObject([{ action: 'user.changed', data: { fields: 'password' } }])
  })

  it('activates an invited user and voids their invitation', async () => {
    const { id, email } = await createUser(office.gestor)
    const body = { password, current_password: testPassword }
    await bodyOf(await office.gestor.put(userPaths.password(id), body), 200)
    expect(await signIn(email, password)).toBe(200)
    await expectProblem(await office.gestor.post(userPaths.invite(id), {}), 400, 'user_not_invited')
    const links = await office.server.deps.db
      .selectFrom('one_time_link')
      .where('id_user', '=', id)
      .selectAll()
      .execute()
    expect(links.filter(({ used_at }) => used_at === null)).toEqual([])
  })

  it('is refused for a wrong own password, a weak new one or a deactivated user', async () => {
    const person = await enterUser()
    const path = userPaths.password(person.id)
    const wrong = await office.gestor.put(path, { password, current_password: 'no es esta' })
    expect((await expectProblem(wrong, 400, 'password_wrong')).errors).toMatchObject([{ field: 'current_password' }])
    const weak = await office.gestor.put(path, { password: 'alguienalguien', current_password: testPassword })
    expect((await expectProblem(weak, 400, 'weak_password')).errors).toMatchObject([{ field: 'password' }])
    expect(await signIn(person.email, testPassword)).toBe(200)
    await updateUser(office.gestor, person.id, { activo: false })
    await expectProblem(await office.gestor.put(path, { password, current_password: testPassword }), 403, 'forbidden')
  })

  it('rate-limits guesses at the own password', async () => {
    const me = await enterUser({ role: 'gestor' })
    const person = await enterUser()
    const guess = (current_password: string) => me.put(userPaths.password(person.id), { password, current_password })
    for (let at = 0; at < 10; at += 1) await expectProblem(await guess(`mal ${at}`), 400, 'password_wrong')
    const paused = await guess(testPassword)
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await expectProblem(paused, 400, 'paused')).detail).toMatch(/^Espera \d+ minutos y vuelve a intentarlo\.$/)
  })
})
