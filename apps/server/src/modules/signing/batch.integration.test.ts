import type { DocumentDetails } from '@foja/contracts/documents'
import type { Problem } from '@foja/contracts/problem'
import { writeCertificateAndKey, writeP12 } from '@foja/testing/p12'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  expectProblem,
  namedKeys,
  pdfFile,
  openOffice,
  storedKeys,
  type Caller,
} from '../../../test/office.ts'
import { plainPng } from '../../../test/pictures.ts'
import { passwordPdf } from '../../../test/odd-pdfs.ts'
import { giveSigner, passphrase, testAuthority } from '../../../test/people.ts'
import { everythingWritten, formsOf, readableLog } from '../../../test/traces.ts'
import { ctxOf } from '../../../test/test-server.ts'
import { detailsOf, position, sign, signedOf, signPath, verify, type SignReply } from '../../../test/signing.ts'
import { unlockKey } from './unlock-key.ts'

const log = readableLog()

const office = await openOffice({ logger: log.logger })
await giveSigner(office.usuario, 'Úrsula Usuaria Peña')
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())
afterEach(async () => expect(await storedKeys(office)).toEqual(await namedKeys(office)))

type SignBody = { ids_documento: string[]; password?: string; [more: string]: unknown }
const signMany = (caller: Caller, body: SignBody, key?: string) =>
  caller.post(signPath, { password: passphrase, ...body }, key === undefined ? {} : { 'idempotency-key': key })
const cases = async (count: number, caller = office.usuario) =>
  (await Promise.all(Array.from({ length: count }, () => createCase(caller)))).map(({ document }) => document)
const idsOf = (documents: { id_documento: string }[]) => documents.map(({ id_documento }) => id_documento)

describe('signing several documents', () => {
  it('returns the outcome of each document', async () => {
    const [good, seen, changed] = await cases(3)
    const picture = await createCase(office.usuario, { name: 'foto.png', bytes: plainPng(2, 2) })
    const other = await createCase(office.ajeno)
    const documents = [good!, seen!, changed!, picture.document, other.document]
    const hashes = { [seen!.id_documento]: seen!.sha256, [changed!.id_documento]: '0'.repeat(64) }
    const ids = [...idsOf(documents), randomUUID(), good!.id_documento]
    const reply = await bodyOf<SignReply>(
      await signMany(office.usuario, { ids_documento: ids, hashes, position, appearance: 'text' }),
      200,
    )
    expect(idsOf(reply.documents)).toEqual(idsOf([good!, seen!]))
    expect(reply.documents.every(({ version, code }) => version === 2 && code !== null)).toBe(true)
    expect(new Set(reply.documents.map(({ code }) => code)).size).toBe(2)
    expect(reply.failures.map(({ id_documento, problem }) => [id_documento, problem.code])).toEqual([
      [changed!.id_documento, 'stale_document'],
      [picture.document.id_documento, 'document_not_pdf'],
      [other.document.id_documento, 'not_found'],
      [ids[5], 'not_found'],
    ])
    expect(reply.failures[1]?.problem.detail).toContain('«foto.png»')
    expect((await detailsOf(office.usuario, changed!)).version).toBe(1)
    expect((await detailsOf(office.ajeno, other.document)).version).toBe(1)
  })

  it('signs no document with a wrong passphrase, and counts one attempt', async () => {
    const documents = await cases(3)
    const wrong = { ids_documento: idsOf(documents), password: 'otra' }
    await expectProblem(await signMany(office.usuario, wrong), 400, 'p12_wrong_passphrase')
    for (const document of documents) expect((await detailsOf(office.usuario, document)).version).toBe(1)
    const [row] = await office.server.deps.db
      .selectFrom('throttle')
      .select('count')
      .where('key', 'like', 'pass%')
      .execute()
    expect(row?.count).toBe(1)
    await expectProblem(await signMany(office.gestor, { ids_documento: idsOf(documents) }), 400, 'no_signer')
  })

  it('opens the key once for all documents', async () => {
    const documents = await cases(6)
    const { engine } = office.server.deps
    const unlock = engine.unlock
    let opened = 0
    engine.unlock = async (task) => {
      opened += 1
      return await unlock(task)
    }
    try {
      const reply = await bodyOf<SignReply>(await signMany(office.usuario, { ids_documento: idsOf(documents) }), 200)
      expect(reply.documents).toHaveLength(6)
    } finally {
      engine.unlock = unlock
    }
    expect(opened).toBe(1)
  })

  it('returns the same results for the same idempotency key, and signs added documents', async () => {
    const documents = await cases(3)
    const key = randomUUID()
    const body = { ids_documento: idsOf(documents.slice(0, 2)), position }
    const first = await bodyOf<SignReply>(await signMany(office.usuario, body, key), 200)
    expect(await bodyOf(await signMany(office.usuario, { ...body, password: 'otra' }, key), 200)).toEqual(first)
    const more = { ...body, ids_documento: idsOf(documents) }
    const second = await bodyOf<SignReply>(await signMany(office.usuario, more, key), 200)
    expect(second.documents.slice(0, 2)).toEqual(first.documents)
    expect(second.documents).toHaveLength(3)
    const other = await bodyOf<SignReply>(await signMany(office.usuario, { ...more, reason: 'Otra' }, key), 200)
    expect(other.failures.map(({ problem }) => problem.code)).toEqual(['id_in_use', 'id_in_use', 'id_in_use'])
  })

  it('accepts one document or several, up to a limit', async () => {
    const [document] = await cases(1)
    const both = { id_documento: document!.id_documento, ids_documento: [document!.id_documento] }
    await expectProblem(await signMany(office.usuario, both), 400, 'validation_failed')
    await expectProblem(await office.usuario.post(signPath, { password: passphrase }), 400, 'validation_failed')
    const many = Array.from({ length: 51 }, () => randomUUID())
    await expectProblem(await signMany(office.usuario, { ids_documento: many }), 400, 'validation_failed')
  })

  it('signs the remaining documents after one that cannot be signed', async () => {
    const documents = await cases(2)
    const { db, store } = office.server.deps
    // As an import from another system might have left it.
    const locked = await store.put(
      (async function* () {
        yield passwordPdf
      })(),
      { maxBytes: passwordPdf.length },
    )
    const set = { blob_key: locked.key, size: locked.size, sha256: locked.sha256 }
    const [before] = await db
      .selectFrom('document_version')
      .where('id_documento', '=', documents[0]!.id_documento)
      .select('blob_key')
      .execute()
    await db.updateTable('document_version').set(set).where('id_documento', '=', documents[0]!.id_documento).execute()
    await store.delete(before!.blob_key)
    const reply = await bodyOf<SignReply>(await signMany(office.usuario, { ids_documento: idsOf(documents) }), 200)
    expect(reply.documents).toHaveLength(1)
    expect(reply.failures.map(({ problem }) => problem.code)).toEqual(['pdf_encrypted'])
  })
})

describe('signing with a key sent in the request', () => {
  const canary = 'Canario-viajero-ñ-51be77d0 que no se escribe'

  it('stores and logs nothing of the key', async () => {
    log.clear()
    const issued = testAuthority().issue({ commonName: 'Viajera Zapata', keyType: 'p256' })
    const p12 = Buffer.from(writeP12({ ...issued, passphrase: canary }))
    const { document } = await createCase(office.colega)
    const body = { password: canary, key: { p12: p12.toString('base64') }, position }
    await signedOf(await sign(office.colega, document, body, randomUUID()))
    await expectProblem(
      await sign(office.colega, document, { ...body, password: `${canary} mal` }),
      400,
      'p12_wrong_passphrase',
    )
    const pair = writeCertificateAndKey(issued, canary)
    const key = Buffer.from(pair.key).toString('base64')
    const cer = Buffer.from(pair.certificate).toString('base64')
    await signedOf(await sign(office.colega, document, { password: canary, key: { cer, key } }))
    const { signatures } = await verify(office.colega, document)
    expect(signatures.map(({ signer }) => signer?.name)).toEqual(['Viajera Zapata', 'Viajera Zapata'])
    expect(await office.colega.read('/api/v1/do_have_digital_signature/')).toMatchObject({ has_signature: false })

    const scalar = Buffer.from(issued.privateKey.export({ format: 'jwk' }).d!, 'base64url')
    const needles = ['51be77d0']
    for (const secret of [scalar, p12.subarray(64, 112), Buffer.from(pair.key).subarray(-48)])
      needles.push(...formsOf(secret))
    const found = await everythingWritten(office.server, log.text())
    expect(log.text()).toContain('custom_pdf_signing')
    for (const needle of needles) expect(found.some((text) => text.includes(needle))).toBe(false)
  })

  it.each([
    ['p12_damaged', () => ({ p12: Buffer.from('no es un p12').toString('base64') })],
    ['certificate_expired', () => p12Of({ notAfter: new Date(Date.now() - 86_400_000) })],
    ['certificate_not_for_signing', () => p12Of({ keyUsage: ['keyEncipherment'] })],
    ['validation_failed', () => ({ p12: 'ñ' })],
    ['validation_failed', () => ({ cer: 'MAA=' })],
  ] as const)('throws %s', async (code, key) => {
    const { document } = await createCase(office.colega)
    await expectProblem(await sign(office.colega, document, { key: key() }), 400, code)
    expect((await detailsOf(office.colega, document)).version).toBe(1)
  })

  function p12Of(options: object) {
    const issued = testAuthority().issue({ commonName: 'X', keyType: 'p256', ...options })
    return { p12: Buffer.from(writeP12({ ...issued, passphrase })).toString('base64') }
  }

  it('throttles wrong passphrases like those of stored keys', async () => {
    const { document } = await createCase(office.colega)
    const key = p12Of({})
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => sign(office.colega, document, { key, password: 'otra' })),
    )
    const problems = await Promise.all(answers.map((answer) => bodyOf<Problem>(answer, 400)))
    expect(problems.filter(({ code }) => code === 'passphrase_paused')).toHaveLength(2)
  })

  it('does not pause a user whose right passphrases arrive at once', async () => {
    const ctx = ctxOf(office.server, { id: randomUUID(), role: 'usuario', id_company: null })
    const credentials = { key: p12Of({}), password: passphrase }
    const opening = Array.from({ length: 15 }, () => unlockKey(ctx, credentials))
    const opened = await Promise.allSettled(opening)
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('cannot draw an image without a stored signature', async () => {
    const { document } = await createCase(office.colega, pdfFile('con imagen.pdf'))
    const body = { key: p12Of({}), position, appearance: 'image' }
    await expectProblem(await sign(office.colega, document, body), 400, 'file_missing')
    const details: DocumentDetails = await detailsOf(office.colega, document)
    expect(details.version).toBe(1)
  })
})
