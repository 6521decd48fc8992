import type { ListedUser, UserPage } from '@foja/contracts/users'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { expectProblem, signedIn, openOffice, type Caller } from '../../../test/office.ts'
import { createUser, userPaths } from '../../../test/people-calls.ts'
import { addCompany, addPerson } from '../../../test/test-server.ts'

const office = await openOffice()
const { server, company } = office
const person = { role: 'usuario', id_company: company } as const
await addPerson(server, { ...person, email: 'jose.perez@despacho.example', nombre: 'José Ñíguez O’Neill' })
await addPerson(server, { ...person, email: 'ida@despacho.example', nombre: 'Ida Inactiva', activo: false })
await createUser(office.gestor, { nombre: 'Eva Invitada', cargo: 'Pasante Jurídica', email: 'eva@despacho.example' })

const list = async (caller: Caller, query = '') => await caller.read<ListedUser[]>(`${userPaths.list}${query}`)
const namesOf = async (caller: Caller, query = '') => (await list(caller, query)).map(({ nombre }) => nombre)

describe('the list of people', () => {
  it('shows a gestor their own company, whatever they request, and an admin all', async () => {
    const { gestor, admin, ajeno, otherCompany, company } = office
    const all = [
      'Camilo Colega',
      'Eva Invitada',
      'Gael Gestor',
      'Ida Inactiva',
      'José Ñíguez O’Neill',
      'Marta Mediadora',
      'Úrsula Usuaria',
    ]
    expect(await namesOf(gestor)).toEqual(all)
    expect(await namesOf(gestor, `?id_company=${company}`)).toEqual(all)
    expect(await namesOf(gestor, `?id_company=${otherCompany}`)).toEqual([])
    expect(await namesOf(ajeno)).toEqual(['Ajeno'])
    expect(await namesOf(admin, `?id_company=${company}`)).toEqual(all)
    expect(await namesOf(admin)).toEqual(expect.arrayContaining([...all, 'Ajeno', 'Alba Administradora']))
    for (const caller of [office.mediador, office.usuario]) {
      await expectProblem(await caller.call(userPaths.list), 403, 'forbidden')
    }
  })

  it('has the allowed actions of each user and no secret', async () => {
    const { gestor } = office
    const people = new Map((await list(gestor)).map((person) => [person.nombre, person]))
    expect(people.get('Gael Gestor')!.actions).toEqual(['update'])
    expect(people.get('Ida Inactiva')).toMatchObject({ status: 'desactivado', activo: false })
    expect(people.get('Ida Inactiva')!.actions).toEqual(['update', 'role', 'reactivate', 'remove'])
    expect(people.get('Eva Invitada')).toMatchObject({ status: 'invitado', last_login_at: null })
    expect(people.get('Eva Invitada')!.invitation_expires_at).not.toBeNull()
    expect(JSON.stringify([...people.values()])).not.toMatch(/argon2|_hash|secret/)
    office.server.advance(8 * 86_400_000)
    try {
      const later = await signedIn(office.server, { role: 'admin', nombre: 'Después', id_company: null })
      expect(await list(later, '?q=eva')).toMatchObject([{ status: 'invitado', invitation_expires_at: null }])
    } finally {
      office.server.advance(-8 * 86_400_000)
    }
  })

  it.each([
    ['q=jose', ['José Ñíguez O’Neill']],
    ['q=NIGUEZ%20jo', ['José Ñíguez O’Neill']],
    ['q=jose.perez@despacho', ['José Ñíguez O’Neill']],
    ['q=juridica', ['Eva Invitada']],
    ['q=ursula', ['Úrsula Usuaria']],
    ['q=osé', []],
    ['q=jose%20inexistente', []],
    ['status=invitado', ['Eva Invitada']],
    ['status=desactivado', ['Ida Inactiva']],
    ['role=mediador', ['Marta Mediadora']],
    ['role=usuario&status=desactivado&q=ida', ['Ida Inactiva']],
    ['role=admin', []],
  ])('finds by %s', async (query, names) => {
    expect(await namesOf(office.gestor, `?${query}`)).toEqual(names)
  })

  it('is ordered by name, by creation and by last sign-in', async () => {
    const { gestor } = office
    const byName = await namesOf(gestor)
    expect(await namesOf(gestor, '?ordering=-nombre')).toEqual(byName.toReversed())
    const created = (await list(gestor, '?ordering=created_at')).map(({ created_at }) => created_at)
    expect(created).toEqual(created.toSorted())
    const absent = (await list(gestor, '?ordering=last_login_at')).map(({ last_login_at }) => last_login_at)
    expect(absent.slice(0, 3)).toEqual([null, null, null])
    expect(absent.slice(3)).toEqual(absent.slice(3).toSorted())
    const recent = (await list(gestor, '?ordering=-last_login_at')).map(({ last_login_at }) => last_login_at)
    expect(recent).toEqual(absent.toReversed())
  })

  it('is filtered by second factor', async () => {
    const { server, gestor } = office
    const { db, clock } = server.deps
    const on = { totp_secret: 'x', totp_enabled_at: clock() }
    await db.updateTable('app_user').set(on).where('nombre', '=', 'Ida Inactiva').execute()
    expect(await namesOf(gestor, '?totp=si')).toEqual(['Ida Inactiva'])
    const without = await namesOf(gestor, '?totp=no')
    expect(without).toHaveLength(6)
    expect(without).not.toContain('Ida Inactiva')
  })

  it('refuses invalid query parameters', async () => {
    for (const query of ['?status=x', '?totp=1', '?role=jefe', '?ordering=email', '?id_company=x', '?page_size=101']) {
      await expectProblem(await office.admin.call(`${userPaths.list}${query}`), 400, 'validation_failed')
    }
  })
})

describe('ten thousand people', () => {
  it('are paged completely and are all searched', async () => {
    const { server, admin } = office
    const company = await addCompany(server, 'Enorme')
    await sql`insert into app_user (id, email, nombre, role, id_company, password_hash)
      select gen_random_uuid(), 'gente' || n || '@enorme.example', 'Gente Número ' || n, 'usuario', ${company}, 'x'
      from generate_series(1, 10000) n`.execute(server.deps.db)
    const seen = new Set<string>()
    const pages = [1, 2, 50, 99, 100]
    for (const page of pages) {
      const query = `?id_company=${company}&pagination&page_size=100&page=${page}`
      const body = await admin.read<UserPage>(`${userPaths.list}${query}`)
      expect(body).toMatchObject({ count: 10_000, next: page === 100 ? null : page + 1 })
      for (const { id } of body.results) seen.add(id)
    }
    expect(seen.size).toBe(500)
    const found: [string, number][] = [
      ['q=gente%209876', 1],
      ['status=activo&q=numero&ordering=-last_login_at', 10_000],
      ['q=numero&page=101&page_size=100', 10_000],
      ['q=nadie', 0],
    ]
    for (const [query, count] of found) {
      const body = await admin.read<UserPage>(`${userPaths.list}?pagination&${query}&id_company=${company}`)
      expect([query, body.count]).toEqual([query, count])
    }
    const all = await list(admin, `?id_company=${company}`)
    expect(all).toHaveLength(10_000)
  })
})
