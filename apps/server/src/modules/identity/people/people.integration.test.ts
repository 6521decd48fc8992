import type { Colleague } from '@foja/contracts/home'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, signedIn, openOffice, type Caller } from '../../../../test/office.ts'
import { userPaths } from '../../../../test/people-calls.ts'
import { addCompany, addPerson } from '../../../../test/test-server.ts'

const office = await openOffice()
const { server, company } = office
const person = { role: 'usuario', id_company: company } as const
await addPerson(server, { ...person, email: 'jose.perez@Oficina.example', nombre: 'José Ñíguez O’Neill' })
// The same letters in decomposed form, as a telephone may send them.
await addPerson(server, { ...person, email: 'ines@oficina.example', nombre: 'Inés Müller'.normalize('NFD') })
await addPerson(server, { ...person, email: 'ida@oficina.example', nombre: 'Ida Inactiva', activo: false })
await addPerson(server, { ...person, email: 'wu@oficina.example', nombre: '王小明 Παπαδόπουλος' })

const namesOf = async (caller: Caller, query = '') =>
  (await caller.read<Colleague[]>(`/api/v1/list_people/${query}`)).map(({ nombre }) => nombre.normalize('NFC'))
const search = (q: string) => namesOf(office.usuario, `?q=${encodeURIComponent(q)}`)

describe('list_people', () => {
  it('returns the active users of the own company to each role', async () => {
    const all = [
      'Camilo Colega',
      'Gael Gestor',
      'Inés Müller',
      'José Ñíguez O’Neill',
      'Marta Mediadora',
      'Úrsula Usuaria',
      '王小明 Παπαδόπουλος',
    ]
    const { usuario, mediador, gestor, ajeno } = office
    for (const caller of [usuario, mediador, gestor]) expect(await namesOf(caller)).toEqual(all)
    expect(await namesOf(ajeno)).toEqual(['Ajeno'])
  })

  it('returns only id, name, address and role', async () => {
    const people = await office.usuario.read<Colleague[]>('/api/v1/list_people/?q=jose')
    const id = expect.any(String) as string
    expect(people).toEqual([
      { id, nombre: 'José Ñíguez O’Neill', email: 'jose.perez@Oficina.example', role: 'usuario' },
    ])
  })

  it.each([
    ['jose', 'José Ñíguez O’Neill'],
    ['NIGUEZ JO', 'José Ñíguez O’Neill'],
    ['ñíg', 'José Ñíguez O’Neill'],
    ['neill', 'José Ñíguez O’Neill'],
    ['jose.perez@oficina', 'José Ñíguez O’Neill'],
    ['muller', 'Inés Müller'],
    ['INÉS', 'Inés Müller'],
    ['王小', '王小明 Παπαδόπουλος'],
    ['Παπ', '王小明 Παπαδόπουλος'],
  ])('finds %s', async (q, nombre) => {
    expect(await search(q)).toEqual([nombre])
  })

  it.each(['ose', 'jose inexistente', 'ida', 'ajeno', '%', '_', "' or 1=1 --"])('does not find %s', async (q) => {
    const letters = /[\p{L}\p{N}]/u.test(q)
    expect(await search(q)).toHaveLength(letters ? 0 : 7)
  })

  it('sorts names that begin with the query first', async () => {
    await addPerson(office.server, {
      email: 'a@x.example',
      nombre: 'Abel Mart',
      role: 'usuario',
      id_company: office.company,
    })
    expect(await search('mart')).toEqual(['Marta Mediadora', 'Abel Mart'])
  })

  it('with staff returns those who may mediate', async () => {
    expect(await namesOf(office.usuario, '?staff=1')).toEqual(['Gael Gestor', 'Marta Mediadora'])
  })

  it('accepts another company only from an admin', async () => {
    const { admin, usuario, otherCompany } = office
    expect(await namesOf(admin, `?id_company=${otherCompany}`)).toEqual(['Ajeno'])
    expect(await namesOf(admin, '?q=a')).toEqual(expect.arrayContaining(['Ajeno', 'Alba Administradora', 'Abel Mart']))
    expect(await namesOf(usuario, `?id_company=${otherCompany}`)).not.toContain('Ajeno')
  })

  it('with staff includes the admins of an office, for each role', async () => {
    const { server } = office
    const id_company = await addCompany(server, 'Oficina pequeña')
    const boss = await signedIn(server, { role: 'admin', nombre: 'Jimena Jefa', id_company })
    const asks = await signedIn(server, { role: 'usuario', nombre: 'Pía Pide', id_company })
    await addPerson(server, { email: 'socia@x.example', nombre: 'Sara Socia', role: 'admin', id_company })
    await addPerson(server, { email: 'ex@x.example', nombre: 'Eva Ex', role: 'admin', id_company, activo: false })
    const staff = ['Jimena Jefa', 'Sara Socia']
    for (const caller of [asks, boss]) expect(await namesOf(caller, '?staff=1')).toEqual(staff)
    expect(await namesOf(asks, '?staff=1&q=soc')).toEqual(['Sara Socia'])
    expect(await namesOf(office.gestor, `?staff=1&id_company=${id_company}`)).toEqual([
      'Gael Gestor',
      'Marta Mediadora',
    ])
  })

  it('with staff also includes the calling admin, once, as they may take requests of every company', async () => {
    const { server, admin, gestor, usuario, company, otherCompany } = office
    const boss = await signedIn(server, { role: 'admin', nombre: 'Bruna Jefa', id_company: otherCompany })
    const staffOf = (id: string) => `?id_company=${id}&staff=1`
    expect(await namesOf(admin, staffOf(company))).toEqual(['Alba Administradora', 'Gael Gestor', 'Marta Mediadora'])
    expect(await namesOf(boss, staffOf(company))).toEqual(['Bruna Jefa', 'Gael Gestor', 'Marta Mediadora'])
    expect(await namesOf(boss, staffOf(otherCompany))).toEqual(['Ajeno', 'Bruna Jefa'])
    const everywhere = await namesOf(admin, '?staff=1')
    expect(everywhere.filter((nombre) => nombre === 'Alba Administradora')).toHaveLength(1)
    expect(await namesOf(admin, `${staffOf(company)}&q=gael`)).toEqual(['Gael Gestor'])
    expect(await namesOf(boss, `?id_company=${company}`)).not.toContain('Bruna Jefa')
    for (const caller of [gestor, usuario]) expect(await namesOf(caller, '?staff=1')).not.toContain('Bruna Jefa')
  })

  it('with staff returns a possible successor for a closed company', async () => {
    const { server, admin } = office
    const id_company = await addCompany(server, 'Oficina cerrada')
    const leaves = await signedIn(server, { role: 'gestor', nombre: 'Quien Se Va', id_company })
    await createCase(leaves)
    await server.deps.db.updateTable('company').set({ activa: false }).where('id', '=', id_company).execute()
    const staff = await admin.read<Colleague[]>(`/api/v1/list_people/?staff=1&id_company=${id_company}`)
    expect(staff.map(({ nombre }) => nombre)).toEqual(['Alba Administradora'])
    const left = await admin.remove(`${userPaths.remove(leaves.id)}?entregar_a=${staff[0]!.id}`)
    expect(await bodyOf(left, 200)).toMatchObject({ handed_over: 1 })
  })

  it('refuses invalid query parameters', async () => {
    for (const query of ['?q=' + 'x'.repeat(201), '?staff=0', '?id_company=x']) {
      await expectProblem(await office.usuario.call(`/api/v1/list_people/${query}`), 400, 'validation_failed')
    }
  })

  it('returns 50 users at most', async () => {
    const { server, otherCompany } = office
    for (let at = 0; at < 60; at += 1) {
      await addPerson(server, {
        email: `n${at}@x.example`,
        nombre: `Nadie ${at}`,
        role: 'usuario',
        id_company: otherCompany,
      })
    }
    expect(await namesOf(office.ajeno, '?q=nadie')).toHaveLength(50)
  })
})
