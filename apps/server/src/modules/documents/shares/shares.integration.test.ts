import type { Share } from '@foja/contracts/shares'
import { inTransaction } from '@foja/db/transaction'
import type { Verification } from '@foja/contracts/verification'
import type { PageImages } from '@foja/contracts/common'
import { hashSync } from '@node-rs/argon2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { repairedPdf } from '../../../../test/odd-pdfs.ts'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice } from '../../../../test/office.ts'
import { giveSigner, passphrase } from '../../../../test/people.ts'
import { insertShare } from './insert-share.ts'
import { isOpen } from './shares.queries.ts'

type History = { events: { action: string }[] }
type Opened = {
  nombre: string
  download_url: string | null
  images: PageImages | null
  verification: Verification | null
}
type Created = Share & { share: string; url: string }

const office = await openOffice()
const { document } = await createCase(office.usuario, pdfFile('Acta de señal.pdf'))
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const create = async (more: Record<string, unknown> = {}) =>
  bodyOf<Created>(
    await office.usuario.post('/api/v1/create_share_document/', { id_documento: document.id_documento, ...more }),
    201,
  )

/** A link whose password costs little to check: a check takes the cost that the stored hash states. */
async function createGuarded(password: string): Promise<Created> {
  const share = await create()
  const password_hash = hashSync(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  await office.server.deps.db.updateTable('share').set({ password_hash }).where('id', '=', share.id).execute()
  return share
}

/** Opens a link like a visitor: without an access token. */
function open(token: string, password?: string): Promise<Response> {
  const headers: Record<string, string> = password === undefined ? {} : { 'x-share-password': password }
  return fetch(`${office.server.origin}/api/v1/get_document_share/?share=${encodeURIComponent(token)}`, { headers })
}
const fetchPublic = (url: string) => fetch(new URL(url, office.server.origin))
const revoke = (id: string) => office.usuario.remove(`/api/v1/remove_share/${id}/`)

it('is open before its end, not at its end', () => {
  const end = new Date('2030-01-01T12:00:00Z')
  const link = { revoked_at: null, expires_at: end }
  expect(isOpen(link, new Date(end.getTime() - 1))).toBe(true)
  expect(isOpen(link, end)).toBe(false)
})

describe('a share link', () => {
  it('opens one document without signing in, pages and file included', async () => {
    const share = await create()
    expect(share.share).toMatch(/^[\w-]{43}$/)
    expect(share.url).toBe(`${office.server.origin}/compartido?share=${share.share}`)
    const response = await open(share.share)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const opened = await bodyOf<Opened>(response, 200)
    expect(opened).toMatchObject({
      nombre: 'Acta de señal.pdf',
      shared_by: 'Úrsula Usuaria',
      company: 'Centro de Mediación Ñandú',
      allow_download: true,
      expires_at: share.expires_at,
      verification: { summary: 'unsigned', signatures: [] },
    })
    expect((await fetchPublic(opened.images!.pages[0]!.url)).headers.get('content-type')).toBe('image/webp')
    const file = await fetchPublic(opened.download_url!)
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Acta%20de%20se%C3%B1al.pdf")
    expect(JSON.stringify(opened)).not.toContain(document.id_documento)
  })

  it('is listed without its secret, only for users who may manage it', async () => {
    const share = await create({ password: 'cuatro gatos', max_views: 3 })
    await bodyOf(await open(share.share, 'cuatro gatos'), 200)
    const path = `/api/v1/list_share/${document.id_documento}/`
    const list = await office.gestor.read<Share[]>(path)
    const listed = list.find(({ id }) => id === share.id)
    expect(listed).toMatchObject({ has_password: true, max_views: 3, views: 1, revoked_at: null })
    expect(listed?.last_view_at).not.toBeNull()
    expect(JSON.stringify(list)).not.toContain(share.share)
    for (const caller of [office.ajeno, office.colega]) await expectProblem(await caller.call(path), 404, 'not_found')
    const dump = JSON.stringify(await office.server.deps.db.selectFrom('share').selectAll().execute())
    expect(dump).not.toContain(share.share)
    expect(dump).not.toContain('cuatro')
  })

  it('stops working when it is revoked, with its page and file links', async () => {
    const share = await create()
    const opened = await bodyOf<Opened>(await open(share.share), 200)
    expect((await office.colega.remove(`/api/v1/remove_share/${share.id}/`)).status).toBe(404)
    expect((await office.ajeno.remove(`/api/v1/remove_share/${share.id}/`)).status).toBe(404)
    expect((await revoke(share.id)).status).toBe(200)
    expect((await revoke(share.id)).status).toBe(200)
    await expectProblem(await open(share.share), 404, 'not_found')
    await expectProblem(await fetchPublic(opened.images!.pages[0]!.url), 404, 'not_found')
    await expectProblem(await fetchPublic(opened.download_url!), 404, 'not_found')
  })

  it('stops working when its author is deactivated', async () => {
    const share = await create()
    const opened = await bodyOf<Opened>(await open(share.share), 200)
    const { db } = office.server.deps
    const set = (activo: boolean) =>
      db.updateTable('app_user').set({ activo }).where('id', '=', office.usuario.id).execute()
    await set(false)
    await expectProblem(await open(share.share), 404, 'not_found')
    await expectProblem(await fetchPublic(opened.images!.pages[0]!.url), 404, 'not_found')
    await set(true)
  })

  it('stops working while its company is inactive', async () => {
    const share = await create()
    const opened = await bodyOf<Opened>(await open(share.share), 200)
    const { db } = office.server.deps
    const set = (activa: boolean) => db.updateTable('company').set({ activa }).execute()
    await set(false)
    await expectProblem(await open(share.share), 404, 'not_found')
    await expectProblem(await fetchPublic(opened.images!.pages[0]!.url), 404, 'not_found')
    await set(true)
    await bodyOf(await open(share.share), 200)
  })

  it('requires its password and throttles guesses', async () => {
    const share = await createGuarded('señal 100% secreta')
    await expectProblem(await open(share.share), 400, 'password_required')
    await expectProblem(await open(share.share, ''), 400, 'password_required')
    const latin1 = 'señal 100% secreta'
    const utf8 = Buffer.from(latin1).toString('latin1')
    for (const spelled of [latin1, utf8, encodeURIComponent(latin1)]) {
      expect((await open(share.share, spelled)).status).toBe(200)
    }
    // Two per link and address are checked at a time; the others wait.
    const parallel = await Promise.all(Array.from({ length: 5 }, async () => (await open(share.share, 'mal')).status))
    expect(new Set(parallel)).toEqual(new Set([400]))
    const answers: Response[] = []
    do answers.push(await open(share.share, 'mal'))
    while (answers.at(-1)!.status === 400)
    expect(answers.at(-1)!.status).toBe(429)
    expect(answers.length - 1 + parallel.length).toBe(10)
    await expectProblem(
      answers.find(({ status }) => status === 400)!,
      400,
      'password_wrong',
    )
    const refused = await open(share.share, latin1)
    await expectProblem(refused, 429, 'too_many_attempts')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(900)
    expect(wait).toBeGreaterThan(600)
    const list = await office.usuario.read<Share[]>(`/api/v1/list_share/${document.id_documento}/`)
    expect(list.find(({ id }) => id === share.id)?.views).toBe(3)
  })

  it('verifies once for many views, records one event an hour, and throttles an address', async () => {
    const share = await create()
    const { db, engine, clock } = office.server.deps
    const verify = vi.spyOn(engine, 'verify')
    const countEvents = async () =>
      (await db.selectFrom('event').select('id').where('action', '=', 'share.opened').execute()).length
    const before = await countEvents()
    office.server.advance(301_000)
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(share.share)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const setCount = async (count: number) =>
      await db.updateTable('throttle').set({ count }).where('key', 'like', 'share opens:%').execute()
    await setCount(599)
    expect((await open(share.share)).status).toBe(200)
    const refused = await open(share.share)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(refused, 429, 'too_many_attempts')
    expect(verify).toHaveBeenCalledTimes(1)
    expect(await countEvents()).toBe(before + 1)
    const list = await office.usuario.read<Share[]>(`/api/v1/list_share/${document.id_documento}/`)
    expect(list.find(({ id }) => id === share.id)?.views).toBe(61)
    // Refused requests of an address do not count against the link.
    const counts = await db.selectFrom('throttle').select('count').where('key', 'like', 'share opens:%').execute()
    expect(counts.map(({ count }) => count).toSorted()).toEqual([600, 601])
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    await db
      .updateTable('throttle')
      .set({ window_start: new Date(clock().getTime() - 3_600_000) })
      .execute()
    await bodyOf(await open(share.share), 200)
    expect(await countEvents()).toBe(before + 2)
    office.server.advance(301_000)
    await bodyOf(await open(share.share), 200)
    expect(verify).toHaveBeenCalledTimes(2)
    verify.mockRestore()
    office.server.advance(-602_000)
  })

  it('is not blocked by guesses from a blocked address', async () => {
    const first = await createGuarded('primera clave')
    const second = await createGuarded('segunda clave')
    for (let n = 0; n < 11; n += 1) await open(first.share, 'mal')
    for (let n = 0; n < 11; n += 1) await expectProblem(await open(second.share, 'mal'), 429, 'too_many_attempts')
    const { db } = office.server.deps
    const counts = async (like: string) =>
      (await db.selectFrom('throttle').select('count').where('key', 'like', like).execute()).map(({ count }) => count)
    expect([await counts('share:%'), await counts('share password by link:%')]).toEqual([[22], [10]])
  })

  it('takes a thousand wrong passwords a day from all addresses', async () => {
    const share = await createGuarded('primera clave')
    await expectProblem(await open(share.share, 'mal'), 400, 'password_wrong')
    const { db } = office.server.deps
    const ofLink = () => db.updateTable('throttle').where('key', 'like', 'share password by link:%')
    await ofLink().set({ count: 999 }).execute()
    await expectProblem(await open(share.share, 'mal'), 400, 'password_wrong')
    const refused = await open(share.share, 'primera clave')
    await expectProblem(refused, 429, 'too_many_attempts')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(86_400)
    expect(wait).toBeGreaterThan(86_400 - 600)
    // What the link refused does not count against the address.
    const ofAddress = db.selectFrom('throttle').select('count').where('key', 'like', 'share:%')
    expect(await ofAddress.execute()).toEqual([{ count: 2 }])
  })

  it('takes six thousand views from all addresses in a quarter of an hour', async () => {
    const share = await create()
    for (const { share: token } of [await create(), share, share]) await bodyOf(await open(token), 200)
    // The counters: three of the address, two of this link, one of the other.
    const { db } = office.server.deps
    const ofLink = db.updateTable('throttle').where('key', 'like', 'share opens:%').where('count', '=', 2)
    await ofLink.set({ count: 5999 }).execute()
    expect((await open(share.share)).status).toBe(200)
    const refused = await open(share.share)
    await expectProblem(refused, 429, 'too_many_attempts')
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  })

  it('gets a password thirty times in a quarter of an hour per author', async () => {
    const ask = async (more: object) =>
      await office.usuario.post('/api/v1/create_share_document/', { id_documento: document.id_documento, ...more })
    const password = 'cuatro gatos'
    expect((await ask({ password })).status).toBe(201)
    await office.server.deps.db
      .updateTable('throttle')
      .set({ count: 29 })
      .where('key', 'like', 'share password:%')
      .execute()
    expect((await ask({ password })).status).toBe(201)
    const refused = await ask({ password })
    await expectProblem(refused, 400, 'paused')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(900)
    expect(wait).toBeGreaterThan(300)
    expect((await ask({})).status).toBe(201)
  })

  it('ends after 30 days, at the chosen time, or never', async () => {
    const days = (share: Share) => (Date.parse(share.expires_at!) - Date.parse(share.created_at)) / 86_400_000
    const usual = days(await create())
    expect(usual).toBeCloseTo(30, 3)
    // It is created a moment after its end was computed.
    expect(usual).toBeLessThanOrEqual(30)
    const later = new Date(Date.now() + 90 * 86_400_000).toISOString()
    expect(await create({ expires_at: later })).toMatchObject({ expires_at: later })
    expect(await create({ expires_at: null })).toMatchObject({ expires_at: null })
  })

  it('takes a password of eight characters or more', async () => {
    const ask = (password: string) =>
      office.usuario.post('/api/v1/create_share_document/', { id_documento: document.id_documento, password })
    await expectProblem(await ask('siete77'), 400, 'validation_failed')
    expect((await ask('ochooch8')).status).toBe(201)
  })

  it('stops working when it expires', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    const share = await create({ expires_at: soon })
    const opened = await bodyOf<Opened>(await open(share.share), 200)
    office.server.advance(61_000)
    await expectProblem(await open(share.share), 404, 'not_found')
    await expectProblem(await fetchPublic(opened.images!.pages[0]!.url), 404, 'not_found')
    const late = { id_documento: document.id_documento, expires_at: soon }
    const response = await office.usuario.post('/api/v1/create_share_document/', late)
    await expectProblem(response, 400, 'share_expiry_in_past')
    office.server.advance(-61_000)
  })

  it('opens only as often as allowed, even in parallel', async () => {
    const share = await create({ max_views: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(share.share)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 404, 404, 404, 404, 404])
    // A link that is used up asks for no password.
    const guarded = await create({ max_views: 1, password: 'cuatro gatos' })
    await bodyOf(await open(guarded.share, 'cuatro gatos'), 200)
    await expectProblem(await open(guarded.share), 404, 'not_found')
  })

  it('gives no file when downloads are not allowed', async () => {
    const share = await create({ allow_download: false })
    const opened = await bodyOf<Opened>(await open(share.share), 200)
    expect(opened.download_url).toBeNull()
    const token = opened.images!.pages[0]!.url.split('/').at(-2)!
    expect((await fetchPublic(`/api/v1/file/${token}/`)).status).toBe(404)
    expect((await fetchPublic(`/api/v1/file/${token.replace('~1~', '~0~')}/`)).status).toBe(404)
  })

  it('is no access token, and unknown ones return the same error', async () => {
    const share = await create()
    const headers = { authorization: `Bearer ${share.share}` }
    await expectProblem(await fetch(`${office.server.origin}/api/v1/metrics/`, { headers }), 401, 'unauthenticated')
    for (const token of ['x', 'A'.repeat(43), share.id, share.share.toLowerCase()]) {
      await expectProblem(await open(token), 404, 'not_found')
    }
    await expectProblem(await open(''), 400, 'validation_failed')
  })

  it('shows a document that cannot be verified, and the verdict of one that can', async () => {
    await giveSigner(office.usuario, 'Úrsula Peña')
    const { document: mended } = await createCase(office.usuario, pdfFile('remendado.pdf', repairedPdf))
    const first = await create({ id_documento: mended.id_documento })
    const opened = await bodyOf<Opened>(await open(first.share), 200)
    expect(opened).toMatchObject({ verification: null, images: { paginas: 1 } })
    const { document: whole } = await createCase(office.usuario)
    const ask = { id_documento: whole.id_documento, password: passphrase }
    await bodyOf(await office.usuario.post('/api/v1/custom_pdf_signing/', ask), 200)
    const second = await create({ id_documento: whole.id_documento })
    const { verification } = await bodyOf<Opened>(await open(second.share), 200)
    expect(verification?.signatures[0]).toMatchObject({ integrity: true, signer: { name: 'Úrsula Peña' } })
  })

  it('is recorded as removed once, however often it is removed', async () => {
    const { document: other } = await createCase(office.usuario)
    const share = await create({ id_documento: other.id_documento })
    for (let count = 0; count < 3; count += 1) expect((await revoke(share.id)).status).toBe(200)
    const { events } = await office.usuario.read<History>(`/api/v1/history/${other.id_documento}/`)
    expect(events.filter(({ action }) => action === 'share.removed')).toHaveLength(1)
  })

  it('tells open screens of its creation, each view and its end', async () => {
    const { document: other } = await createCase(office.usuario)
    const notify = vi.spyOn(office.server.deps.bus, 'notify')
    const told = () => {
      const messages = notify.mock.calls.map(([, message]) => JSON.parse(message) as Record<string, unknown>)
      notify.mockClear()
      return messages.filter(({ type }) => type === 'changed').map(({ id_documento }) => id_documento)
    }
    const share = await create({ id_documento: other.id_documento })
    expect(told()).toEqual([other.id_documento])
    for (let count = 0; count < 2; count += 1) await bodyOf(await open(share.share), 200)
    expect(told()).toEqual([other.id_documento, other.id_documento])
    for (let count = 0; count < 2; count += 1) await revoke(share.id)
    expect(told()).toEqual([other.id_documento])
    notify.mockRestore()
  })

  it('is not created for a document that was deleted meanwhile', async () => {
    const { document: other } = await createCase(office.usuario)
    const { db } = office.server.deps
    const { id_documento, nombre } = other
    await db.updateTable('document').set({ deleted_at: new Date() }).where('id_documento', '=', id_documento).execute()
    const share = {
      document: { id_documento, nombre, id_solicitud_main: null, id_company: office.company },
      actor: { id: office.usuario.id, nombre: 'Úrsula Usuaria' },
      ip: null,
      expires_at: null,
      password_hash: null,
      max_views: null,
      allow_download: true,
    }
    const inserted = inTransaction(db, (trx) => insertShare(trx, office.server.deps, share))
    await expect(inserted).rejects.toMatchObject({ code: 'not_found' })
  })

  it('lists its latest hundred views', async () => {
    const share = await create()
    const { db, clock } = office.server.deps
    const views = Array.from({ length: 101 }, (_, n) => ({ id_share: share.id, at: clock(), ip: `203.0.113.${n}` }))
    await db.insertInto('share_view').values(views).execute()
    const list = await office.usuario.read<{ ip: string }[]>(`/api/v1/share_views/${share.id}/`)
    expect(list.map(({ ip }) => ip)).toEqual(
      views
        .slice(1)
        .map(({ ip }) => ip)
        .toReversed(),
    )
  })
})
