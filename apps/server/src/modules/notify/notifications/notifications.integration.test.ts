import type { Notification } from '@foja/contracts/notifications'
import { inTransaction } from '@foja/db/transaction'
import { beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, signedIn, openOffice, type Caller } from '../../../../test/office.ts'
import { keptNotifications, sweepNotifications } from './sweep-notifications.ts'
import { notify } from './notify.ts'
import type { Notice } from './notice.ts'

type Page = { unread: number; results: Notification[]; next: string | null }

const listPath = '/api/v1/list_notifications/'
const readPath = '/api/v1/read_notifications/'

const office = await openOffice()
beforeEach(() => office.server.deps.db.deleteFrom('notification').execute())

const tell = (notice: Partial<Notice> & Pick<Notice, 'to'>) =>
  inTransaction(office.server.deps.db, (trx) =>
    notify(trx, office.server.deps, { kind: 'solicitud.sent', actor: null, data: { titulo: 'Arriendo' }, ...notice }),
  )

const listOf = (caller: Caller, query = '') => caller.read<Page>(`${listPath}${query}`)

describe('notices', () => {
  it('reach their recipients only', async () => {
    const { usuario, gestor, colega, ajeno, mediador } = office
    const { solicitud, document } = await createCase(usuario)
    await office.server.deps.db.deleteFrom('notification').execute()
    const about = { id_solicitud: solicitud.id_solicitud, id_documento: document.id_documento }
    const actor = { id: gestor.id, nombre: 'Gael Gestor' }
    await tell({ ...about, actor, to: [usuario.id, usuario.id, gestor.id, mediador.id] })
    const page = await listOf(usuario)
    expect(page).toMatchObject({ unread: 1, next: null })
    expect(page.results).toEqual([
      {
        id: expect.stringMatching(/^\d+$/) as string,
        kind: 'solicitud.sent',
        actor: 'Gael Gestor',
        ...about,
        data: { titulo: 'Arriendo' },
        at: expect.any(String) as string,
        read: false,
      },
    ])
    expect((await listOf(mediador)).unread).toBe(1)
    for (const other of [gestor, colega, ajeno])
      expect(await listOf(other)).toEqual({ unread: 0, results: [], next: null })
  })

  it('are created only for users who may sign in', async () => {
    const { db } = office.server.deps
    const inactive = await signedIn(office.server, { role: 'usuario', nombre: 'Ida', id_company: office.company })
    await db.updateTable('app_user').set({ activo: false }).where('id', '=', inactive.id).execute()
    await tell({ to: [inactive.id] })
    expect(await db.selectFrom('notification').selectAll().execute()).toEqual([])
  })

  it('are rolled back with their transaction', async () => {
    const { db } = office.server.deps
    const undone = inTransaction(db, async (trx) => {
      await notify(trx, office.server.deps, { kind: 'email.failed', to: [office.usuario.id], actor: null, data: {} })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await listOf(office.usuario)).unread).toBe(0)
  })

  it('are created once per user and key, even in 100 concurrent calls', async () => {
    const { usuario, gestor, mediador } = office
    const people = [usuario.id, gestor.id, mediador.id]
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => tell({ to: at % 2 === 0 ? people : people.toReversed(), key: 'mañana' })),
    )
    for (const caller of [usuario, gestor, mediador]) expect((await listOf(caller)).unread).toBe(1)
    await tell({ to: [usuario.id], key: 'otra' })
    await tell({ to: [usuario.id] })
    await tell({ to: [usuario.id] })
    expect((await listOf(usuario)).unread).toBe(4)
  })

  it('are emailed on request, once, to those who get the notice', async () => {
    const { usuario, gestor } = office
    const { db } = office.server.deps
    await tell({ to: [gestor.id] })
    expect(await db.selectFrom('email').selectAll().execute()).toEqual([])
    const notice = {
      actor: { id: usuario.id, nombre: 'Úrsula' },
      to: [gestor.id, usuario.id],
      key: 'correo',
      email: true,
    }
    await Promise.all([tell(notice), tell(notice)])
    const sent = await db.selectFrom('email').select(['kind', 'recipients', 'subject']).execute()
    expect(sent).toMatchObject([{ kind: 'notice', recipients: { to: [gestor.email] } }])
    expect(sent[0]!.subject).toContain('Arriendo')
    await db.deleteFrom('email').execute()
  })

  it('are paged by 30, newest first, without duplicates', async () => {
    for (let at = 0; at < 65; at += 1) await tell({ to: [office.usuario.id], data: { at } })
    const seen: number[] = []
    let query = ''
    for (;;) {
      const page = await listOf(office.usuario, query)
      expect(page.unread).toBe(65)
      seen.push(...page.results.map(({ data }) => Number(data['at'])))
      if (page.next === null) break
      // A notice that arrives meanwhile does not shift the pages.
      if (query === '') await office.server.deps.db.deleteFrom('notification').where('data', '@>', { at: 64 }).execute()
      if (query === '') await tell({ to: [office.usuario.id], data: { at: 65 } })
      query = `?before=${page.next}`
    }
    expect(seen).toEqual(Array.from({ length: 65 }, (_, at) => 64 - at))
  })

  it('are marked as read one by one or up to one', async () => {
    const { usuario, colega } = office
    for (let at = 0; at < 5; at += 1) await tell({ to: [usuario.id, colega.id], data: { at } })
    const { results } = await listOf(usuario)
    const ids = results.map(({ id }) => id)
    const others = (await listOf(colega)).results.map(({ id }) => id)
    expect(await bodyOf(await usuario.post(readPath, { ids: [ids[0], ...others] }), 200)).toEqual({ unread: 4 })
    expect(await bodyOf(await usuario.post(readPath, { ids: [ids[0]] }), 200)).toEqual({ unread: 4 })
    expect((await listOf(usuario, '?unread=1')).results.map(({ id }) => id)).toEqual(ids.slice(1))
    expect((await listOf(usuario)).results.map(({ read }) => read)).toEqual([true, false, false, false, false])
    expect(await bodyOf(await usuario.post(readPath, { until: ids[3] }), 200)).toEqual({ unread: 2 })
    expect(await bodyOf(await usuario.post(readPath, { until: ids[0] }), 200)).toEqual({ unread: 0 })
    expect((await listOf(colega)).unread).toBe(5)
  })

  it.each(['0', '-1', 'x', '1.5', '9'.repeat(20), '9223372036854775808', "1' or '1"])(
    'refuse the id %s',
    async (id) => {
      await expectProblem(
        await office.usuario.call(`${listPath}?before=${encodeURIComponent(id)}`),
        400,
        'validation_failed',
      )
      await expectProblem(await office.usuario.post(readPath, { ids: [id] }), 400, 'validation_failed')
      await expectProblem(await office.usuario.post(readPath, { until: id }), 400, 'validation_failed')
    },
  )

  it('refuse any body but ids or until', async () => {
    for (const body of [{}, { ids: [] }, { ids: ['1'], until: '1' }, { ids: Array.from({ length: 101 }, () => '1') }]) {
      await expectProblem(await office.usuario.post(readPath, body), 400, 'validation_failed')
    }
  })
})

describe('the sweep of notices', () => {
  it('keeps the newest thousand of each user, for half a year', async () => {
    const { db } = office.server.deps
    const { usuario, colega } = office
    const row = { kind: 'solicitud.sent', data: '{}', id_user: usuario.id }
    const now = new Date()
    const old = new Date(now.getTime() - (keptNotifications.days + 1) * 24 * 3_600_000)
    await db
      .insertInto('notification')
      .values({ ...row, id_user: colega.id, created_at: old })
      .execute()
    await db
      .insertInto('notification')
      .values(Array.from({ length: keptNotifications.count + 5 }, () => row))
      .execute()
    await tell({ to: [colega.id] })
    const before = await db
      .selectFrom('notification')
      .where('id_user', '=', usuario.id)
      .orderBy('id')
      .select('id')
      .execute()
    await sweepNotifications(db, now)
    const after = await db
      .selectFrom('notification')
      .where('id_user', '=', usuario.id)
      .orderBy('id')
      .select('id')
      .execute()
    expect(after).toEqual(before.slice(5))
    expect((await listOf(colega)).unread).toBe(1)
  })

  it('leaves nothing of deleted users: their notices are deleted with them', async () => {
    const { db } = office.server.deps
    const ida = await signedIn(office.server, { role: 'usuario', nombre: 'Ida', id_company: office.company })
    await tell({ to: [ida.id] })
    await db.deleteFrom('app_user').where('id', '=', ida.id).execute()
    expect(await db.selectFrom('notification').selectAll().execute()).toEqual([])
  })
})
