import { writeP12 } from '@foja/testing/p12'
import { runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createCase,
  expectProblem,
  namedKeys,
  openOffice,
  storedKeys,
  type Caller,
} from '../../../test/office.ts'
import { giveSigner, passphrase, signerPath, testAuthority } from '../../../test/people.ts'
import {
  configure,
  detailsOf,
  download,
  giveOnlineSigner,
  position,
  sign,
  signedOf,
  signPath,
  startPki,
  trustRoot,
  verify,
  type SignReply,
} from '../../../test/signing.ts'

const pki = await startPki()
afterAll(() => pki.close())
const office = await openOffice()
await giveOnlineSigner(pki, office.usuario, { commonName: 'Úrsula Usuaria Peña' })
await trustRoot(office.gestor)
expect((await configure(office.gestor, { tsa_url: pki.tsaUrl })).status).toBe(200)
beforeEach(async () => {
  pki.behave({ tsa: 'ok', ocsp: 'ok', crl: 'ok', ca: 'ok' })
  pki.requests.length = 0
  await office.server.deps.db.deleteFrom('throttle').execute()
})
afterEach(async () => expect(await storedKeys(office)).toEqual(await namedKeys(office)))

const host = () => new URL(pki.origin).host
const countRequests = (path: string) => pki.requests.filter((request) => request.path.startsWith(path)).length
const levelOf = async (caller: Caller, document: { id_documento: string }) =>
  (await verify(caller, document)).signatures.find(({ kind }) => kind !== 'timestamp')?.level

describe('signing with a timestamp and validation data', () => {
  it.each(['B-T', 'B-LT', 'B-LTA'] as const)('creates a signature of level %s', async (level) => {
    const { document } = await createCase(office.usuario)
    const original = await download(office.usuario, document)
    const result = await signedOf(await sign(office.usuario, document, { level, position }))
    expect(result).toMatchObject({ level, version: 2, repaired: false, code: expect.stringMatching(/^\w{16}$/) })
    const bytes = await download(office.usuario, document)
    expect(bytes.subarray(0, original.length).equals(original)).toBe(true)
    const report = await verify(office.usuario, document)
    const signature = report.signatures.find(({ kind }) => kind === 'signature')
    expect(signature).toMatchObject({ level, integrity: true, modified_after: false, time_source: 'timestamp' })
    expect(report.summary).toBe('valid')
    expect(countRequests('/tsa')).toBe(level === 'B-LTA' ? 2 : 1)
    if (!hasValidator('pdfsig')) return
    expect(runValidator('pdfsig', ['-nocert'], bytes)?.output).toContain('Signature is Valid')
  })

  it('is indeterminate at B-B until a job has asked the authority', async () => {
    const { document } = await createCase(office.usuario)
    await signedOf(await sign(office.usuario, document, { level: 'B-B', position }))
    const verdict = async () => (await detailsOf(office.usuario, document)).signatures.verdict
    expect(await verdict()).toBe('indeterminate')
    expect(countRequests('/ocsp')).toBe(0)
    await office.server.jobs.run()
    expect(await verdict()).toBe('valid')
    const { document: whole } = await createCase(office.usuario)
    await signedOf(await sign(office.usuario, whole, { level: 'B-LT', position }))
    expect((await detailsOf(office.usuario, whole)).signatures.verdict).toBe('valid')
    expect(office.server.jobs.waiting('confirm_signatures')).toEqual([])
  })

  it('uses the level of the company by default, also for later signatures', async () => {
    await configure(office.gestor, { tsa_url: pki.tsaUrl, level: 'B-LT', hash: 'sha512' })
    const { document } = await createCase(office.usuario)
    expect(await signedOf(await sign(office.usuario, document))).toMatchObject({ level: 'B-LT' })
    await giveSigner(office.gestor, 'Gael Gestor Ibáñez')
    expect(await signedOf(await sign(office.gestor, document, { level: 'B-B' }))).toMatchObject({ version: 3 })
    const { signatures } = await verify(office.usuario, document)
    expect(signatures.map(({ integrity, modified_after }) => [integrity, modified_after])).toEqual([
      [true, false],
      [true, false],
    ])
    await configure(office.gestor, { tsa_url: pki.tsaUrl })
  })

  it('falls back to CRLs when the OCSP responder is down', async () => {
    pki.behave({ ocsp: 'down' })
    const { document } = await createCase(office.usuario)
    expect(await signedOf(await sign(office.usuario, document, { level: 'B-LT' }))).toMatchObject({ level: 'B-LT' })
    expect(await levelOf(office.usuario, document)).toBe('B-LT')
  })

  it('returns the same result for the same idempotency key without new requests', async () => {
    const { document } = await createCase(office.usuario)
    const key = randomUUID()
    const first = await signedOf(await sign(office.usuario, document, { level: 'B-T', position }, key))
    const stamps = countRequests('/tsa')
    expect(await signedOf(await sign(office.usuario, document, { level: 'B-T', position }, key))).toEqual(first)
    expect(countRequests('/tsa')).toBe(stamps)
  })

  it('does not delay other users while an authority is slow', async () => {
    const held = Promise.withResolvers<void>()
    const slow = await startPki({ slow: () => held.promise })
    try {
      slow.behave({ tsa: 'slow' })
      await configure(office.gestor, { tsa_url: slow.tsaUrl })
      const [waiting, quick] = [await createCase(office.usuario), await createCase(office.gestor)]
      await giveSigner(office.gestor, 'Gael Gestor Ibáñez')
      const late = sign(office.usuario, waiting.document, { level: 'B-T' })
      await expect.poll(() => slow.requests).toHaveLength(1)
      await signedOf(await sign(office.gestor, quick.document))
      held.resolve()
      await signedOf(await late)
    } finally {
      held.resolve()
      await configure(office.gestor, { tsa_url: pki.tsaUrl })
      await slow.close()
    }
  })
})

describe('signing when an authority fails', () => {
  it.each([
    ['html', /respondió con otra cosa \(text\/html\)/],
    ['error_500', /error HTTP 500/],
    ['unauthorized', /no aceptó el usuario o la contraseña/],
    ['reject', /rechazó la petición/],
    ['bad_imprint', /es de otro contenido/],
    ['wrong_nonce', /contestó a otra petición/],
    ['wrong_usage', /no es de una autoridad de sellado/],
  ] as const)('reports that the timestamp failed (%s) and signs nothing', async (tsa, words) => {
    pki.behave({ tsa })
    const { document } = await createCase(office.usuario)
    const problem = await expectProblem(await sign(office.usuario, document, { level: 'B-T' }), 400, 'timestamp_failed')
    expect(problem.detail).toMatch(words)
    expect(problem.detail).toContain(host())
    expect(await detailsOf(office.usuario, document)).toMatchObject({ version: 1, signatures: { count: 0 } })
    expect(await signedOf(await sign(office.usuario, document, { level: 'B-B' }))).toMatchObject({ level: 'B-B' })
  })

  it('reports an unreachable timestamp authority', async () => {
    const unreachable = await startPki()
    await unreachable.close()
    await configure(office.gestor, { tsa_url: unreachable.tsaUrl })
    const { document } = await createCase(office.usuario)
    const problem = await expectProblem(await sign(office.usuario, document, { level: 'B-T' }), 400, 'timestamp_failed')
    expect(problem.detail).toContain(`No se pudo conectar con ${new URL(unreachable.origin).host}.`)
    await configure(office.gestor, { tsa_url: pki.tsaUrl })
  })

  it('waits only once for an unreachable authority in a call for several documents', async () => {
    const { engine } = office.server.deps
    const signOne = engine.sign
    let signTasks = 0
    engine.sign = async (task) => {
      signTasks += 1
      return await signOne(task)
    }
    const unreachable = await startPki()
    await unreachable.close()
    await configure(office.gestor, { tsa_url: unreachable.tsaUrl })
    try {
      const cases = await Promise.all([1, 2, 3].map(() => createCase(office.usuario)))
      const ids = cases.map(({ document }) => document.id_documento)
      const body = { ids_documento: ids, password: passphrase, level: 'B-T' }
      const { documents, failures } = await bodyOf<SignReply>(await office.usuario.post(signPath, body), 200)
      expect(documents).toEqual([])
      expect(failures.map(({ problem }) => problem.code)).toEqual(Array.from({ length: 3 }, () => 'timestamp_failed'))
      expect(signTasks).toBe(1)
    } finally {
      engine.sign = signOne
      await configure(office.gestor, { tsa_url: pki.tsaUrl })
    }
  })

  it('asks no server on a private network that is not allowed', async () => {
    await configure(office.gestor, { tsa_url: 'http://10.0.0.7/tsa' })
    const { document } = await createCase(office.usuario)
    const problem = await expectProblem(await sign(office.usuario, document, { level: 'B-T' }), 400, 'timestamp_failed')
    expect(problem.detail).toContain('FOJA_PRIVATE_HOSTS')
    await configure(office.gestor, { tsa_url: pki.tsaUrl })
  })

  it('reports that the revocation status is unavailable', async () => {
    pki.behave({ ocsp: 'down', crl: 'down' })
    // Cached CRLs would answer, so this certificate has its own authority.
    const other = await startPki()
    other.behave({ ocsp: 'down', crl: 'down' })
    await giveOnlineSigner(other, office.colega, { commonName: 'Camilo Colega Ñato' })
    const { document } = await createCase(office.colega)
    const answer = await sign(office.colega, document, { level: 'B-LT' })
    const problem = await expectProblem(answer, 400, 'revocation_unavailable')
    expect(problem.detail).toContain('«Camilo Colega Ñato»')
    expect(problem.detail).toContain(new URL(other.origin).host)
    expect(await detailsOf(office.colega, document)).toMatchObject({ version: 1 })
    await other.close()
  })

  it('reports a revoked certificate', async () => {
    const revoked = await giveOnlineSigner(pki, office.colega, { commonName: 'Revocada Ruiz' })
    pki.revoke(revoked)
    const { document } = await createCase(office.colega)
    const problem = await expectProblem(
      await sign(office.colega, document, { level: 'B-LT' }),
      400,
      'certificate_revoked',
    )
    expect(problem.detail).toContain('«Revocada Ruiz»')
    expect(await detailsOf(office.colega, document)).toMatchObject({ version: 1 })
  })

  it('reports an unknown issuer', async () => {
    const alone = { ...testAuthority().issue({ commonName: 'Sin Cadena', keyType: 'p256' }), chain: [] }
    const file = { name: 'firma.p12', bytes: writeP12({ ...alone, passphrase }) }
    await bodyOf(await office.ajeno.upload(signerPath, [file], { password: passphrase }), 200)
    await configure(office.ajeno, { tsa_url: pki.tsaUrl })
    const { document } = await createCase(office.ajeno)
    const problem = await expectProblem(await sign(office.ajeno, document, { level: 'B-LT' }), 400, 'chain_incomplete')
    expect(problem.detail).toContain('No se conoce a quien emitió el certificado de «Sin Cadena».')
  })
})

describe('extending the signatures of a document', () => {
  const extend = (caller: Caller, { id_documento }: { id_documento: string }, level: string, key?: string) =>
    caller.post(
      '/api/v1/extend_signatures/',
      { id_documento, level },
      key === undefined ? {} : { 'idempotency-key': key },
    )

  it('adds validation data, renews the timestamp, and keeps the signatures valid', async () => {
    const { document } = await createCase(office.usuario)
    const first = await signedOf(await sign(office.usuario, document, { position }))
    const before = await download(office.usuario, document)
    const key = randomUUID()
    const { document: extended } = await bodyOf<{ document: object }>(
      await extend(office.gestor, document, 'B-LTA', key),
      200,
    )
    expect(extended).toMatchObject({ version: 3, level: 'B-LTA', signatures: first.signatures, code: null })
    const after = await download(office.usuario, document)
    expect(after.subarray(0, before.length).equals(before)).toBe(true)
    const again = await bodyOf<{ document: object }>(await extend(office.gestor, document, 'B-LTA', key), 200)
    expect(again.document).toEqual(extended)
    expect((await verify(office.usuario, document)).summary).toBe('valid')
    expect(await bodyOf(await extend(office.usuario, document, 'B-LTA'), 200)).toMatchObject({
      document: { version: 4 },
    })
    const { versions, signatures } = await detailsOf(office.usuario, document)
    expect(versions.map(({ origin }) => origin)).toEqual(['extend', 'extend', 'sign', 'upload'])
    expect(signatures).toEqual({ count: 1, verdict: 'valid' })
  })

  it('leaves a complete document unchanged', async () => {
    const { document } = await createCase(office.usuario)
    const signed = await signedOf(await sign(office.usuario, document, { level: 'B-LT' }))
    expect(await bodyOf(await extend(office.usuario, document, 'B-LT'), 200)).toMatchObject({
      document: { version: 2, sha256: signed.sha256 },
    })
  })

  it('refuses unsigned documents and reports failures of the authority', async () => {
    const { document } = await createCase(office.usuario)
    await expectProblem(await extend(office.usuario, document, 'B-LT'), 400, 'document_not_signed')
    await signedOf(await sign(office.usuario, document))
    pki.behave({ tsa: 'error_500' })
    await expectProblem(await extend(office.usuario, document, 'B-LTA'), 400, 'timestamp_failed')
    await expectProblem(await extend(office.ajeno, document, 'B-LTA'), 404, 'not_found')
    expect((await detailsOf(office.usuario, document)).version).toBe(2)
  })
})
