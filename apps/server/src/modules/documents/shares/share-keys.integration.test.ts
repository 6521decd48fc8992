import { createHash, randomUUID } from 'node:crypto'
import type { Share } from '@foja/contracts/shares'
import { beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, openOffice } from '../../../../test/office.ts'
import { shareToken } from './insert-share.ts'

type Created = Share & { share: string; url: string }

const office = await openOffice()
const { id_documento } = (await createCase(office.usuario)).document
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const ask = (more: Record<string, unknown> = {}, caller = office.usuario) =>
  caller.post('/api/v1/create_share_document/', { id_documento, ...more })
const open = (token: string) => fetch(`${office.server.origin}/api/v1/get_document_share/?share=${token}`)
const countEvents = async (action: string) =>
  (await office.server.deps.db.selectFrom('event').select('id').where('action', '=', action).execute()).length

describe('a share link with an idempotency key', () => {
  it('is returned again for the same request, and refused for a different one', async () => {
    const key = randomUUID()
    const first = await bodyOf<Created>(await ask({ key, max_views: 5, password: 'cuatro gatos' }), 201)
    const again = await bodyOf<Created>(await ask({ key, password: 'cuatro gatos', max_views: 5 }), 200)
    expect(again).toEqual(first)
    for (const other of [{ max_views: 6 }, { max_views: 5 }, { max_views: 5, password: 'cinco gatos' }]) {
      await expectProblem(await ask({ key, ...other }), 400, 'id_in_use')
    }
    const theirs = await bodyOf<Created>(await ask({ key, max_views: 5 }, office.gestor), 201)
    expect(theirs.id).not.toBe(first.id)
    const dump = JSON.stringify(await office.server.deps.db.selectFrom('share').selectAll().execute())
    for (const secret of [first.share, createHash('sha256').update('cuatro gatos').digest('hex')]) {
      expect(dump).not.toContain(secret)
    }
  })

  it('is returned again after it expired', async () => {
    const wish = { key: randomUUID(), expires_at: new Date(Date.now() + 60_000).toISOString() }
    const first = await bodyOf<Created>(await ask(wish), 201)
    office.server.advance(61_000)
    expect(await bodyOf<Created>(await ask(wish), 200)).toEqual(first)
    office.server.advance(-61_000)
  })

  it('is created once, with one event, by a hundred parallel requests', async () => {
    const key = randomUUID()
    const before = await countEvents('share.created')
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask({ key })))
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([201])
    const bodies = await Promise.all(answers.map(async (answer) => (await answer.json()) as Created))
    expect(new Set(bodies.map(({ url }) => url)).size).toBe(1)
    expect(await countEvents('share.created')).toBe(before + 1)
  })

  it('has a token derived from the server’s keys, while links with older random tokens still open', async () => {
    const { db, keys } = office.server.deps
    const created = await bodyOf<Created>(await ask(), 201)
    expect(created.share).toBe(shareToken(keys, created.id))
    const old = 'un-secreto-de-antes-con-43-caracteres-justos'
    const token_sha256 = createHash('sha256').update(old).digest('hex')
    await db
      .insertInto('share')
      .values({ id: randomUUID(), id_documento, token_sha256, created_by: office.usuario.id })
      .execute()
    expect((await open(old)).status).toBe(200)
  })
})

describe('the views of a share link', () => {
  const views = (id: string, caller = office.usuario) => caller.call(`/api/v1/share_views/${id}/`)

  it('are listed only for users who may manage it', async () => {
    const share = await bodyOf<Created>(await ask(), 201)
    expect(await bodyOf(await views(share.id), 200)).toEqual([])
    for (let n = 0; n < 3; n += 1) expect((await open(share.share)).status).toBe(200)
    const list = await bodyOf<{ at: string; ip: string | null }[]>(await views(share.id, office.gestor), 200)
    expect(list).toHaveLength(3)
    expect(list.every(({ ip }) => ip === '127.0.0.1')).toBe(true)
    expect(list.map(({ at }) => at)).toEqual(list.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)))
    for (const caller of [office.ajeno, office.colega])
      await expectProblem(await views(share.id, caller), 404, 'not_found')
    await expectProblem(await views(randomUUID()), 404, 'not_found')
    await expectProblem(await views('x'), 404, 'not_found')
    expect((await views(share.id, office.admin)).status).toBe(200)
  })

  it('notify the author of the link of the first one only', async () => {
    const share = await bodyOf<Created>(await ask(), 201)
    await Promise.all(Array.from({ length: 5 }, () => open(share.share)))
    const notices = await office.server.deps.db
      .selectFrom('notification')
      .selectAll()
      .where('key', '=', `share.opened:${share.id}`)
      .execute()
    expect(notices).toMatchObject([
      { id_user: office.usuario.id, kind: 'share.opened', id_documento, actor_label: null },
    ])
  })

  it('do not include refused ones', async () => {
    const share = await bodyOf<Created>(await ask({ max_views: 1, password: 'cuatro gatos' }), 201)
    await expectProblem(await open(share.share), 400, 'password_required')
    expect(await bodyOf(await views(share.id), 200)).toEqual([])
  })
})
