import type { Company, CompanyPage } from '@foja/contracts/companies'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, signedIn, openOffice, type Caller } from '../../../../test/office.ts'
import { addCompany, addPerson, testPassword } from '../../../../test/test-server.ts'

const createPath = '/api/v1/create_company/'
const listPath = '/api/v1/list_companies/'
const updatePath = (id: string) => `/api/v1/update_companies/${id}/`
const removePath = (id: string) => `/api/v1/remove_company/${id}/`
const unknown = '00000000-0000-4000-8000-000000000000'

const office = await openOffice()

const create = async (body: object) => await bodyOf<Company>(await office.admin.post(createPath, body), 201)
const update = async (id: string, body: object) =>
  await bodyOf<Company>(await office.admin.put(updatePath(id), body), 200)
const list = async (caller: Caller, query = '') => await caller.read<Company[]>(`${listPath}${query}`)
const namesOf = async (caller: Caller, query = '') => (await list(caller, query)).map(({ nombre }) => nombre)
const eventsOf = async (company: string) =>
  await office.server.deps.db
    .selectFrom('event')
    .where('chain', '=', company)
    .where('action', 'like', 'company.%')
    .orderBy('seq')
    .select(['action', 'actor', 'data'])
    .execute()

describe('a company', () => {
  it('is created with all its fields and the first event of its history', async () => {
    const company = await create({
      nombre: 'Bufete Ñandú',
      identificacion: '1792060346001',
      pais: 'EC',
      email: 'Hola@Bufete.example',
      telefono: '02 234 5678',
      direccion: 'Av. Amazonas 123',
      exige_totp: true,
    })
    expect(company).toEqual({
      exige_passkey: false,
      id: expect.any(String) as string,
      nombre: 'Bufete Ñandú',
      identificacion: '1792060346001',
      pais: 'EC',
      email: 'hola@bufete.example',
      telefono: '02 234 5678',
      direccion: 'Av. Amazonas 123',
      activa: true,
      exige_totp: true,
      embed_origins: [],
      has_logo: false,
      created_at: expect.any(String) as string,
      usuarios: 0,
      expedientes: 0,
      actions: ['update', 'deactivate', 'remove', 'settings'],
    })
    const data = { nombre: 'Bufete Ñandú' }
    expect(await eventsOf(company.id)).toEqual([{ action: 'company.created', actor: office.admin.id, data }])
  })

  it.each([
    ['EC', '1792060356001'],
    ['ES', 'B58378432'],
    ['MX', 'GODE561331GR8'],
    ['PE', '20512333798'],
    ['CO', '213.123.432-2'],
    ['CL', '12.531.909-3'],
    ['AR', '20-05536168-3'],
    ['UY', '--'],
  ])('is refused with a tax id that is invalid in %s: %s', async (pais, identificacion) => {
    const answer = await office.admin.post(createPath, { nombre: 'X', pais, identificacion })
    const problem = await expectProblem(answer, 400, 'tax_id_wrong')
    expect(problem.errors).toMatchObject([{ field: 'identificacion' }])
  })

  it('has a tax id unique in its country however it is written, also in a hundred concurrent calls', async () => {
    await create({ nombre: 'Chilena', pais: 'CL', identificacion: '12.531.909-2' })
    const again = { nombre: 'Otra chilena', pais: 'CL', identificacion: '125319092' }
    const problem = await expectProblem(await office.admin.post(createPath, again), 400, 'company_exists')
    expect(problem.errors).toMatchObject([{ field: 'identificacion' }])
    const without = await create({ nombre: 'Sin país', identificacion: '12.531.909-2' })
    await expectProblem(await office.admin.put(updatePath(without.id), { pais: 'CL' }), 400, 'company_exists')
    const bolivian = { nombre: 'Boliviana', pais: 'BO', identificacion: '1020703023' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => office.admin.post(createPath, bolivian)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99)
  })

  it('gives a gestor one error for invalid and taken tax ids, ten times an hour', async () => {
    await create({ nombre: 'Otra boliviana', pais: 'BO', identificacion: '1020703031' })
    const { id } = await create({ nombre: 'La del gestor' })
    const gestor = await signedIn(office.server, { role: 'gestor', nombre: 'Gloria', id_company: id })
    const refusalOf = async (identificacion: string) => {
      const answer = await gestor.put(updatePath(id), { pais: 'BO', identificacion })
      const { request_id: _, ...problem } = await expectProblem(answer, 400, 'tax_id_refused')
      return problem
    }
    expect(await refusalOf('1020703031')).toEqual(await refusalOf('--'))
    for (let n = 0; n < 8; n += 1) await refusalOf('1020703031')
    const eleventh = await gestor.put(updatePath(id), { pais: 'BO', identificacion: '1020703031' })
    await expectProblem(eleventh, 400, 'paused')
    await update(id, { telefono: '02 123 4567' })
  })

  it('switches on the authorities of the country that a gestor sets, unless an admin has switched them off', async () => {
    const { db } = office.server.deps
    const { id } = await create({ nombre: 'Con gestor' })
    const gestor = await signedIn(office.server, { role: 'gestor', nombre: 'Gema', id_company: id })
    const switches = db.selectFrom('authority_country').where('pais', '=', 'CR').select('is_on')
    expect(await switches.execute()).toEqual([])
    await bodyOf(await gestor.put(updatePath(id), { pais: 'CR' }), 200)
    expect(await switches.execute()).toEqual([{ is_on: true }])
    await db.updateTable('authority_country').set({ is_on: false }).where('pais', '=', 'CR').execute()
    await bodyOf(await gestor.put(updatePath(id), { pais: null }), 200)
    await bodyOf(await gestor.put(updatePath(id), { pais: 'CR' }), 200)
    expect(await switches.execute()).toEqual([{ is_on: false }])
  })

  it('keeps omitted fields and clears empty ones on update', async () => {
    const { id } = await create({
      nombre: 'Antes',
      pais: 'ES',
      identificacion: 'B58378431',
      telefono: '915550123',
      email: 'a@b.example',
    })
    expect(await update(id, { telefono: '', email: '', nombre: 'Después' })).toMatchObject({
      nombre: 'Después',
      telefono: null,
      email: null,
      identificacion: 'B58378431',
    })
    expect(await update(id, { pais: null, identificacion: '' })).toMatchObject({ pais: null, identificacion: null })
    await update(id, { nombre: 'Después', activa: true })
    expect((await eventsOf(id)).map(({ action, data }) => [action, data['fields']])).toEqual([
      ['company.created', undefined],
      ['company.changed', 'nombre,email,telefono'],
      ['company.changed', 'identificacion,pais'],
    ])
  })

  it('names the sites that may show its requests, as browsers write them, each once', async () => {
    const { id } = await create({ nombre: 'Con sitios' })
    const gestor = await signedIn(office.server, { role: 'gestor', nombre: 'Greta', id_company: id })
    const sites = ['https://WWW.oficina.ec/', 'https://www.oficina.ec', 'http://localhost:5173']
    const kept = ['https://www.oficina.ec', 'http://localhost:5173']
    const set = async (embed_origins: readonly string[]) => await gestor.put(updatePath(id), { embed_origins })
    expect(await bodyOf<Company>(await set(sites), 200)).toMatchObject({ embed_origins: kept })
    for (const wrong of ['*', 'oficina.ec', 'http://oficina.ec', 'https://a.ec/x', "https://a;script-src'self'"])
      await expectProblem(await set([...kept, wrong]), 400, 'embed_origin_wrong')
    await expectProblem(await set(Array.from({ length: 11 }, (_, n) => `https://s${n}.ec`)), 400, 'validation_failed')
    await bodyOf(await set(kept), 200)
    expect(await update(id, { telefono: '02 234 5678' })).toMatchObject({ embed_origins: kept })
    expect((await eventsOf(id)).map(({ action, data }) => [action, data['fields']])).toEqual([
      ['company.created', undefined],
      ['company.changed', 'embed_origins'],
      ['company.changed', 'telefono'],
    ])
  })

  it('validates the tax id when the country changes, and keeps an old invalid one otherwise', async () => {
    const { id } = await create({ nombre: 'Mudada', pais: 'UY', identificacion: 'libre 7' })
    await expectProblem(await office.admin.put(updatePath(id), { pais: 'EC' }), 400, 'tax_id_wrong')
    await office.server.deps.db.updateTable('company').set({ pais: 'EC' }).where('id', '=', id).execute()
    expect(await update(id, { telefono: '022345678', identificacion: 'libre 7' })).toMatchObject({
      telefono: '022345678',
    })
  })

  it('validates the telephone when it changes, and keeps an old invalid one otherwise', async () => {
    const { id } = await create({ nombre: 'Con teléfono', telefono: '+593 2 255 0147 ext. 3' })
    const odd = { nombre: 'Otra', telefono: 'llamar a Ana' }
    const problem = await expectProblem(await office.admin.post(createPath, odd), 400, 'phone_wrong')
    expect(problem.errors).toMatchObject([{ field: 'telefono' }])
    await expectProblem(await office.admin.put(updatePath(id), { telefono: '12345' }), 400, 'phone_wrong')
    await office.server.deps.db.updateTable('company').set({ telefono: 's/n' }).where('id', '=', id).execute()
    expect(await update(id, { nombre: 'De antes', telefono: 's/n' })).toMatchObject({
      nombre: 'De antes',
      telefono: 's/n',
    })
    await expectProblem(await office.admin.put(updatePath(id), { telefono: 's/n 2' }), 400, 'phone_wrong')
    expect(await update(id, { telefono: '' })).toMatchObject({ telefono: null })
  })
})

describe('company permissions', () => {
  it('let a gestor edit the own company, but neither close it nor edit another', async () => {
    const { gestor, company, otherCompany } = office
    const changed = await bodyOf<Company>(await gestor.put(updatePath(company), { telefono: '022345678' }), 200)
    expect(changed).toMatchObject({ telefono: '022345678', actions: ['update', 'settings'] })
    await expectProblem(await gestor.put(updatePath(company), { activa: false }), 403, 'forbidden')
    await expectProblem(await gestor.put(updatePath(otherCompany), { telefono: '022345678' }), 404, 'not_found')
    await expectProblem(await gestor.post(createPath, { nombre: 'Mía' }), 403, 'forbidden')
    await expectProblem(await gestor.remove(removePath(otherCompany)), 403, 'forbidden')
    await expectProblem(await office.admin.put(updatePath(unknown), { telefono: '022345678' }), 404, 'not_found')
  })

  it('let a mediador and a usuario see the own company only', async () => {
    for (const caller of [office.mediador, office.usuario]) {
      expect(await list(caller)).toMatchObject([{ id: office.company, actions: [] }])
      expect(await caller.read(`${listPath}?pagination&q=otra`)).toMatchObject({ count: 0, results: [] })
      await expectProblem(await caller.put(updatePath(office.company), { telefono: '022345678' }), 403, 'forbidden')
    }
    expect(await namesOf(office.ajeno)).toEqual(['Otra Oficina'])
  })
})

describe('a closed company', () => {
  it('refuses its users immediately, and lets them sign in again once it reopens', async () => {
    const { server } = office
    const company = await addCompany(server, 'Se cierra')
    const inside = { role: 'gestor', nombre: 'De dentro', id_company: company } as const
    const person = await signedIn(server, inside)
    const browser = server.client()
    expect((await browser.signIn(person.email, testPassword)).status).toBe(200)
    expect((await person.call('/api/v1/details_users/')).status).toBe(200)
    expect(await update(company, { activa: false })).toMatchObject({
      activa: false,
      actions: ['update', 'reactivate', 'remove', 'settings'],
    })
    await expectProblem(await person.call('/api/v1/details_users/'), 401, 'unauthenticated')
    expect(await browser.token()).toBeUndefined()
    expect((await server.client().signIn(person.email, testPassword)).status).toBe(401)
    await update(company, { activa: true })
    // Ended sessions stay ended.
    expect([(await person.call('/api/v1/details_users/')).status, await browser.token()]).toEqual([401, undefined])
    expect((await server.client().signIn(person.email, testPassword)).status).toBe(200)
    expect((await eventsOf(company)).map(({ action }) => action)).toEqual([
      'company.deactivated',
      'company.reactivated',
    ])
  })

  it('cannot be the own one', async () => {
    const company = await addCompany(office.server, 'La propia')
    const admin = await signedIn(office.server, { role: 'admin', nombre: 'Dentro', id_company: company })
    await expectProblem(await admin.put(updatePath(company), { activa: false }), 400, 'company_has_you')
    await expectProblem(await admin.remove(removePath(company)), 400, 'company_has_you')
    expect((await admin.call('/api/v1/details_users/')).status).toBe(200)
  })

  it('leaves an admin when two admins close each other’s company concurrently', async () => {
    const { server } = office
    const { db } = server.deps
    const both = await Promise.all(
      ['Una', 'La otra'].map(async (nombre) => {
        const company = await addCompany(server, nombre)
        return { company, admin: await signedIn(server, { role: 'admin', nombre, id_company: company }) }
      }),
    )
    const others = await db
      .updateTable('app_user')
      .set({ activo: false })
      .where('role', '=', 'admin')
      .where(
        'id',
        'not in',
        both.map(({ admin }) => admin.id),
      )
      .returning('id')
      .execute()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        both[at % 2]!.admin.put(updatePath(both[(at + 1) % 2]!.company), { activa: false }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => ![200, 400, 401].includes(status))).toEqual([])
    const alive = await Promise.all(both.map(({ admin }) => admin.call('/api/v1/details_users/')))
    expect(alive.map(({ status }) => status).toSorted()).toEqual([200, 401])
    await db.updateTable('company').set({ activa: true }).execute()
    const ids = others.map(({ id }) => id)
    await db.updateTable('app_user').set({ activo: true }).where('id', 'in', ids).execute()
  })
})

describe('removing a company', () => {
  it('deletes an empty one and frees its tax id', async () => {
    const input = { nombre: 'Vacía', pais: 'PE', identificacion: '20512333797' }
    const { id } = await create(input)
    expect(await bodyOf(await office.admin.remove(removePath(id)), 200)).toEqual({ id, outcome: 'removed' })
    await expectProblem(await office.admin.remove(removePath(id)), 404, 'not_found')
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action: 'company.removed', data: { nombre: 'Vacía' } })
    await create(input)
  })

  it('only deactivates one with users or case files', async () => {
    const { server, admin } = office
    const company = await addCompany(server, 'Con gente')
    const person = await signedIn(server, { role: 'usuario', nombre: 'Alguien', id_company: company })
    const { solicitud } = await createCase(person)
    const outcome = { id: company, outcome: 'deactivated' }
    expect(await bodyOf(await admin.remove(removePath(company)), 200)).toEqual(outcome)
    expect(await bodyOf(await admin.remove(removePath(company)), 200)).toEqual(outcome)
    expect((await eventsOf(company)).map(({ action }) => action)).toEqual(['company.deactivated'])
    expect((await person.call('/api/v1/details_users/')).status).toBe(401)
    const kept = await admin.read(`/api/v1/details_solicitud/${solicitud.id_solicitud}/`)
    expect(kept).toMatchObject({ id_solicitud: solicitud.id_solicitud })
  })

  it('never deletes one to which a user is added concurrently', async () => {
    const { server, admin } = office
    const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => addCompany(server, `Carrera ${at}`)))
    const person = (id_company: string, at: number) =>
      addPerson(server, { email: `carrera${at}@foja.example`, role: 'usuario', id_company })
    await Promise.allSettled(ids.flatMap((id, at) => [admin.remove(removePath(id)), person(id, at)]))
    const orphans = await server.deps.db
      .selectFrom('app_user')
      .leftJoin('company', 'company.id', 'app_user.id_company')
      .where('app_user.email', 'like', 'carrera%')
      .where('company.id', 'is', null)
      .select('app_user.id')
      .execute()
    expect(orphans).toEqual([])
  })
})

describe('the list of companies', () => {
  it('counts users who may sign in and case files', async () => {
    const { server, admin } = office
    const company = await addCompany(server, 'Contada')
    const person = await signedIn(server, { role: 'usuario', nombre: 'Una', id_company: company })
    await addPerson(server, { email: 'ida.contada@foja.example', role: 'usuario', id_company: company, activo: false })
    await createCase(person)
    await createCase(person)
    expect(await list(admin, '?q=contada')).toMatchObject([{ usuarios: 1, expedientes: 2 }])
  })

  it('is searched by words without accents, by country and by state', async () => {
    const { admin } = office
    await create({ nombre: 'Notaría Pérez & Güell', pais: 'AR', identificacion: '20-05536168-2' })
    for (const q of ['notaria', 'PEREZ guell', 'Güell', '20-05536168-2', 'not per']) {
      expect(await namesOf(admin, `?q=${encodeURIComponent(q)}`)).toEqual(['Notaría Pérez & Güell'])
    }
    for (const q of ['otaria', 'notaria lopez', '%25']) {
      expect(await namesOf(admin, `?q=${encodeURIComponent(q)}`)).not.toContain('Notaría Pérez & Güell')
    }
    expect(await namesOf(admin, '?pais=AR')).toEqual(['Notaría Pérez & Güell'])
    const shut = await addCompany(office.server, 'Cerrada')
    await update(shut, { activa: false })
    expect(await namesOf(admin, '?activa=0')).toContain('Cerrada')
    expect(await namesOf(admin, '?activa=1')).not.toContain('Cerrada')
  })

  it('is sorted alphabetically and paged completely', async () => {
    const { admin } = office
    for (const nombre of ['Ávila', 'avalos', 'Zúñiga', 'Ñuñoa', 'Nuñez']) await create({ nombre: `Orden ${nombre}` })
    const inOrder = ['avalos', 'Ávila', 'Nuñez', 'Ñuñoa', 'Zúñiga'].map((nombre) => `Orden ${nombre}`)
    expect(await namesOf(admin, '?q=orden')).toEqual(inOrder)
    expect(await namesOf(admin, '?q=orden&ordering=-nombre')).toEqual(inOrder.toReversed())
    const pages = [1, 2, 3].map((page) =>
      admin.read<CompanyPage>(`${listPath}?q=orden&pagination&page_size=2&page=${page}`),
    )
    const [first, second, third] = await Promise.all(pages)
    expect(first).toMatchObject({ count: 5, page: 1, page_size: 2, previous: null, next: 2 })
    expect(third).toMatchObject({ previous: 2, next: null })
    const all = [first!, second!, third!].flatMap(({ results }) => results.map(({ nombre }) => nombre))
    expect(all).toEqual(inOrder)
    const busiest = await list(admin, '?ordering=-usuarios')
    expect(busiest.map(({ usuarios }) => usuarios)).toEqual(
      busiest.map(({ usuarios }) => usuarios).toSorted((a, b) => b - a),
    )
  })

  it('refuses invalid query parameters', async () => {
    for (const query of ['?activa=2', '?pais=ec', '?ordering=email', '?page_size=101', '?page=0']) {
      await expectProblem(await office.admin.call(`${listPath}${query}`), 400, 'validation_failed')
    }
  })
})
