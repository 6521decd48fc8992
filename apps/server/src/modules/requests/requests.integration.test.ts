import type { RecipientView } from '@foja/contracts/recipients'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import type { TestCertificate } from '@foja/testing/ca'
import { runValidator } from '@foja/testing/signing'
import { constants, randomUUID, sign as signBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/create-id'
import { bodyOf, createCase, createPath, expectProblem, pdfFile, type Caller } from '../../../test/office.ts'
import { startMailOffice } from '../../../test/mail.ts'
import { giveSigner, testAuthority } from '../../../test/people.ts'
import { detailsOf, download, sign } from '../../../test/signing.ts'
import { followRequests } from './follow-requests.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

const api = '/api/v1'
type Id = { id_documento: string }
type Recipient = { nombre: string; email: string; rol: 'firma' | 'aprueba' | 'copia'; turno?: number } & Record<
  string,
  unknown
>

let people = 0
/** A recipient with an address of their own. */
const person = (nombre: string, more: Partial<Recipient> = {}): Recipient => {
  people += 1
  return { nombre, email: `${nombre.toLowerCase()}.${people}@cliente.example`, rol: 'firma', ...more }
}
const certificateOf = (commonName: string, more: object = {}) =>
  testAuthority().issue({ commonName, keyType: 'p256', ...more })

const ask = async (caller: Caller, documents: readonly Id[], recipients: readonly Recipient[], more: object = {}) =>
  await caller.post(`${api}/create_signing_request/`, {
    documents: documents.map(({ id_documento }) => ({ id_documento })),
    recipients,
    ...more,
  })
const asked = async (...args: Parameters<typeof ask>) => await bodyOf<SigningRequest>(await ask(...args), 201)
const read = async (caller: Caller, { id }: { id: string }) =>
  await caller.read<SigningRequest>(`${api}/details_signing_request/${id}/`)
const statesOf = (request: SigningRequest) => [request.status, ...request.recipients.map(({ status }) => status)]

/** The messages to an address, oldest first, after the due jobs ran. */
async function mailTo(address: string) {
  await office.deliver()
  return office.smtp.messages.filter(({ to }) => to.includes(address)).map(({ mail }) => ({ text: mail.text ?? '' }))
}
/** The token in the newest message to an address. */
async function tokenOf({ email }: Recipient): Promise<string> {
  const text = (await mailTo(email)).at(-1)!.text
  return /\/pedido\?p=([\w-]{43})/.exec(text)![1]!
}

const asRecipient = async (token: string, method: string, path: string, body?: object) =>
  await fetch(new URL(`${api}/${path}/`, office.server.origin), {
    method,
    headers: { 'x-recipient': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const view = async (token: string) =>
  await bodyOf<RecipientView>(await asRecipient(token, 'GET', 'recipient_request'), 200)

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const prepare = async (token: string, { id_documento }: Id, by: TestCertificate) =>
  await asRecipient(token, 'POST', 'recipient_prepare', {
    id_documento,
    certificate: base64(by.certificate),
    chain: by.chain.map(base64),
  })
async function complete(token: string, prepared: Response, { privateKey }: TestCertificate): Promise<Response> {
  const { id_preparacion, signed_attributes, hash } = await bodyOf<Record<string, string>>(prepared, 200)
  const key = { key: privateKey, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const signature = base64(signBytes(hash, Buffer.from(signed_attributes!, 'base64'), key))
  return await asRecipient(token, 'POST', 'recipient_complete', { id_preparacion, signature })
}
const signAs = async (token: string, document: Id, by: TestCertificate) =>
  await bodyOf<{ status: string; document: { version: number } }>(
    await complete(token, await prepare(token, document, by), by),
    200,
  )

async function expectSignatures(document: Id, names: readonly string[]): Promise<void> {
  const pdf = await download(office.admin, document)
  const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
  if (pdfsig !== null) {
    expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(names.length)
    for (const name of names) expect(pdfsig.output).toContain(name)
  }
  expect((await detailsOf(office.admin, document)).signatures).toMatchObject({ count: names.length })
}

/** A case file of one request with two documents. */
async function createPair(caller: Caller) {
  const solicitudes = [{ id_solicitud: createId(), description: [{}, {}] }]
  const body = { id_solicitud_main: createId(), solicitudes }
  const main = await bodyOf<SolicitudMain>(
    await caller.upload(createPath, [pdfFile('a.pdf'), pdfFile('b.pdf')], body),
    201,
  )
  return { main, documents: main.solicitudes[0]!.description }
}

describe('a signing request', () => {
  it('asks turn by turn, is signed by each with their own certificate, and ends with the last act', async () => {
    const { main, document } = await createCase(office.usuario)
    const listed = async () =>
      (await office.usuario.read<SolicitudMain[]>(`${api}/get_list_solicitud_main_type2/`)).find(
        ({ id_solicitud_main }) => id_solicitud_main === main.id_solicitud_main,
      )?.pedidos
    const [ana, beto, carla, dora] = [
      person('Ana', { turno: 1 }),
      person('Beto', { turno: 1 }),
      person('Carla', { turno: 2, rol: 'aprueba' }),
      person('Dora', { rol: 'copia' }),
    ]
    const request = await asked(office.usuario, [document], [ana, beto, carla, dora], { mensaje: 'Con gusto' })
    expect(statesOf(request)).toEqual(['enviada', 'enviado', 'enviado', 'en_espera', 'en_espera'])
    const [first, second] = [await tokenOf(ana), await tokenOf(beto)]
    expect(await mailTo(carla.email)).toEqual([])
    const seen = await view(first)
    expect(seen).toMatchObject({
      mensaje: 'Con gusto',
      asked_by: 'Úrsula Usuaria',
      recipient: { nombre: 'Ana', rol: 'firma' },
    })
    expect(seen.acts).toEqual(['read', 'sign', 'decline'])
    expect(seen.others.map(({ nombre, status }) => [nombre, status])).toEqual([
      ['Beto', 'enviado'],
      ['Carla', 'en_espera'],
    ])
    const page = await fetch(new URL(seen.documents[0]!.images.pages[0]!.url, office.server.origin))
    expect(page.status).toBe(200)
    // Prepared at the same time: the later one is prepared again upon the newest version.
    const [byAna, byBeto] = [certificateOf('Ana Ácuña'), certificateOf('Beto Ñaupari')]
    const early = await prepare(second, document, byBeto)
    expect((await signAs(first, document, byAna)).status).toBe('firmado')
    await expectProblem(await complete(second, early, byBeto), 400, 'stale_document')
    expect((await signAs(second, document, byBeto)).status).toBe('firmado')
    await expectProblem(await prepare(second, document, byBeto), 400, 'request_closed')
    expect(await listed()).toEqual({ firmas: { hechos: 2, total: 3 }, documentos: null })
    const third = await tokenOf(carla)
    expect(await mailTo(dora.email)).toEqual([])
    expect(await bodyOf(await asRecipient(third, 'POST', 'recipient_approve'), 200)).toEqual({ status: 'aprobado' })
    const done = await read(office.usuario, request)
    expect(statesOf(done)).toEqual(['completada', 'firmado', 'firmado', 'aprobado', 'enviado'])
    expect(await listed()).toEqual({ firmas: null, documentos: null })
    expect(done.actions).toEqual([])
    await expectSignatures(document, ['Ana', 'Beto'])
    // Everyone gets a link to the copies.
    for (const one of [ana, beto, carla, dora]) {
      const copies = await view(await tokenOf(one))
      expect(copies.acts).toEqual(['read', 'download'])
      const file = await fetch(new URL(copies.documents[0]!.download_url, office.server.origin))
      expect(Buffer.from(await file.arrayBuffer()).equals(await download(office.admin, document))).toBe(true)
    }
    const history = await office.usuario.read<{ events: { action: string }[]; intact: boolean }>(
      `${api}/history/${document.id_documento}/`,
    )
    expect(history.intact).toBe(true)
    expect(history.events.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'signing_request.sent',
        'recipient.seen',
        'recipient.signed',
        'signing_request.completed',
      ]),
    )
  })

  it('with several documents is signed when the last one is', async () => {
    const { documents: all } = await createPair(office.usuario)
    const eva = person('Eva')
    const request = await asked(office.usuario, all, [eva])
    const token = await tokenOf(eva)
    const by = certificateOf('Eva Íñiguez')
    expect((await signAs(token, all[0]!, by)).status).toBe('enviado')
    expect((await view(token)).documents.map(({ signed }) => signed)).toEqual([true, false])
    expect((await signAs(token, all[1]!, by)).status).toBe('firmado')
    expect((await read(office.usuario, request)).status).toBe('completada')
  })

  it('is declined with a reason: it ends, and the sender and those who acted are notified', async () => {
    const { document } = await createCase(office.usuario)
    const [fe, gil, ida] = [person('Fe'), person('Gil'), person('Ida', { turno: 2 })]
    const request = await asked(office.usuario, [document], [fe, gil, ida])
    await signAs(await tokenOf(fe), document, certificateOf('Fe Ñúñez'))
    const token = await tokenOf(gil)
    const motivo = 'El monto no es el acordado'
    expect(await bodyOf(await asRecipient(token, 'POST', 'recipient_decline', { motivo }), 200)).toEqual({
      status: 'rechazado',
    })
    const ended = await read(office.usuario, request)
    expect(statesOf(ended)).toEqual(['rechazada', 'firmado', 'rechazado', 'anulado'])
    expect(ended.recipients[1]!.motivo).toBe(motivo)
    await expectProblem(await asRecipient(token, 'GET', 'recipient_request'), 404, 'not_found')
    expect((await mailTo(fe.email)).at(-1)!.text).toContain('no firm')
    expect((await mailTo(office.usuario.email)).at(-1)!.text).toContain('no es el acordado')
    expect(await mailTo(ida.email)).toEqual([])
  })

  it('is passed on where the sender allows it; the old link no longer opens', async () => {
    const { document } = await createCase(office.usuario)
    const [hugo, iris] = [person('Hugo'), person('Iris')]
    const to = { nombre: 'Iris', email: iris.email, motivo: 'Es quien representa' }
    const strict = await asked(office.usuario, [document], [hugo])
    await expectProblem(await asRecipient(await tokenOf(hugo), 'POST', 'recipient_delegate', to), 400, 'request_closed')
    await bodyOf(
      await office.usuario.post(`${api}/cancel_signing_request/`, { id: strict.id, motivo: 'Otra vez' }),
      200,
    )
    const request = await asked(office.usuario, [document], [hugo], { allow_delegation: true })
    const token = await tokenOf(hugo)
    expect((await view(token)).acts).toContain('delegate')
    await bodyOf(await asRecipient(token, 'POST', 'recipient_delegate', to), 200)
    await expectProblem(await asRecipient(token, 'GET', 'recipient_request'), 404, 'not_found')
    await signAs(await tokenOf(iris), document, certificateOf('Iris Zúñiga'))
    const done = await read(office.usuario, request)
    expect(done.status).toBe('completada')
    expect(done.recipients.map(({ nombre, status, delegated_from }) => [nombre, status, delegated_from])).toEqual([
      ['Hugo', 'delegado', null],
      ['Iris', 'firmado', 'Hugo'],
    ])
  })

  it('refuses a certificate of another person before anything is written', async () => {
    const { document } = await createCase(office.usuario)
    const juan = person('Juan', { identificacion: '171234567-8', must_match: true })
    await asked(office.usuario, [document], [juan])
    const token = await tokenOf(juan)
    expect((await view(token)).recipient.identificacion).toBe('171234567-8')
    const other = certificateOf('Juan Otro', { serialNumber: '1799999999' })
    await expectProblem(await prepare(token, document, other), 400, 'identification_differs')
    const prepared = office.server.deps.db
      .selectFrom('prepared_signing')
      .where('id_documento', '=', document.id_documento)
    expect(await prepared.select('id').execute()).toEqual([])
    expect((await detailsOf(office.usuario, document)).version).toBe(1)
    await signAs(token, document, certificateOf('Juan Ñ', { serialNumber: 'IDCEC-1712345678' }))
  })

  it('keeps others from changing its documents while it runs', async () => {
    const { documents, main } = await createPair(office.usuario)
    const document = documents[0]!
    await giveSigner(office.usuario, 'Úrsula Usuaria')
    const request = await asked(office.usuario, [document], [person('Katia')])
    await expectProblem(await sign(office.usuario, document), 400, 'document_requested')
    const bin = await office.usuario.send('DELETE', `${api}/delete_document/`, { id_documento: document.id_documento })
    await expectProblem(bin, 400, 'document_requested')
    await expectProblem(
      await office.usuario.send('DELETE', `${api}/delete_solicitud/`, { id_solicitud_main: main.id_solicitud_main }),
      400,
      'document_requested',
    )
    await expectProblem(await ask(office.usuario, [document], [person('Luz')]), 400, 'document_requested')
    await bodyOf(await office.usuario.post(`${api}/cancel_signing_request/`, { id: request.id, motivo: 'Ya no' }), 200)
    await bodyOf(await sign(office.usuario, document), 200)
  })

  it('is made once for a key, may be kept as a draft, and is checked before', async () => {
    const { document } = await createCase(office.usuario)
    const mia = person('Mia')
    const more = { key: randomUUID(), send: false, titulo: 'Arriendo' }
    const draft = await asked(office.usuario, [document], [mia], more)
    expect((await asked(office.usuario, [document], [mia], more)).id).toBe(draft.id)
    expect(statesOf(draft)).toEqual(['borrador', 'en_espera'])
    expect(await mailTo(mia.email)).toEqual([])
    expect(
      statesOf(await bodyOf(await office.usuario.post(`${api}/send_signing_request/`, { id: draft.id }), 200)),
    ).toEqual(['enviada', 'enviado'])
    await expectProblem(
      await office.usuario.post(`${api}/send_signing_request/`, { id: draft.id }),
      400,
      'request_closed',
    )
    const { document: loose } = await createCase(office.usuario)
    await expectProblem(await ask(office.usuario, [document, loose], [mia]), 400, 'documents_apart')
    await expectProblem(
      await ask(office.usuario, [loose], [person('Nora', { rol: 'copia' })]),
      400,
      'recipients_missing',
    )
    await expectProblem(await ask(office.usuario, [loose], [mia, mia]), 400, 'recipient_repeated')
    const past = { expires_at: new Date(Date.now() - 1000).toISOString() }
    await expectProblem(await ask(office.usuario, [loose], [person('Nel')], past), 400, 'date_in_past')
    const late = { expires_at: new Date(Date.now() + 200 * 24 * 3_600_000).toISOString() }
    await expectProblem(await ask(office.usuario, [loose], [person('Nel')], late), 400, 'request_term_too_long')
    await expectProblem(
      await ask(office.usuario, [loose], [person('Nel', { must_match: true })]),
      400,
      'validation_failed',
    )
  })
})

describe('a link', () => {
  it('given by the sender says so; a corrected address gets another one', async () => {
    const { document } = await createCase(office.usuario)
    const oto = person('Oto')
    const request = await asked(office.usuario, [document], [oto])
    const id_recipient = request.recipients[0]!.id
    const before = await tokenOf(oto)
    const { url } = await bodyOf<{ url: string }>(
      await office.usuario.post(`${api}/recipient_link/`, { id_recipient }),
      200,
    )
    expect(new URL(url).searchParams.get('p')).toBe(before)
    expect((await read(office.usuario, request)).recipients[0]!.channel).toBe('enlace')
    const email = 'oto.nuevo@cliente.example'
    await bodyOf(await office.usuario.post(`${api}/update_recipient/`, { id_recipient, email }), 200)
    await expectProblem(await asRecipient(before, 'GET', 'recipient_request'), 404, 'not_found')
    const after = await tokenOf({ ...oto, email })
    expect((await view(after)).recipient.email).toBe(email)
    expect((await read(office.usuario, request)).recipients[0]!.channel).toBe('email')
  })

  it('to an address that the mail server refuses says so until it is corrected', async () => {
    const { document } = await createCase(office.usuario)
    const uma = person('Uma')
    office.smtp.behaviour.recipient = (address) =>
      address === uma.email ? { code: 550, text: 'no such user' } : undefined
    const request = await asked(office.usuario, [document], [uma])
    expect((await read(office.usuario, request)).recipients[0]!.mail_status).toBe('queued')
    await office.deliver()
    const lost = (await read(office.usuario, request)).recipients[0]!
    expect(lost).toMatchObject({ status: 'enviado', mail_status: 'failed' })
    const email = 'uma.nueva@cliente.example'
    await bodyOf(await office.usuario.post(`${api}/update_recipient/`, { id_recipient: lost.id, email }), 200)
    await office.deliver()
    delete office.smtp.behaviour.recipient
    expect((await read(office.usuario, request)).recipients[0]!.mail_status).toBe('sent')
  })

  it('opens nothing of another request, without a session of the browser and after the end', async () => {
    const { document } = await createCase(office.usuario)
    const { document: other } = await createCase(office.usuario)
    const [paz, queta] = [person('Paz'), person('Queta')]
    await asked(office.usuario, [document], [paz])
    const second = await asked(office.usuario, [other], [queta])
    const token = await tokenOf(paz)
    await expectProblem(await prepare(token, other, certificateOf('Paz')), 404, 'not_found')
    await expectProblem(await asRecipient('A'.repeat(43), 'GET', 'recipient_request'), 404, 'not_found')
    await expectProblem(await asRecipient('', 'GET', 'recipient_request'), 404, 'not_found')
    await expectProblem(await office.admin.call(`${api}/recipient_request/`), 404, 'not_found')
    const link = (await view(await tokenOf(queta))).documents[0]!.download_url
    expect((await fetch(new URL(link, office.server.origin))).status).toBe(200)
    await bodyOf(
      await office.usuario.post(`${api}/cancel_signing_request/`, { id: second.id, motivo: 'Se anula' }),
      200,
    )
    expect((await fetch(new URL(link, office.server.origin))).status).toBe(404)
    expect((await mailTo(queta.email)).at(-1)!.text).toContain('Se anula')
  })

  it('is for the author and staff to manage; others find no request', async () => {
    const { document } = await createCase(office.usuario)
    const request = await asked(office.usuario, [document], [person('Rosa')])
    expect(statesOf(await read(office.gestor, request))[0]).toBe('enviada')
    await expectProblem(await office.ajeno.call(`${api}/details_signing_request/${request.id}/`), 404, 'not_found')
    await expectProblem(await ask(office.ajeno, [document], [person('Sol')]), 404, 'not_found')
    const listed = async (caller: Caller, query: string) =>
      (await caller.read<{ results: SigningRequest[] }>(`${api}/list_signing_requests/?${query}`)).results.map(
        ({ id }) => id,
      )
    expect(await listed(office.usuario, `id_documento=${document.id_documento}`)).toEqual([request.id])
    expect(await listed(office.gestor, 'q=rosa')).toContain(request.id)
    expect(await listed(office.gestor, 'q=osa')).not.toContain(request.id)
    expect(await listed(office.ajeno, '')).not.toContain(request.id)
  })
})

describe('time', () => {
  it('ends a request once, and reminds those who have not acted', async () => {
    const { document } = await createCase(office.usuario)
    const tere = person('Tere')
    const expires_at = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString()
    const request = await asked(office.usuario, [document], [tere], { remind_every_days: 1, expires_at })
    const token = await tokenOf(tere)
    const { db } = office.server.deps
    const ago = new Date(Date.now() - 25 * 3_600_000)
    await db.updateTable('recipient').set({ sent_at: ago }).where('id_request', '=', request.id).execute()
    await followRequests(office.server.deps)
    await followRequests(office.server.deps)
    expect((await mailTo(tere.email)).map(({ text }) => text.includes('espera tu firma'))).toEqual([false, true])
    const past = new Date(Date.now() - 1000)
    await db.updateTable('request').set({ expires_at: past }).where('id', '=', request.id).execute()
    await expectProblem(await asRecipient(token, 'GET', 'recipient_request'), 404, 'not_found')
    await followRequests(office.server.deps)
    await followRequests(office.server.deps)
    expect(statesOf(await read(office.usuario, request))).toEqual(['vencida', 'vencido'])
    const told = (await mailTo(office.usuario.email)).filter(({ text }) => text.includes('faltan firmas'))
    expect(told).toHaveLength(1)
  })
})
