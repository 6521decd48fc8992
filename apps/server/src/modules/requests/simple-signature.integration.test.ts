import { createId } from '@foja/contracts/create-id'
import type { OfficeSeal } from '@foja/contracts/office-seal'
import type { RecipientView } from '@foja/contracts/recipients'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { simpleConsent } from '@foja/contracts/simple-signature'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import type { Verification } from '@foja/contracts/verification'
import { runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, createPath, expectProblem, pdfFile } from '../../../test/office.ts'
import { giveSigner, p12File, passphrase } from '../../../test/people.ts'
import { onePixelPng } from '../../../test/pictures.ts'
import { download, detailsOf, sign, signedOf } from '../../../test/signing.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

const api = '/api/v1'
type Id = { id_documento: string }
type Recipient = { nombre: string; email: string; rol: string } & Record<string, unknown>

const sealFile = (more: object = {}) => p12File({ commonName: 'Estudio Cóndor', keyType: 'p256', ...more })
const giveSeal = async (more: object = {}) =>
  await office.gestor.upload(`${api}/office_seal/`, [sealFile(more)], { password: passphrase })

let people = 0
const person = (nombre: string, more: object = {}): Recipient => {
  people += 1
  return { nombre, email: `simple.${people}@cliente.example`, rol: 'firma_simple', ...more }
}
const ask = async (documents: readonly Id[], recipients: readonly Recipient[], more: object = {}) =>
  await office.usuario.post(`${api}/create_signing_request/`, {
    documents: documents.map(({ id_documento }) => ({ id_documento })),
    recipients,
    ...more,
  })
const read = async ({ id }: { id: string }) =>
  await office.usuario.read<SigningRequest>(`${api}/details_signing_request/${id}/`)
const statesOf = ({ status, recipients }: SigningRequest) => [status, ...recipients.map((one) => one.status)]

const call = async (credential: string, path: string, body?: object) =>
  await fetch(new URL(`${api}/${path}/`, office.server.origin), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-recipient': credential, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
async function textTo({ email }: Recipient): Promise<string> {
  await office.deliver()
  return office.smtp.messages.filter(({ to }) => to.includes(email)).at(-1)!.mail.text ?? ''
}
const tokenOf = async (recipient: Recipient) => /\/pedido\?p=([\w-]{43})/.exec(await textTo(recipient))![1]!
const wordsOf = { consent: true, language: 'es' } as const
const signWith = async (credential: string, look: object) =>
  await call(credential, 'recipient_sign_simple', { ...wordsOf, ...look })

/** Opens the request with the code from the mail; returns the credential. */
async function openWithCode(recipient: Recipient): Promise<string> {
  const token = await tokenOf(recipient)
  expect((await call(token, 'recipient_code', {})).status).toBe(200)
  const code = /\b(\d{6})\b/.exec(await textTo(recipient))![1]!
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await expectProblem(await call(token, 'recipient_code', { code: wrong }), 400, 'recipient_code_wrong')
  await expectProblem(await signWith(token, { text: 'Ana' }), 403, 'recipient_code_needed')
  const { pass } = await bodyOf<{ pass: string }>(await call(token, 'recipient_code', { code }), 200)
  return `${token}.${pass}`
}

const verify = async ({ id_documento }: Id) =>
  await bodyOf<Verification>(await office.usuario.post(`${api}/verify_document/`, { id_documento }), 200)
const verifyFile = async (bytes: Uint8Array) => {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(bytes)]), 'copia.pdf')
  const answer = await fetch(new URL(`${api}/verify_document/`, office.server.origin), { method: 'POST', body: form })
  return await bodyOf<Verification>(answer, 200)
}
/** Name of each simple signature; null for one by certificate. */
const simpleOf = ({ signatures }: Verification) => signatures.map(({ simple }) => simple?.nombre ?? null)

describe('the seal of the office', () => {
  it('is uploaded and removed by those who configure signing, and its passphrase is not needed again', async () => {
    expect(await office.usuario.read(`${api}/office_seal/`)).toEqual({ certificate: null, may_change: false })
    const upload = async (caller: typeof office.gestor, password = passphrase) =>
      await caller.upload(`${api}/office_seal/`, [sealFile()], { password })
    await expectProblem(await upload(office.usuario), 403, 'forbidden')
    await expectProblem(await upload(office.gestor, 'otra'), 400, 'p12_wrong_passphrase')
    await expectProblem(await giveSeal({ notAfter: new Date(Date.now() - 86_400_000) }), 400, 'certificate_expired')
    expect(await bodyOf<OfficeSeal>(await upload(office.gestor), 200)).toMatchObject({
      certificate: { nombre: 'Estudio Cóndor', problems: [] },
      may_change: true,
    })
    const { certificate } = await office.usuario.read<OfficeSeal>(`${api}/office_seal/`)
    expect(certificate?.nombre).toBe('Estudio Cóndor')
    const remove = async () => await bodyOf(await office.gestor.call(`${api}/office_seal/`, { method: 'DELETE' }), 200)
    expect(await remove()).toEqual({ removed: true })
    expect(await remove()).toEqual({ removed: false })
    const events = await office.server.deps.db
      .selectFrom('event')
      .where('action', 'in', ['seal.uploaded', 'seal.removed'])
      .select('action')
      .orderBy('seq')
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['seal.uploaded', 'seal.removed'])
  })

  it('is needed before a simple signature is asked for; a draft may wait for it', async () => {
    const { document } = await createCase(office.usuario)
    const recipients = [person('Ana')]
    const missing = await expectProblem(await ask([document], recipients), 400, 'office_seal_needed')
    expect(missing.detail).toContain('La oficina no tiene sello.')
    const draft = await bodyOf<SigningRequest>(await ask([document], recipients, { send: false }), 201)
    expect(draft.recipients).toMatchObject([{ rol: 'firma_simple', code: true }])
    const send = async () => await office.usuario.post(`${api}/send_signing_request/`, { id: draft.id })
    await expectProblem(await send(), 400, 'office_seal_needed')
    expect((await giveSeal()).status).toBe(200)
    expect(statesOf(await bodyOf<SigningRequest>(await send(), 200))).toEqual(['enviada', 'enviado'])
    const { deps } = office.server
    const { mail } = deps
    deps.mail = null
    await expectProblem(await ask([document], recipients), 400, 'code_needs_mail')
    deps.mail = mail
  })
})

describe('a simple signature', () => {
  it('is made after the code, in every document, sealed by the office, and never called one by certificate', async () => {
    expect((await giveSeal()).status).toBe(200)
    const solicitudes = [{ id_solicitud: createId(), description: [{}, {}] }]
    const main = await bodyOf<SolicitudMain>(
      await office.usuario.upload(createPath, [pdfFile('a.pdf'), pdfFile('b.pdf')], {
        id_solicitud_main: createId(),
        solicitudes,
      }),
      201,
    )
    const documents = main.solicitudes[0]!.description
    const box = { x: 100, y: 100, width: 180, height: 60 }
    const position = { page: 1, ...box }
    const ana = person('Ana Ácuña', { places: [{ id_documento: documents[0]!.id_documento, position }] })
    const request = await bodyOf<SigningRequest>(await ask(documents, [ana]), 201)
    expect(await textTo(ana)).toContain('Firmas con una firma simple')
    const credential = await openWithCode(ana)
    const seen = await bodyOf<RecipientView>(await call(credential, 'recipient_request'), 200)
    expect(seen.acts).toEqual(['read', 'sign_simple', 'decline'])
    await expectProblem(await signWith(credential, { text: 'Ana', consent: false }), 400, 'validation_failed')
    await expectProblem(await signWith(credential, { text: ' ' }), 400, 'validation_failed')
    await expectProblem(await signWith(credential, { image: 'PHN2Zy8+' }), 400, 'image_unsupported')
    const image = onePixelPng.toString('base64')
    const done = await bodyOf<{ documents: { version: number; code: string }[]; status: string }>(
      await signWith(credential, { image }),
      200,
    )
    expect(done).toMatchObject({ documents: [{ version: 2 }, { version: 2 }], status: 'firmado' })
    expect(statesOf(await read(request))).toEqual(['completada', 'firmado'])
    await expectProblem(await signWith(credential, { image }), 400, 'request_closed')

    for (const document of documents) {
      const { signatures } = await verify(document)
      expect(signatures).toMatchObject([
        {
          integrity: true,
          simple: { nombre: 'Ana Ácuña' },
          signer: { name: 'Estudio Cóndor' },
          reason: 'Firma simple de Ana Ácuña',
        },
      ])
      expect(signatures[0]!.explanation).toMatch(/^Firma simple de Ana Ácuña: sin certificado propio/)
      expect(signatures[0]!.explanation).not.toContain('La firma de Ana')
      const pdfsig = runValidator('pdfsig', ['-nocert'], await download(office.usuario, document))
      if (pdfsig !== null) expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(1)
    }
    expect((await verify(documents[0]!)).signatures[0]!.rectangle).toEqual(box)
    const events = await office.server.deps.db
      .selectFrom('event')
      .where('action', 'in', ['document.signed', 'recipient.signed'])
      .where('actor_label', '=', 'Ana Ácuña')
      .select(['action', 'data', 'ip'])
      .execute()
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      'document.signed',
      'document.signed',
      'recipient.signed',
    ])
    expect(events.find(({ action }) => action === 'recipient.signed')).toMatchObject({
      ip: expect.stringMatching(/./),
      data: { email: ana.email, simple: 'image', consent: simpleConsent.es, code_at: expect.stringMatching(/Z$/) },
    })
    const report = await office.usuario.call(`${api}/evidence_report/${documents[0]!.id_documento}/`)
    if (hasValidator('pdftotext')) {
      const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: new Uint8Array(await report.arrayBuffer()) })
      const text = stdout.toString('utf8').replace(/\s+/g, ' ')
      for (const words of ['Firma simple de Ana Ácuña', 'Sello de la oficina', simpleConsent.es]) {
        expect(text).toContain(words)
      }
    }
  })

  it('is recognised by what was signed, in a copy too, and no file passes itself off as one', async () => {
    expect((await giveSeal()).status).toBe(200)
    const { document } = await createCase(office.usuario)
    const beto = person('Beto', { code: false })
    await bodyOf(await ask([document], [beto]), 201)
    const signed = await signWith(await tokenOf(beto), { text: 'Beto' })
    const [{ code }] = (await bodyOf<{ documents: { code: string }[] }>(signed, 200)).documents as [{ code: string }]
    const copy = await download(office.usuario, document)
    expect(simpleOf(await verifyFile(copy))).toEqual(['Beto'])
    const byCode = await fetch(new URL(`${api}/verify_code/?codigo=${code}`, office.server.origin))
    expect(simpleOf((await bodyOf<{ verification: Verification }>(byCode, 200)).verification)).toEqual(['Beto'])
    // The same certificate, reason and words in another file, by someone who signs as usual.
    const other = (await createCase(office.usuario)).document
    await giveSigner(office.usuario, 'Estudio Cóndor')
    await signedOf(await sign(office.usuario, other, { reason: 'Firma simple de Beto' }))
    expect(simpleOf(await verify(other))).toEqual([null])
    // A later signature by certificate keeps the label of the first, and gets none.
    await signedOf(await sign(office.usuario, document))
    expect(simpleOf(await verify(document)).toSorted()).toEqual(['Beto', null].toSorted())
    // One signed byte altered: no longer intact, and no longer labelled.
    const forged = Buffer.from(copy)
    forged[20] = forged[20]! ^ 1
    expect(simpleOf(await verifyFile(forged)).filter((name) => name !== null)).toEqual([])
  })

  it('of one turn, made at the same moment, are all kept; the next turn is asked after them', async () => {
    expect((await giveSeal()).status).toBe(200)
    const { document } = await createCase(office.usuario)
    const [ana, beto, carla] = [
      person('Ana', { code: false, turno: 1 }),
      person('Beto', { code: false, turno: 1 }),
      person('Carla', { code: false, turno: 2 }),
    ]
    const request = await bodyOf<SigningRequest>(await ask([document], [ana, beto, carla]), 201)
    const [first, second] = [await tokenOf(ana), await tokenOf(beto)]
    const answers = await Promise.all([
      signWith(first, { text: 'Ana' }),
      signWith(second, { text: 'Beto' }),
      // Twice at once signs once.
      signWith(first, { text: 'Ana' }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(statesOf(await read(request))).toEqual(['enviada', 'firmado', 'firmado', 'enviado'])
    expect((await signWith(await tokenOf(carla), { text: 'Carla' })).status).toBe(200)
    expect(statesOf(await read(request))).toEqual(['completada', 'firmado', 'firmado', 'firmado'])
    expect((await detailsOf(office.usuario, document)).signatures).toMatchObject({ count: 3 })
    expect(simpleOf(await verify(document)).toSorted()).toEqual(['Ana', 'Beto', 'Carla'])
  })

  it('needs a seal that may still sign, and is made once the office has another', async () => {
    const { document } = await createCase(office.usuario)
    expect((await giveSeal({ notAfter: new Date(office.server.deps.clock().getTime() + 60_000) })).status).toBe(200)
    const ana = person('Ana', { code: false })
    const request = await bodyOf<SigningRequest>(await ask([document], [ana]), 201)
    const token = await tokenOf(ana)
    office.server.advance(90_000)
    const expired = await expectProblem(await signWith(token, { text: 'Ana' }), 400, 'office_seal_needed')
    expect(expired.detail).toContain('venció')
    expect(statesOf(await read(request))).toEqual(['enviada', 'enviado'])
    await office.gestor.call(`${api}/office_seal/`, { method: 'DELETE' })
    await expectProblem(await signWith(token, { text: 'Ana' }), 400, 'office_seal_needed')
    expect((await giveSeal()).status).toBe(200)
    expect((await signWith(token, { text: 'Ana' })).status).toBe(200)
    expect(statesOf(await read(request))).toEqual(['completada', 'firmado'])
  })

  it('is not for those who sign by certificate, and theirs is not for these', async () => {
    const { document } = await createCase(office.usuario)
    const ana = person('Ana', { rol: 'firma' })
    await bodyOf(await ask([document], [ana]), 201)
    await expectProblem(await signWith(await tokenOf(ana), { text: 'Ana' }), 400, 'request_closed')
  })
})
