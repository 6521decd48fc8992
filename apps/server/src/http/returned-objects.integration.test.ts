import { createId } from '@foja/contracts/create-id'
import type { Company } from '@foja/contracts/companies'
import type { Problem } from '@foja/contracts/problem'
import type { Solicitud, SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import type { ListedUser } from '@foja/contracts/users'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice, type Caller } from '../../test/office.ts'
import { caseIn, inDays, mediate, send, solicitudOf, update } from '../../test/steps.ts'

const office = await openOffice()

const fieldsOf = ({ errors = [] }: Problem) => errors.map(({ field, code }) => `${field} ${code}`)
const refused = async (response: Response) => fieldsOf(await expectProblem(response, 400, 'validation_failed'))
const mainsOf = async (caller: Caller, id: string) =>
  (await caller.read<SolicitudMain[]>('/api/v1/get_list_solicitud_main_type2/?page=1&page_size=100')).find(
    ({ id_solicitud_main }) => id_solicitud_main === id,
  )!

describe('a request that is sent back', () => {
  it('is updated by its changed members, from the list, the details and the agenda', async () => {
    const fecha = inDays(office, 3)
    const { id, main } = await caseIn(office, 'agendado', { fecha, assignee: office.mediador.id })
    const listed = (await mainsOf(office.gestor, main)).solicitudes[0]!
    expect(listed.asignado_a).toMatchObject({ id: office.mediador.id })
    const first = await solicitudOf(await update(office.gestor, { ...listed, titulo: 'Desde la lista' }))
    expect(first).toEqual({
      ...listed,
      titulo: 'Desde la lista',
      version: listed.version + 1,
      updated_at: first.updated_at,
    })

    const details = await office.gestor.read<SolicitudDetails>(`/api/v1/details_solicitud/${id}/`)
    expect((await solicitudOf(await update(office.gestor, { ...details, notas: 'Del detalle' }))).notas).toBe(
      'Del detalle',
    )

    const days = `desde=${inDays(office, 0)}&hasta=${inDays(office, 9)}`
    const agenda = await office.gestor.read<{ items: Solicitud[] }>(`/api/v1/agenda/?${days}`)
    const item = agenda.items.find(({ id_solicitud }) => id_solicitud === id)!
    const moved = await solicitudOf(await update(office.gestor, { ...item, lugar: 'Sala 4' }))
    expect(moved).toMatchObject({ lugar: 'Sala 4', fecha_agendada: fecha, version: item.version + 1 })
  })

  it('is sent', async () => {
    const { solicitud } = await createCase(office.usuario)
    const sent = await solicitudOf(await send(office.usuario, solicitud))
    expect(sent).toMatchObject({ status: 'agendado', version: solicitud.version + 1 })
  })

  it('is refused with the names of changed members that the call does not change', async () => {
    const { solicitud } = await createCase(office.usuario)
    const changed = { ...solicitud, created_at: '2020-01-01T00:00:00.000Z', description: [], titulo: 'Otro' }
    expect(await refused(await update(office.usuario, changed))).toEqual([
      'description read_only',
      'created_at read_only',
    ])
    expect(await refused(await send(office.usuario, { ...solicitud, titulo: 'Otro' }))).toEqual(['titulo read_only'])
    expect(await refused(await update(office.usuario, { ...solicitud, inventado: 1 }))).toEqual([
      'inventado unrecognized_keys',
    ])
    const now = await office.usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${solicitud.id_solicitud}/`)
    expect(now).toMatchObject({ titulo: solicitud.titulo, version: solicitud.version })
  })

  it('is compared with the stored one by its version first', async () => {
    const { solicitud } = await createCase(office.usuario)
    const { id_solicitud, version } = solicitud
    await solicitudOf(await update(office.usuario, { id_solicitud, version, notas: 'Primera' }))
    const late = await expectProblem(await update(office.usuario, { ...solicitud, notas: 'B' }), 400, 'stale_version')
    expect(late.current).toMatchObject({ notas: 'Primera', version: version + 1 })
  })

  it('of another company answers like an unknown one', async () => {
    const { solicitud } = await createCase(office.usuario)
    await expectProblem(await update(office.ajeno, solicitud), 404, 'not_found')
    await expectProblem(await update(office.ajeno, { ...solicitud, id_solicitud: createId() }), 404, 'not_found')
  })
})

describe('a company that is sent back', () => {
  it('is updated by its changed members', async () => {
    const [own] = await office.gestor.read<Company[]>('/api/v1/list_companies/')
    const path = `/api/v1/update_companies/${own!.id}/`
    const changed = await bodyOf<Company>(await office.gestor.put(path, { ...own, direccion: 'Calle 1' }), 200)
    expect(changed).toEqual({ ...own, direccion: 'Calle 1' })
    expect(await refused(await office.gestor.put(path, { ...own, usuarios: 99 }))).toEqual(['usuarios read_only'])
    await expectProblem(await office.ajeno.put(path, changed), 404, 'not_found')
  })
})

describe('a user who is sent back', () => {
  it('is updated by their changed members, with the invitation of an earlier reply', async () => {
    const email = 'vuelve@foja.example'
    const input = { email, nombre: 'Vera', role: 'usuario' }
    const created = await bodyOf<ListedUser>(await office.gestor.post('/api/v1/create_user/', input), 201)
    const path = `/api/v1/update_user/${created.id}/`
    const changed = await bodyOf<ListedUser>(await office.gestor.put(path, { ...created, cargo: 'Notaria' }), 200)
    expect(changed).toMatchObject({ cargo: 'Notaria', email })
    const listed = await office.gestor.read<ListedUser[]>('/api/v1/list_users/')
    const same = listed.find(({ id }) => id === created.id)!
    expect(await bodyOf(await office.gestor.put(path, { ...same, telefono: '' }), 200)).toMatchObject({
      cargo: 'Notaria',
    })
    expect(await refused(await office.gestor.put(path, { ...same, open_cases: 7 }))).toEqual(['open_cases read_only'])
    await expectProblem(await office.ajeno.put(path, same), 404, 'not_found')
    await expectProblem(await office.usuario.put(path, same), 403, 'forbidden')
  })
})

describe('requests as the specification describes them', () => {
  const draft = (more: object = {}) => ({
    id_solicitud_main: createId(),
    solicitudes: [{ id_solicitud: createId(), titulo: 'Contrato', description: [{}], ...more }],
  })
  const create = async (data: object, part: (json: string) => string | Blob) => {
    const form = new FormData()
    form.append('files', new Blob([Uint8Array.from(pdfFile('a.pdf').bytes)]), 'a.pdf')
    form.append('data', part(JSON.stringify(data)))
    return await office.usuario.call('/api/v1/list_solicitud_main_type/', { method: 'POST', body: form })
  }
  const json = (text: string) => new Blob([text], { type: 'application/json' })

  it('create a request with its status, and repeat it with and without', async () => {
    const data = draft({ status: 'pendiente' })
    const { solicitudes } = await bodyOf<SolicitudMain>(await create(data, String), 201)
    expect(solicitudes[0]?.status).toBe('pendiente')
    const [first] = data.solicitudes
    const rest = { id_solicitud: first!.id_solicitud, titulo: first!.titulo, description: [{}] }
    await bodyOf(await create({ ...data, solicitudes: [rest] }, String), 200)
    expect(await refused(await create(draft({ status: 'agendado' }), String))).toEqual([
      'solicitudes.0.status invalid_value',
    ])
  })

  it('send the data as a JSON part', async () => {
    await bodyOf(await create(draft(), json), 201)
    expect(await refused(await create({ ...draft(), otro: 1 }, json))).toEqual(['otro unrecognized_keys'])
    await expectProblem(await create({ texto: 'x'.repeat(1_100_000) }, json), 413, 'payload_too_large')
  })

  it('send the data as a JSON part without a file name', async () => {
    const head = (name: string, more: string) => `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`
    const data = `${head('data', '')}content-type: application/json\r\n\r\n${JSON.stringify(draft())}\r\n`
    const file = Buffer.from(pdfFile('a.pdf').bytes)
    const body = Buffer.concat([
      Buffer.from(`${data}${head('files', '; filename="a.pdf"')}\r\n`),
      file,
      Buffer.from('\r\n--x--\r\n'),
    ])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    await bodyOf(await office.usuario.call('/api/v1/list_solicitud_main_type/', { method: 'POST', headers, body }), 201)
  })

  it('list with parameters that Foja does not know', async () => {
    const lists = ['get_list_solicitud_main_type2', 'list_companies', 'list_users', 'list_template', 'outbox']
    for (const list of [...lists, 'list_notifications', 'list_people', 'list_deleted']) {
      const response = await office.gestor.call(`/api/v1/${list}/?page=1&pagination&orden=fecha`)
      expect(response.status, list).toBe(200)
    }
    await expectProblem(await office.gestor.call('/api/v1/list_users/?page=0'), 400, 'validation_failed')
  })

  it('change the mediation status by the status alone', async () => {
    const { document } = await caseIn(office, 'agendado', { mediacion: 'acuerdo_total' })
    await bodyOf(await mediate(office.gestor, document, { status: 'en_proceso' }), 200)
  })

  it('report a wrong type as such, and a missing value as missing', async () => {
    const { solicitud } = await createCase(office.usuario)
    const { id_solicitud, version } = solicitud
    const wrong = await update(office.usuario, { id_solicitud, version, titulo: 5, partes: [{ nombre: 'Ana' }] })
    const { errors } = await expectProblem(wrong, 400, 'validation_failed')
    expect(errors).toEqual([
      { field: 'titulo', code: 'invalid_type', message: 'Aquí va un texto.' },
      { field: 'partes.0.rol', code: 'invalid_type', message: 'Falta este dato. Complétalo.' },
    ])
  })

  it('create one company by a key, however often it is sent', async () => {
    const body = { nombre: 'Notaría Séptima', key: randomUUID() }
    const post = async (content: object) => await office.admin.post('/api/v1/create_company/', content)
    const [one, other] = await Promise.all([post(body), post(body)])
    const { id } = await bodyOf<Company>(one, 201)
    expect((await bodyOf<Company>(other, 201)).id).toBe(id)
    await expectProblem(await post({ ...body, nombre: 'Otra' }), 400, 'id_in_use')
    expect((await bodyOf<Company>(await post({ nombre: body.nombre }), 201)).id).not.toBe(id)
  })
})
