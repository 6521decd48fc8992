import type { SigningSettings } from '@foja/contracts/signing'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice } from '../../../test/office.ts'
import { giveSigner } from '../../../test/people.ts'
import { everythingWritten, formsOf, readableLog } from '../../../test/traces.ts'
import { configure, position, settingsPath, sign, signedOf, startPki, trustRoot } from '../../../test/signing.ts'

const log = readableLog()
const credentials = { username: 'foja', password: 'Clave-del-sello-90ab7c' }
const pki = await startPki({ tsaCredentials: credentials })
afterAll(() => pki.close())
const office = await openOffice({ logger: log.logger })
await giveSigner(office.usuario, 'Úrsula Usuaria Peña')
beforeEach(async () => {
  const { db } = office.server.deps
  await db.deleteFrom('throttle').execute()
  await db.deleteFrom('signing_settings').execute()
})

const defaults = {
  level: 'B-B',
  hash: 'sha256',
  appearance: 'qr',
  repeat: 'once',
  tsa_url: null,
  tsa_username: null,
  tsa_policy: null,
  tsa_has_password: false,
}
const testPath = '/api/v1/test_timestamp/'
const withPassword = () => ({
  tsa_url: pki.tsaUrl,
  tsa_username: credentials.username,
  tsa_password: credentials.password,
})

describe('the signing settings of a company', () => {
  it('have defaults until they are changed', async () => {
    expect(await office.gestor.read(settingsPath)).toEqual({ ...defaults, may_change: true })
    expect(await office.usuario.read(settingsPath)).toEqual({ ...defaults, may_change: false })
    expect(await office.admin.read(settingsPath)).toEqual({ ...defaults, may_change: true })
  })

  it('are separate per company, and for users without one', async () => {
    await bodyOf(await configure(office.gestor, { hash: 'sha512', appearance: 'text', tsa_url: pki.tsaUrl }), 200)
    await bodyOf(await configure(office.admin, { hash: 'sha384' }), 200)
    expect(await office.mediador.read(settingsPath)).toMatchObject({ hash: 'sha512', tsa_url: pki.tsaUrl })
    expect(await office.ajeno.read(settingsPath)).toMatchObject({ hash: 'sha256', tsa_url: null })
    expect(await office.admin.read(settingsPath)).toMatchObject({ hash: 'sha384', tsa_url: null })
  })

  it.each(['mediador', 'usuario'] as const)('cannot be changed or tested by a %s', async (role) => {
    await expectProblem(await configure(office[role], {}), 403, 'forbidden')
    await expectProblem(await office[role].post(testPath, undefined), 403, 'forbidden')
  })

  it.each([
    ['validation_failed', { tsa_url: 'ftp://sello.example' }],
    ['validation_failed', { tsa_url: 'https://ana:clave@sello.example/tsa' }],
    ['validation_failed', { tsa_url: 'http://[mal' }],
    ['validation_failed', { tsa_policy: 'no es un OID', tsa_url: 'http://sello.example' }],
    ['timestamp_not_configured', { level: 'B-T' }],
  ] as const)('throw %s for %j', async (code, change) => {
    await expectProblem(await configure(office.gestor, change), 400, code)
    expect(await office.gestor.read(settingsPath)).toMatchObject(defaults)
  })

  it('keep the password encrypted, for its server only', async () => {
    const set = await bodyOf<SigningSettings>(await configure(office.gestor, withPassword()), 200)
    expect(set).toMatchObject({ tsa_has_password: true })
    expect(JSON.stringify(set)).not.toContain(credentials.password)
    const { db } = office.server.deps
    const row = await db.selectFrom('signing_settings').selectAll().executeTakeFirstOrThrow()
    expect(row.tsa_password?.toString('latin1')).not.toContain(credentials.password)
    const { tsa_password: _given, ...same } = withPassword()
    expect(await bodyOf(await configure(office.gestor, same), 200)).toMatchObject({ tsa_has_password: true })
    const moved = { ...same, tsa_url: 'https://otro.example/tsa' }
    expect(await bodyOf(await configure(office.gestor, moved), 200)).toMatchObject({ tsa_has_password: false })
    await bodyOf(await configure(office.gestor, withPassword()), 200)
    expect(await bodyOf(await configure(office.gestor, { ...same, tsa_password: null }), 200)).toMatchObject({
      tsa_has_password: false,
    })
  })

  it('are the defaults of signatures', async () => {
    await bodyOf(await configure(office.gestor, { ...withPassword(), level: 'B-T', hash: 'sha384' }), 200)
    const { document } = await createCase(office.usuario)
    expect(await signedOf(await sign(office.usuario, document))).toMatchObject({ level: 'B-T', code: null })
    await bodyOf(await configure(office.gestor, { appearance: 'margin', repeat: 'every_page' }), 200)
    const next = await createCase(office.usuario, pdfFile('dos.pdf', makePdf({ pages: 2 })))
    const signed = await signedOf(await sign(office.usuario, next.document))
    expect(signed.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    // A second signature may not draw on every page, so the default does not apply.
    expect(await signedOf(await sign(office.usuario, next.document))).toMatchObject({ version: 3, signatures: 2 })
    const response = await sign(office.usuario, next.document, { repeat: 'every_page', appearance: 'text', position })
    await expectProblem(response, 400, 'pdf_forbids_signing')
  })

  it('record in the history who changed them', async () => {
    await bodyOf(await configure(office.gestor, withPassword()), 200)
    const { db } = office.server.deps
    const events = await db.selectFrom('event').where('action', '=', 'signing.configured').selectAll().execute()
    const last = events.at(-1)
    expect(last).toMatchObject({ actor: office.gestor.id, id_company: office.company })
    expect(JSON.stringify(last?.data)).not.toContain(credentials.password)
  })
})

describe('testing the timestamp authority', () => {
  it('writes its password nowhere in the clear, right or wrong', async () => {
    log.clear()
    await bodyOf(await configure(office.gestor, { ...withPassword(), level: 'B-T' }), 200)
    await bodyOf(await office.gestor.post(testPath, undefined), 200)
    const { document } = await createCase(office.usuario)
    await signedOf(await sign(office.usuario, document))
    const wrong = 'Clave-equivocada-6ec1f3'
    await bodyOf(await configure(office.gestor, { ...withPassword(), tsa_password: wrong }), 200)
    await expectProblem(await office.gestor.post(testPath, undefined), 400, 'timestamp_failed')
    const written = await everythingWritten(office.server, log.text())
    expect(log.text()).toContain('test_timestamp')
    for (const secret of [credentials.password, wrong]) {
      const basic = Buffer.from(`${credentials.username}:${secret}`).toString('base64')
      for (const needle of [secret, basic, ...formsOf(Buffer.from(secret))])
        expect(written.some((text) => text.includes(needle))).toBe(false)
    }
  })

  it('gives one message for a private address, a local name and a name that does not exist', async () => {
    const details = new Set<string>()
    for (const host of ['10.0.0.7', 'localhost', 'tsa.invalid']) {
      await bodyOf(await configure(office.gestor, { tsa_url: `http://${host}/tsa` }), 200)
      const answer = await office.gestor.post(testPath, undefined)
      details.add((await expectProblem(answer, 400, 'timestamp_failed')).detail.replace(host, 'HOST'))
    }
    expect(details.size).toBe(1)
    await office.server.deps.db.deleteFrom('signing_settings').execute()
  })

  it('returns its name, its time and whether it is trusted', async () => {
    await expectProblem(await office.gestor.post(testPath, undefined), 400, 'timestamp_not_configured')
    await bodyOf(await configure(office.gestor, withPassword()), 200)
    const found = await bodyOf<{ time: string }>(await office.gestor.post(testPath, undefined), 200)
    expect(found).toMatchObject({ tsa: 'Sello de Tiempo de Pruebas', trusted: false })
    expect(Math.abs(Date.parse(found.time) - Date.now())).toBeLessThan(120_000)
    await trustRoot(office.gestor)
    expect(await bodyOf(await office.gestor.post(testPath, undefined), 200)).toMatchObject({ trusted: true })
  })

  it('reports its error', async () => {
    await bodyOf(await configure(office.gestor, { ...withPassword(), tsa_password: 'otra' }), 200)
    const problem = await expectProblem(await office.gestor.post(testPath, undefined), 400, 'timestamp_failed')
    expect(problem.detail).toContain('no aceptó el usuario o la contraseña')
  })
})
