import { describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, signedIn, openOffice } from '../../../test/office.ts'
import { createUser, updateUser, userPaths } from '../../../test/people-calls.ts'

const office = await openOffice()

const eventsOf = async (id: string) => {
  const rows = await office.server.deps.db.selectFrom('event').orderBy('id').select('data').execute()
  return rows.filter(({ data }) => data['id_user'] === id)
}
const enterUser = () => signedIn(office.server, { role: 'usuario', nombre: 'Alguien', id_company: office.company })

describe('the own profile', () => {
  it('can be changed by every user in name, post and telephone only', async () => {
    const me = await enterUser()
    const mine = { nombre: 'Como Quiero', cargo: 'Pasante', telefono: '0991234567' }
    expect(await bodyOf(await me.put(userPaths.profile, mine), 200)).toMatchObject({ ...mine, role: 'usuario' })
    expect(await bodyOf(await me.put(userPaths.profile, { cargo: '' }), 200)).toMatchObject({
      cargo: null,
      telefono: '0991234567',
    })
    await bodyOf(await me.put(userPaths.profile, { telefono: '0991234567' }), 200)
    expect((await eventsOf(me.id)).map(({ data }) => data['fields'])).toEqual(['nombre,cargo,telefono', 'cargo'])
    for (const body of [{ role: 'admin' }, { email: 'z@foja.example' }, { nombre: '' }, { id_company: null }]) {
      await expectProblem(await me.put(userPaths.profile, body), 400, 'validation_failed')
    }
  })

  it('refuses an invalid telephone, but keeps an invalid old one until it is changed', async () => {
    const me = await enterUser()
    const problem = await expectProblem(
      await me.put(userPaths.profile, { telefono: 'por la tarde' }),
      400,
      'phone_wrong',
    )
    expect(problem.errors).toMatchObject([{ field: 'telefono' }])
    await office.server.deps.db.updateTable('app_user').set({ telefono: 's/n' }).where('id', '=', me.id).execute()
    const kept = await bodyOf(await me.put(userPaths.profile, { nombre: 'Otra', telefono: 's/n' }), 200)
    expect(kept).toMatchObject({ nombre: 'Otra', telefono: 's/n' })
    expect(await bodyOf(await me.put(userPaths.profile, { telefono: ' ' }), 200)).toMatchObject({ telefono: null })
  })
})

describe('the telephone of another user', () => {
  it('is validated when the user is created and when it changes', async () => {
    const created = { email: 'con.telefono@foja.example', nombre: 'Con Teléfono', role: 'usuario' }
    const call = office.gestor.post(userPaths.create, { ...created, telefono: '12345' })
    expect((await expectProblem(await call, 400, 'phone_wrong')).errors).toMatchObject([{ field: 'telefono' }])
    const { id } = await createUser(office.gestor, { ...created, telefono: '+593 (2) 255-0147 ext. 12' })
    await expectProblem(await office.gestor.put(userPaths.update(id), { telefono: 'Ana' }), 400, 'phone_wrong')
    await office.server.deps.db.updateTable('app_user').set({ telefono: 's/n' }).where('id', '=', id).execute()
    expect(await updateUser(office.gestor, id, { cargo: 'Pasante', telefono: 's/n' })).toMatchObject({
      cargo: 'Pasante',
      telefono: 's/n',
    })
  })
})
