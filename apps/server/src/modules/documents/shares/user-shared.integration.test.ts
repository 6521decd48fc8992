import { randomUUID } from 'node:crypto'
import type { DocumentDetails } from '@foja/contracts/documents'
import type { Colleague } from '@foja/contracts/home'
import type { PageImages } from '@foja/contracts/common'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, createCase, expectProblem, signedIn, openOffice, type Caller } from '../../../../test/office.ts'

let document: { id_documento: string; pdf_path: string }
const office = await openOffice()
beforeEach(async () => {
  document = (await createCase(office.usuario)).document
})

const share = (users: string[], caller: Caller = office.usuario) =>
  caller.post(`/api/v1/user_shared/update/${document.id_documento}/`, { users })
const list = (caller: Caller = office.usuario) => caller.call(`/api/v1/user_shared/${document.id_documento}/`)
const rowsOf = async (table: 'event' | 'notification') => {
  const kind = table === 'event' ? 'action' : 'kind'
  const name = table === 'event' ? 'user_shared.changed' : 'document.shared'
  const { db } = office.server.deps
  return await db
    .selectFrom(table)
    .selectAll()
    .where('id_documento', '=', document.id_documento)
    .where(kind, '=', name)
    .execute()
}

describe('a document shared with users', () => {
  it('can only be read by them', async () => {
    const { colega } = office
    const id = document.id_documento
    await expectProblem(await colega.call(`/api/v1/details_document/${id}/`), 404, 'not_found')
    const { users } = await bodyOf<{ users: Colleague[] }>(await share([colega.id]), 200)
    expect(users).toEqual([{ id: colega.id, nombre: 'Camilo Colega', email: colega.email, role: 'usuario' }])
    const details = await colega.read<DocumentDetails>(`/api/v1/details_document/${id}/`)
    expect(details.actions.toSorted()).toEqual(['download', 'verify'])
    expect(details).toMatchObject({ id_solicitud: null, id_solicitud_main: null, titulo: null, solicitud_status: null })
    const { pages } = await bodyOf<PageImages>(
      await colega.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path }),
      200,
    )
    expect((await fetch(new URL(pages[0]!.url, office.server.origin))).status).toBe(200)
    expect((await colega.call(`/api/v1/download_document/${id}/`)).status).toBe(200)
    expect((await colega.post('/api/v1/verify_document/', { id_documento: id })).status).toBe(200)
    const refused = [
      colega.post('/api/v1/custom_pdf_signing/', { id_documento: id, password: 'x' }),
      colega.post('/api/v1/create_share_document/', { id_documento: id }),
      colega.call(`/api/v1/list_share/${id}/`),
      list(colega),
      share([office.gestor.id], colega),
    ]
    for (const answer of await Promise.all(refused)) await expectProblem(answer, 403, 'forbidden')
    expect((await bodyOf<{ users: Colleague[] }>(await share([]), 200)).users).toEqual([])
    await expectProblem(await colega.call(`/api/v1/details_document/${id}/`), 404, 'not_found')
    await expectProblem(await colega.call(`/api/v1/download_document/${id}/`), 404, 'not_found')
  })

  it('records the names of added and removed users and notifies the added ones', async () => {
    await bodyOf(await share([office.colega.id, office.gestor.id]), 200)
    await bodyOf(await share([office.gestor.id, office.mediador.id]), 200)
    const events = await rowsOf('event')
    expect(events.map(({ data }) => data)).toMatchObject([
      { names: 'Camilo Colega, Gael Gestor', added: 'Camilo Colega, Gael Gestor', removed: '' },
      { names: 'Gael Gestor, Marta Mediadora', added: 'Marta Mediadora', removed: 'Camilo Colega' },
    ])
    const notified = (await rowsOf('notification')).map((row) => 'id_user' in row && row.id_user)
    expect(notified.toSorted()).toEqual([office.colega.id, office.gestor.id, office.mediador.id].toSorted())
  })

  it('keeps the author and time of a share that is sent again', async () => {
    const { db, clock } = office.server.deps
    const row = () =>
      db
        .selectFrom('user_shared')
        .where('id_documento', '=', document.id_documento)
        .selectAll()
        .executeTakeFirstOrThrow()
    await bodyOf(await share([office.colega.id]), 200)
    const first = await row()
    expect(first.created_by).toBe(office.usuario.id)
    expect(clock().getTime() - first.created_at.getTime()).toBeLessThan(60_000)
    await bodyOf(await share([office.colega.id], office.gestor), 200)
    expect(await row()).toEqual(first)
  })

  it('tells open screens of everyone concerned, and the added users by email', async () => {
    const { colega, gestor } = office
    await bodyOf(await share([gestor.id]), 200)
    const notify = vi.spyOn(office.server.deps.bus, 'notify')
    await bodyOf(await share([colega.id]), 200)
    const messages = notify.mock.calls.map(([, message]) => JSON.parse(message) as { type: string })
    notify.mockRestore()
    expect(messages.filter(({ type }) => type === 'changed')).toMatchObject([
      { id_documento: document.id_documento, shared_with: [colega.id, gestor.id] },
    ])
    const emails = await office.server.deps.db.selectFrom('email').where('kind', '=', 'notice').selectAll().execute()
    const ours = emails.filter(({ about }) => JSON.stringify(about).includes(document.id_documento))
    expect(ours.map(({ recipients }) => recipients.to)).toEqual([[gestor.email], [colega.email]])
  })

  it('is shared once, with one event and one notice per user, by a hundred parallel requests', async () => {
    const users = [office.colega.id, office.gestor.id]
    const answers = await Promise.all(Array.from({ length: 100 }, () => share(users)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await rowsOf('event')).toHaveLength(1)
    expect(await rowsOf('notification')).toHaveLength(2)
  })

  it('has one of two lists after parallel requests, and the history matches', async () => {
    await Promise.all([share([office.colega.id]), share([office.gestor.id])])
    const { users, id_company } = await bodyOf<{ users: Colleague[]; id_company: string }>(await list(), 200)
    expect(id_company).toBe(office.company)
    expect(users).toHaveLength(1)
    expect((await rowsOf('event')).map(({ data }) => data).at(-1)).toMatchObject({ names: users[0]!.nombre })
  })

  it('can be shared only with active users of its company, all or none', async () => {
    const deactivated = await signedIn(office.server, { role: 'usuario', nombre: 'Se fue', id_company: office.company })
    const { db } = office.server.deps
    await db.updateTable('app_user').set({ activo: false }).where('id', '=', deactivated.id).execute()
    for (const stranger of [office.ajeno.id, office.admin.id, deactivated.id, randomUUID()]) {
      await expectProblem(await share([office.colega.id, stranger]), 400, 'person_unknown')
    }
    expect((await bodyOf<{ users: Colleague[] }>(await list(), 200)).users).toEqual([])
    await bodyOf(await share([office.colega.id, office.colega.id]), 200)
    expect((await bodyOf<{ users: Colleague[] }>(await list(), 200)).users).toHaveLength(1)
  })

  it('can be shared by its author, the staff and admins', async () => {
    for (const caller of [office.gestor, office.mediador, office.admin, office.usuario]) {
      expect((await share([office.colega.id], caller)).status).toBe(200)
      expect((await list(caller)).status).toBe(200)
    }
    for (const caller of [office.ajeno]) {
      await expectProblem(await share([office.ajeno.id], caller), 404, 'not_found')
      await expectProblem(await list(caller), 404, 'not_found')
    }
    await expectProblem(await share(['x']), 400, 'validation_failed')
    await expectProblem(await office.usuario.post('/api/v1/user_shared/update/x/', { users: [] }), 404, 'not_found')
  })
})
