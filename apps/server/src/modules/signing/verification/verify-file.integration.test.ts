import type { PageText } from '@foja/contracts/common'
import type { SentVerification } from '@foja/contracts/verification'
import { sign } from '@foja/pades/sign'
import { PdfError } from '@foja/pdf/renderer'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { passwordPdf } from '../../../../test/odd-pdfs.ts'
import {
  bodyOf,
  expectProblem,
  formOf,
  pdfFile,
  openOffice,
  type Office,
  type TestFile,
} from '../../../../test/office.ts'
import { testAuthority } from '../../../../test/people.ts'

const path = '/api/v1/verify_document/'
const name = 'Acuerdo de señal.pdf'

const office = await openOffice()
const { signer } = makeTestSigner({ name: 'Lucía Peñaherrera', authority: testAuthority() })
const signed = (await sign(makePdf(), signer, { signingTime: new Date() })).pdf
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const send = (files: TestFile[], headers: Record<string, string> = {}) =>
  fetch(office.server.origin + path, { method: 'POST', body: formOf(files), headers })
const verify = async (bytes: Uint8Array, headers: Record<string, string> = {}) =>
  await bodyOf<SentVerification>(await send([pdfFile(name, Buffer.from(bytes))], headers), 200)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function trust(caller: Office['admin']): Promise<() => Promise<void>> {
  const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
  const [anchor] = await bodyOf<{ id: string }[]>(await caller.upload('/api/v1/upload_trust_anchor/', [file]), 201)
  return async () => void (await caller.remove(`/api/v1/remove_trust_anchor/${anchor!.id}/`))
}

/** Every file of the server and every row of its database except throttle counters. */
async function everythingKept(): Promise<string> {
  const { db } = office.server.deps
  const files = await readdir(office.server.folder, { recursive: true })
  const tables = await db.introspection.getTables()
  const rows: unknown[] = []
  for (const { name: table } of tables) {
    if (table === 'throttle') continue
    rows.push(
      table,
      await db
        .selectFrom(table as 'event')
        .selectAll()
        .execute(),
    )
  }
  return JSON.stringify([files.toSorted(), rows])
}

describe('verifying an uploaded PDF', () => {
  it('needs no token and uses the language of the caller', async () => {
    const es = await verify(signed)
    expect(es).toMatchObject({
      summary: 'indeterminate',
      sha256: sha256(signed),
      signatures: [{ signer: { name: 'Lucía Peñaherrera' }, integrity: true, trusted: false }],
    })
    const en = await verify(signed, { 'accept-language': 'en' })
    expect(en.signatures[0]!.explanation).not.toBe(es.signatures[0]!.explanation)
    expect((await verify(makePdf())).summary).toBe('unsigned')
    const changed = Buffer.from(signed)
    changed[20]! ^= 1
    expect((await verify(changed)).summary).not.toBe('valid')
  })

  it('stores nothing', async () => {
    const before = await everythingKept()
    await verify(signed)
    await send([pdfFile('roto.pdf', Buffer.from('%PDF-1.7 roto'))])
    await send([pdfFile('a.pdf'), pdfFile('b.pdf')])
    await send([pdfFile('vacío.pdf', Buffer.alloc(0))])
    expect(await everythingKept()).toBe(before)
    expect(before).not.toContain(sha256(signed))
  })

  it('uses the authorities of all companies and, for signed-in users, those of their company', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const removeOwn = await trust(office.gestor)
    expect((await verify(signed)).signatures[0]!.trusted).toBe(false)
    expect((await verify(signed, bearer(office.usuario.token))).summary).toBe('valid')
    expect((await verify(signed, bearer(office.ajeno.token))).signatures[0]!.trusted).toBe(false)
    expect((await verify(signed, bearer('a.b.c'))).signatures[0]!.trusted).toBe(false)
    await removeOwn()
    const removeAll = await trust(office.admin)
    expect((await verify(signed)).summary).toBe('valid')
    expect((await verify(signed, bearer(office.ajeno.token))).summary).toBe('valid')
    await removeAll()
  })

  it.each([
    ['file_missing', () => []],
    ['file_empty', () => [pdfFile(name, Buffer.alloc(0))]],
    ['too_many_files', () => [pdfFile(), pdfFile()]],
    ['pdf_not_a_pdf', () => [pdfFile(name, Buffer.from('hola'))]],
    ['pdf_encrypted', () => [pdfFile(name, passwordPdf)]],
    ['file_too_large', () => [pdfFile(name, Buffer.alloc(50 * 1024 * 1024 + 1, 'x'))]],
  ] as const)('is refused with %s', async (code, files) => {
    await expectProblem(await send([...files()]), 400, code)
  })

  it('opens the PDF with the given password, which is not stored', async () => {
    const { signer } = makeTestSigner({ name: 'Lucía Peñaherrera', authority: testAuthority() })
    const open = makePdf({ encryption: { mode: 'aes-256', userPassword: '', ownerPassword: 'dueña' } })
    const own = (await sign(open, signer, { signingTime: new Date() })).pdf
    const locked = makePdf({ encryption: { mode: 'aes-256', userPassword: 'lectora-1928', ownerPassword: 'dueña' } })
    const give = async (pdf: Uint8Array, password: string) =>
      await fetch(office.server.origin + path, {
        method: 'POST',
        body: formOf([pdfFile(name, Buffer.from(pdf))], { password }),
      })
    const before = await everythingKept()
    for (const password of ['lectora-1928', 'dueña'])
      expect((await bodyOf<SentVerification>(await give(locked, password), 200)).summary).toBe('unsigned')
    expect(await everythingKept()).toBe(before)
    expect((await bodyOf<SentVerification>(await give(own, 'dueña'), 200)).signatures).toHaveLength(1)
    for (const answer of [await give(locked, 'otra'), await send([pdfFile(name, locked)])]) {
      const { detail } = await expectProblem(answer, 400, 'pdf_encrypted')
      expect(detail).toContain('Si te la pedimos, escríbela.')
    }
    await expectProblem(await give(locked, 'x'.repeat(201)), 400, 'validation_failed')
  })

  it('never fails internally for mutated files', async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 25; round += 1) {
      const mutant = Buffer.from(signed)
      for (let hit = 0; hit < 12; hit += 1) mutant[(round * 7919 + hit * 104_729) % mutant.length] = (round * hit) & 255
      const { status } = await send([pdfFile(name, mutant.subarray(0, mutant.length - (round % 3) * 200))])
      statuses.add(status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 400)).toEqual([])
  })

  it('is limited to thirty per address in fifteen minutes, separately from signed-in users', async () => {
    const answers: Response[] = []
    for (let round = 0; round < 31; round += 1) answers.push(await send([]))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30)
    await expectProblem(answers.at(-1)!, 429, 'too_many_attempts')
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await office.usuario.upload(path, [pdfFile()])).status).toBe(200)
  })

  it('queues parallel uploads, two per visitor', async () => {
    const own = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => await send([pdfFile(name, Buffer.from(signed))])))
    expect(own.every(({ status }) => status === 200 || status === 429)).toBe(true)
    expect(own.some(({ status }) => status === 200)).toBe(true)
    const callers = [office.gestor, office.mediador, office.usuario, office.colega, office.ajeno]
    const apart = await Promise.all(callers.map(async (caller) => await caller.upload(path, [pdfFile()])))
    expect(apart.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  it('frees everything when an upload is aborted', async () => {
    const { port } = new URL(office.server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const head = ['POST ' + path + ' HTTP/1.1', 'host: x', 'content-type: multipart/form-data; boundary=B']
    socket.write(
      [...head, 'content-length: 9000', '', '--B', 'content-disposition: form-data; name="files"'].join('\r\n'),
    )
    socket.write('; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
    expect((await send([pdfFile()])).status).toBe(200)
  })
})

describe('the pages of a PDF uploaded for verification', () => {
  const page = (handle: string, number: number, query = '') =>
    fetch(`${office.server.origin}/api/v1/verify_page/${handle}/${number}/${query}`)
  const imageOf = async (response: Response) => {
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  it('are shown as they are and as of each signature', async () => {
    const { signer } = makeTestSigner({ name: 'Segundo Firmante', authority: testAuthority() })
    const rectangle = { page: 1, x: 300, y: 500, width: 220, height: 80 }
    const twice = Buffer.from((await sign(signed, signer, { signingTime: new Date(), rectangle })).pdf)
    const { images, signatures } = await verify(twice)
    expect(images!.pages).toEqual([{ page: 1, width: 595, height: 842 }])
    const { handle } = images!
    const response = await page(handle, 1)
    expect(response.headers.get('content-type')).toMatch(/^image\/(webp|png|jpeg)$/)
    expect(response.headers.get('cache-control')).toBe('private, max-age=600, immutable')
    const now = await imageOf(response)
    const lengths = signatures.map(({ signed_bytes: length }) => length!).toSorted((a, b) => a - b)
    const [before, after] = await Promise.all(
      lengths.map(async (length) => await imageOf(await page(handle, 1, `?signed_bytes=${length}`))),
    )
    expect(after!.equals(now)).toBe(true)
    expect(before!.equals(now)).toBe(false)
    const small = await imageOf(await page(handle, 1, '?dpi=36'))
    expect(small.length).toBeLessThan(now.length / 2)
    await expectProblem(await page(handle, 2), 400, 'page_not_found')
    await expectProblem(await page(handle, 0), 404, 'not_found')
    await expectProblem(await page(handle, 1, '?dpi=2000'), 400, 'validation_failed')
    await expectProblem(await page(handle, 1, `?signed_bytes=${lengths[0]! - 1}`), 404, 'not_found')
  })

  it('have their text as it is and as of each signature', async () => {
    const { images, signatures } = await verify(signed)
    const read = async (number: number, query = '') =>
      await fetch(`${office.server.origin}/api/v1/verify_page_text/${images!.handle}/${number}/${query}`)
    const length = signatures[0]!.signed_bytes!
    for (const query of ['', `?signed_bytes=${length}`]) {
      const { lines } = await bodyOf<PageText>(await read(1, query), 200)
      const words = lines.flatMap(({ words: all }) => all.map(({ text }) => text))
      expect(words.join(' ')).toBe('Page 1')
    }
    await expectProblem(await read(2), 400, 'page_not_found')
    await expectProblem(await read(1, `?signed_bytes=${length - 1}`), 404, 'not_found')
    const other = `/api/v1/verify_page_text/${'A'.repeat(43)}/1/`
    await expectProblem(await fetch(office.server.origin + other), 404, 'not_found')
  })

  it('are drawn from memory without storing anything', async () => {
    const before = await everythingKept()
    const { images } = await verify(signed)
    await imageOf(await page(images!.handle, 1))
    expect(await everythingKept()).toBe(before)
  })

  it('return not_found for unknown and expired handles', async () => {
    const { images } = await verify(signed)
    await expectProblem(await page('A'.repeat(43), 1), 404, 'not_found')
    await expectProblem(await page('short', 1), 404, 'not_found')
    office.server.advance(599_000)
    await imageOf(await page(images!.handle, 1))
    office.server.advance(2000)
    await expectProblem(await page(images!.handle, 1), 404, 'not_found')
    office.server.advance(-601_000)
  })

  it('are null for a file that cannot be drawn, beside its verdict', async () => {
    vi.spyOn(office.server.deps.renderer, 'inspect').mockRejectedValueOnce(new PdfError('render_busy', 'busy'))
    expect(await verify(signed)).toMatchObject({ images: null, signatures: [{ integrity: true }] })
  })

  it('are limited to 1,200 per address in fifteen minutes', async () => {
    const { images } = await verify(signed)
    await imageOf(await page(images!.handle, 1))
    await office.server.deps.db
      .updateTable('throttle')
      .set({ count: 1200 })
      .where('key', 'like', 'verify page:%')
      .execute()
    await expectProblem(await page(images!.handle, 1), 429, 'too_many_attempts')
  })
})

describe('verifying a stored document on the same path', () => {
  it('needs a JSON body and a session', async () => {
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ id_documento: '00000000-0000-4000-8000-000000000000' })
    const response = await fetch(office.server.origin + path, { method: 'POST', headers: json, body })
    await expectProblem(response, 401, 'unauthenticated')
    await expectProblem(await office.usuario.post(path, JSON.parse(body)), 404, 'not_found')
  })
})
