import { createId } from '@foja/contracts/create-id'
import type { search } from '@foja/contracts/home'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  bodyOf,
  createCase,
  createPath,
  expectProblem,
  pdfFile,
  openOffice,
  signedIn,
  type Caller,
} from '../../../../test/office.ts'

type Result = z.output<(typeof search.replies)[200]>['results'][number]

const cases: Record<string, SolicitudMain> = {}

/** Creates a case file with one request as `caller`. */
async function make(caller: Caller, name: string, titulo: string, more: Record<string, unknown> = {}, file = 'x.pdf') {
  const solicitud = { id_solicitud: createId(), titulo, description: [{}], ...more }
  const data = { id_solicitud_main: createId(), titulo: `Expediente ${name}`, solicitudes: [solicitud] }
  cases[name] = await bodyOf<SolicitudMain>(await caller.upload(createPath, [pdfFile(file)], data), 201)
}

/** Creates a document outside of any case file. */
async function makeLoose(nombre: string, caller: Caller, company: string | null): Promise<string> {
  const { db } = office.server.deps
  const id_documento = randomUUID()
  const row = { id_documento, nombre, mime: 'application/pdf', created_by: caller.id, id_company: company }
  await db.insertInto('document').values(row).execute()
  return id_documento
}

const office = await openOffice()
const { usuario, colega, ajeno } = office
const partes = [{ nombre: 'Zoé Íñiguez', rol: 'solicitante', identificacion: '1712345678' }]
await make(usuario, 'uno', 'Petición de Ñandúes', { partes }, 'Señal de pago.pdf')
await make(usuario, 'dos', 'Otra cosa', { partes: [{ nombre: 'Petra Petiz', rol: 'solicitante' }] })
await make(colega, 'tres', 'Petición del colega', {}, 'Señal ajena.pdf')
await make(ajeno, 'cuatro', 'Petición de otra oficina', {}, 'Señal de otra oficina.pdf')

async function find(caller: Caller, q: string, kind?: string): Promise<Result[]> {
  const { results } = await caller.read<{ results: Result[] }>(`/api/v1/search/?q=${encodeURIComponent(q)}`)
  return results.filter((result) => kind === undefined || result.kind === kind)
}
const titles = async (caller: Caller, q: string, kind?: string) =>
  (await find(caller, q, kind)).map(({ title }) => title)
const idOf = (name: string) => cases[name]!.solicitudes[0]!.id_solicitud
const documentOf = (name: string) => cases[name]!.solicitudes[0]!.description[0]!.id_documento

describe('the search', () => {
  it('finds a request and describes it by its case file', async () => {
    expect(await find(office.usuario, 'ñandues')).toEqual([
      {
        kind: 'solicitud',
        id: idOf('uno'),
        title: 'Petición de Ñandúes',
        note: 'Expediente uno',
        status: 'pendiente',
        suelto: false,
        reason: null,
      },
    ])
  })

  it.each([
    ['expediente uno', 'titulo', 'Expediente uno'],
    ['zoe iñi', 'parte', 'Zoé Íñiguez'],
    ['zoe peti', 'parte', 'Zoé Íñiguez'],
    ['1712345', 'identificacion', 'Zoé Íñiguez · 1712345678'],
    ['zoe 1712345', 'identificacion', 'Zoé Íñiguez · 1712345678'],
    ['ñandues ursula', 'autor', 'Úrsula Usuaria'],
    ['mora', 'responsable', 'Marco Mora'],
    ['posesorio', 'tipo', 'Juicio posesorio'],
    ['señal ñandues', 'documento', 'Señal de pago.pdf'],
  ])('says why a request matches: %s', async (q, kind, text) => {
    const { usuario, server, company } = office
    const mora = await signedIn(server, { role: 'mediador', nombre: 'Marco Mora', id_company: company })
    await server.deps.db
      .updateTable('solicitud')
      .set({ asignado_a: mora.id, tipo: 'Juicio posesorio' })
      .where('id_solicitud', '=', idOf('uno'))
      .execute()
    expect(await find(usuario, q, 'solicitud')).toMatchObject([{ id: idOf('uno'), reason: { kind, text } }])
  })

  it.each([
    ['NANDU PETI', 'Petición de Ñandúes'],
    ['expediente uno', 'Petición de Ñandúes'],
    ['zoe iñi', 'Petición de Ñandúes'],
    ['1712345', 'Petición de Ñandúes'],
    ['zoe peti', 'Petición de Ñandúes'],
    ['señal ñandues', 'Petición de Ñandúes'],
  ])('finds by word beginnings: %s', async (q, title) => {
    expect(await titles(office.usuario, q, 'solicitud')).toEqual([title])
  })

  it('finds by the id of the request or the case file, in any case', async () => {
    for (const id of [idOf('uno'), cases['uno']!.id_solicitud_main, idOf('uno').toLowerCase()]) {
      const text = cases['uno']!.id_solicitud_main
      expect(await find(office.usuario, id)).toMatchObject([{ id: idOf('uno'), reason: { kind: 'codigo', text } }])
      for (const caller of [office.colega, office.ajeno]) expect(await find(caller, id)).toEqual([])
    }
  })

  it('finds by a part of the id, and says so', async () => {
    const text = cases['uno']!.id_solicitud_main
    const reason = { kind: 'codigo', text }
    for (const part of [text.slice(0, 9), text.replaceAll('-', '')]) {
      expect(await find(office.usuario, part, 'solicitud')).toMatchObject([{ id: idOf('uno'), reason }])
    }
  })

  it('ranks titles before people, and the newest first', async () => {
    expect(await titles(office.gestor, 'peti', 'solicitud')).toEqual([
      'Petición del colega',
      'Petición de Ñandúes',
      'Otra cosa',
    ])
  })

  it('finds documents by name', async () => {
    const [found] = await find(office.usuario, 'pago', 'document')
    expect(found).toEqual({
      kind: 'document',
      id: documentOf('uno'),
      title: 'Señal de pago.pdf',
      note: 'Petición de Ñandúes',
      status: null,
      suelto: false,
      reason: null,
    })
  })

  it('finds colleagues by name and address', async () => {
    const { usuario, gestor, ajeno } = office
    expect(await find(usuario, 'ursula')).toEqual(
      expect.arrayContaining([
        {
          kind: 'person',
          id: usuario.id,
          title: 'Úrsula Usuaria',
          note: usuario.email,
          status: null,
          suelto: false,
          reason: null,
        },
      ]),
    )
    expect(await titles(usuario, gestor.email, 'person')).toEqual(['Gael Gestor'])
    expect(await titles(usuario, 'ajeno', 'person')).toEqual([])
    expect(await titles(ajeno, 'gael', 'person')).toEqual([])
  })

  it('covers what the caller sees in the list', async () => {
    const { admin, gestor, mediador, usuario, colega, ajeno } = office
    const office1 = ['Petición del colega', 'Petición de Ñandúes']
    for (const caller of [gestor, mediador]) expect(await titles(caller, 'peticion', 'solicitud')).toEqual(office1)
    expect(await titles(usuario, 'peticion', 'solicitud')).toEqual(['Petición de Ñandúes'])
    expect(await titles(colega, 'peticion', 'solicitud')).toEqual(['Petición del colega'])
    expect(await titles(ajeno, 'peticion', 'solicitud')).toEqual(['Petición de otra oficina'])
    expect(await titles(admin, 'peticion', 'solicitud')).toEqual(['Petición de otra oficina', ...office1])
    expect(await titles(colega, 'señal', 'document')).toEqual(['Señal ajena.pdf'])
    expect((await titles(gestor, 'señal', 'document')).toSorted()).toEqual(['Señal ajena.pdf', 'Señal de pago.pdf'])
    expect(await titles(admin, 'señal', 'document')).toHaveLength(3)
  })

  it('finds a document that is shared with the caller, without its case file', async () => {
    const { db } = office.server.deps
    const { colega, ajeno } = office
    for (const id_user of [colega.id, ajeno.id]) {
      await db
        .insertInto('user_shared')
        .values({ id_documento: documentOf('uno'), id_user })
        .execute()
    }
    expect(await find(colega, 'señal de pago')).toMatchObject([{ id: documentOf('uno'), note: '', suelto: false }])
    expect(await find(colega, 'ñandues')).toEqual([])
    // A share across companies grants nothing.
    expect(await titles(ajeno, 'pago')).toEqual([])
    await db.deleteFrom('user_shared').execute()
  })

  it('finds documents outside of case files: the own ones, and for staff those of the office', async () => {
    const { usuario, colega, gestor, admin, ajeno, company, otherCompany } = office
    const id = await makeLoose('Suelto Ñ.pdf', usuario, company)
    await makeLoose('Suelto ajeno.pdf', ajeno, otherCompany)
    for (const caller of [usuario, gestor]) {
      expect(await find(caller, 'suelto')).toEqual([
        { kind: 'document', id, title: 'Suelto Ñ.pdf', note: '', status: null, suelto: true, reason: null },
      ])
    }
    expect(await titles(colega, 'suelto')).toEqual([])
    expect(await titles(ajeno, 'suelto')).toEqual(['Suelto ajeno.pdf'])
    expect((await titles(admin, 'suelto')).toSorted()).toEqual(['Suelto ajeno.pdf', 'Suelto Ñ.pdf'])
  })

  it('finds what an admin uploaded without a company or as part of another', async () => {
    const { admin, company } = office
    const { db } = office.server.deps
    const place = (id_company: string | null) =>
      db.updateTable('app_user').set({ id_company }).where('id', '=', admin.id).execute()
    await place(null)
    const id = await makeLoose('De nadie.pdf', admin, null)
    for (const where of [null, company]) {
      await place(where)
      expect(await find(admin, 'nadie', 'document')).toMatchObject([{ id }])
    }
    await place(null)
  })

  describe('of requests for signatures and documents', () => {
    const person = (nombre: string, email: string, rol: string) => ({ nombre, email, rol })
    const requestsOf = async (caller: Caller, q: string) => await find(caller, q, 'request')
    const made = { signatures: '', documents: '' }

    beforeAll(async () => {
      const [description] = cases['uno']!.solicitudes[0]!.description
      const signatures = await usuario.post('/api/v1/create_signing_request/', {
        titulo: 'Firmas del arriendo',
        documents: [{ id_documento: description!.id_documento }],
        recipients: [
          person('Rocío Mora', 'rocio@cliente.example', 'firma'),
          person('Ana Vélez', 'ana.v@cliente.example', 'aprueba'),
          person('Iván Ríos', 'ivan@cliente.example', 'copia'),
        ],
        send: false,
      })
      made.signatures = (await bodyOf<{ id: string }>(signatures, 201)).id
      const documents = await usuario.post('/api/v1/create_document_request/', {
        id_solicitud: idOf('uno'),
        titulo: 'Papeles del arriendo',
        recipients: [{ nombre: 'Rocío Mora', email: 'rocio@cliente.example' }],
        requirements: [{ nombre: 'Cédula' }, { nombre: 'Rol de pagos' }, { nombre: 'Carta', obligatorio: false }],
      })
      made.documents = (await bodyOf<{ id: string }>(documents, 201)).id
      const { db } = office.server.deps
      await db.updateTable('recipient').set({ status: 'aprobado' }).where('nombre', '=', 'Ana Vélez').execute()
      await db.updateTable('requirement').set({ status: 'recibido' }).where('nombre', '=', 'Cédula').execute()
    })

    it('finds them by title, with how far they are, newest first', async () => {
      const place = { kind: 'request', note: 'Expediente uno', status: null, suelto: false, reason: null }
      expect(await requestsOf(usuario, 'arrien')).toEqual([
        {
          ...place,
          id: made.documents,
          title: 'Papeles del arriendo',
          pedido: {
            tipo: 'documentos',
            status: 'enviada',
            id_solicitud: idOf('uno'),
            id_documento: null,
            hechos: 1,
            total: 2,
          },
        },
        {
          ...place,
          id: made.signatures,
          title: 'Firmas del arriendo',
          pedido: {
            tipo: 'firmas',
            status: 'borrador',
            id_solicitud: idOf('uno'),
            id_documento: documentOf('uno'),
            hechos: 1,
            total: 2,
          },
        },
      ])
    })

    it.each([
      ['ana', 'Ana Vélez'],
      ['firmas rocio mor', 'Rocío Mora'],
      ['ivan@cliente', 'Iván Ríos'],
    ])('finds them by a recipient, and says which: %s', async (q, text) => {
      const reason = { kind: 'destinatario', text }
      expect(await requestsOf(usuario, q)).toMatchObject([{ id: made.signatures, reason }])
    })

    it('finds those that the caller may manage', async () => {
      for (const caller of [usuario, office.gestor, office.mediador, office.admin])
        expect(await requestsOf(caller, 'rocio')).toHaveLength(2)
      for (const caller of [colega, ajeno]) expect(await requestsOf(caller, 'rocio')).toEqual([])
    })
  })

  it('ignores the recycle bin', async () => {
    const { db } = office.server.deps
    const { document } = await createCase(office.usuario, pdfFile('Papelera.pdf'), { titulo: 'Limpieza' })
    const loose = await makeLoose('Papelera suelta.pdf', office.usuario, office.company)
    expect(await titles(office.usuario, 'papelera', 'document')).toHaveLength(2)
    const ids = [document.id_documento, loose]
    await db.updateTable('document').set({ deleted_at: new Date() }).where('id_documento', 'in', ids).execute()
    expect(await titles(office.usuario, 'papelera', 'document')).toEqual([])
  })

  it.each(['%', '_', '&|!', "':*", '<->', '\\', '😀', "'; drop table event --"])('finds nothing by %s', async (q) => {
    expect(await find(office.usuario, q)).toEqual([])
  })

  it('accepts only a non-empty query', async () => {
    for (const query of ['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`]) {
      await expectProblem(await office.usuario.call(`/api/v1/search/${query}`), 400, 'validation_failed')
    }
  })

  it('returns eight results of a kind at most', async () => {
    for (let at = 0; at < 10; at += 1) await make(office.usuario, `n${at}`, `Muchas ${at}`, {}, `Muchas ${at}.pdf`)
    const results = await find(office.usuario, 'muchas')
    expect(results.filter(({ kind }) => kind === 'solicitud').map(({ title }) => title)).toEqual(
      Array.from({ length: 8 }, (_, at) => `Muchas ${9 - at}`),
    )
    expect(results.filter(({ kind }) => kind === 'document')).toHaveLength(8)
  })
})
