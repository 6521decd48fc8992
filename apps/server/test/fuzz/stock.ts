import type { PageImages } from '@foja/contracts/common'
import type { Document } from '@foja/contracts/documents'
import type { SentVerification } from '@foja/contracts/verification'
import { parseCertificate } from '@foja/pades/certificate'
import { createTestAuthority } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import type { PkiServices } from '@foja/testing/pki-services'
import { sign as signBytes } from 'node:crypto'
import { codeOf, tokenIn, type keepMail } from '../account.ts'
import type { Target } from '../access/targets.ts'
import { createAuthenticator, type CreationOptions } from '../authenticator.ts'
import { bodyOf, createCase, createPath, mainOf, pdfFile, type Caller, type TestFile } from '../office.ts'
import { passphrase, signerPath } from '../people.ts'
import { createUser } from '../people-calls.ts'
import { plainPng } from '../pictures.ts'
import { configure, download, position, sign, signedOf } from '../signing.ts'
import { fieldOf, makeTemplate } from '../templates.ts'
import { addCompany, addPerson, testPassword, type TestServer } from '../test-server.ts'
import type { Good, Stock } from './drafts.ts'

/** What all rounds share: the server, its mailbox and the certificate services. */
export type Surroundings = { server: TestServer; sent: ReturnType<typeof keepMail>['sent']; pki: PkiServices }

/** The callers that create the stock, by their sender name. */
export type Staff = Record<'gestor' | 'usuario' | 'con factor' | 'a medias', Caller>

const strong = 'tucán paralelo bisagra 47'
const otherAuthority = createTestAuthority({ keyType: 'p256' })
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const mailed = { to: ['ana@cliente.example'], as: 'attachment' }

/** Secrets of accounts: passwords, links of messages, codes of a second factor. */
async function accountGoods({ server, sent }: Surroundings, staff: Staff, target: Target): Promise<Stock> {
  const { gestor, 'con factor': whole, 'a medias': half } = staff
  const own = { current_password: testPassword }
  const invited = [await createUser(gestor), await createUser(gestor), await createUser(gestor)]
  await server.jobs.run(server.deps.clock())
  const tokens = invited.map(({ email }) => tokenIn(sent.find(({ to }) => to.includes(email))!.text))
  const begin = async (caller: Caller) =>
    await bodyOf<{ secret: string }>(await caller.post('/api/v1/begin_totp/', own), 200)
  const confirm = async (caller: Caller, code: string) =>
    await bodyOf<{ recovery_codes: string[] }>(await caller.post('/api/v1/confirm_totp/', { code }), 200)
  const { recovery_codes } = await confirm(whole, codeOf(server, (await begin(whole)).secret))
  const { secret } = await begin(half)
  const authenticator = createAuthenticator(server.deps.origin())
  /** A new passkey of `caller`, which the server does not know yet. */
  const passkeyOf = async (caller: Caller, proof: object) => {
    const begun = await caller.post('/api/v1/begin_passkey/', proof)
    return { nombre: 'Llave', passkey: authenticator.register(await bodyOf<CreationOptions>(begun, 200)).response }
  }
  const added = await whole.post(
    '/api/v1/confirm_passkey/',
    await passkeyOf(whole, { ...own, code: recovery_codes[8] }),
  )
  const { id: passkey } = await bodyOf<{ id: string }>(added, 200)
  const expires_at = new Date(server.deps.clock().getTime() + 30 * 24 * 3_600_000).toISOString()
  const apiKey = { ...own, nombre: 'Programa', scopes: ['cases:read'], expires_at }
  const withCode = (code: string): Good => ({ by: 'con factor', body: { ...own, code } })
  return {
    checkLink: tokens.map((token) => ({ body: { token } })),
    setPassword: tokens.slice(1).map((token) => ({ body: { token, password: strong } })),
    changePassword: [{ by: 'colega', body: { ...own, new_password: strong } }],
    changePasswordView: [{ by: 'gestor', id: target.person, body: { ...own, password: strong } }],
    // Neither has a second factor, which every owner of objects has.
    beginTotp: [{ by: 'mediador', body: own }],
    confirmTotp: [0, 30].map((ahead) => ({ by: 'a medias', body: { code: codeOf(server, secret, ahead) } })),
    renewRecoveryCodes: recovery_codes.slice(0, 4).map(withCode),
    removeTotp: recovery_codes.slice(4, 8).map(withCode),
    challengePasskey: [{ by: 'con factor', body: {} }],
    beginPasskey: [{ by: 'mediador', body: own }],
    confirmPasskey: [{ by: 'a medias', body: await passkeyOf(half, own) }],
    removePasskey: [{ by: 'con factor', id: passkey, body: { ...own, code: recovery_codes[9] } }],
    createApiKey: [
      { body: apiKey },
      { by: 'gestor', body: { ...apiKey, service: { role: 'mediador' }, networks: ['192.0.2.0/24'] } },
    ],
    inviteUser: invited.slice(0, 1).map(({ id }) => ({ by: 'gestor', id, body: {} })),
  }
}

async function caseOf(caller: Caller, count: number): Promise<Document[]> {
  const files = Array.from({ length: count }, (_, index) => pdfFile(`documento-${index}.pdf`))
  const { solicitudes } = await bodyOf<{ solicitudes: { description: Document[] }[] }>(
    await caller.upload(createPath, files, mainOf(count)),
    201,
  )
  return solicitudes.map(({ description }) => description[0]!)
}

/** Data for signing and verification: a key, a passphrase, a preparation, a signed document and its code. */
async function signingGoods({ pki }: Surroundings, { gestor }: Staff): Promise<Stock> {
  const issued = pki.issue({ keyType: 'p256', commonName: 'Gael Gestor Ñusta' })
  const key = { name: 'firma.p12', bytes: writeP12({ ...issued, passphrase }) }
  await bodyOf(await gestor.upload(signerPath, [key], { password: passphrase }), 200)
  await configure(gestor, { tsa_url: pki.tsaUrl })
  const [first, second, third, ...rest] = await caseOf(gestor, 5)
  const { code } = await signedOf(await sign(gestor, first!, { position }))
  const certificates = { certificate: base64(issued.certificate), chain: issued.chain.map(base64) }
  const prepared = await bodyOf<{ id_preparacion: string; signed_attributes: string; hash: string }>(
    await gestor.post('/api/v1/prepare_signing/', { id_documento: second!.id_documento, ...certificates }),
    200,
  )
  const value = signBytes(prepared.hash, Buffer.from(prepared.signed_attributes, 'base64'), issued.privateKey)
  const signed: TestFile = pdfFile('firmado.pdf', await download(gestor, first!))
  const sent = await bodyOf<SentVerification>(await gestor.upload('/api/v1/verify_document/', [signed]), 200)
  const settings = { level: 'B-B', hash: 'sha256', appearance: 'qr', repeat: 'once', tsa_username: null }
  const by = 'gestor'
  return {
    uploadSigner: [
      { by, files: [key], data: { password: passphrase } },
      { by, files: [key, { name: 'firma.png', bytes: plainPng(40, 20) }], data: { password: passphrase } },
    ],
    signatureImage: [{ by }],
    customPdfSigning: rest.map(({ id_documento }) => ({ by, body: { id_documento, password: passphrase } })),
    prepareSigning: [{ by, body: { id_documento: third!.id_documento, ...certificates } }],
    completeSigning: [{ by, body: { id_preparacion: prepared.id_preparacion, signature: base64(value) } }],
    preflightSigning: [{ by, body: { ids_documento: [third!.id_documento], ...certificates } }],
    extendSignatures: [{ by, body: { id_documento: first!.id_documento, level: 'B-LT' } }],
    changeSigningSettings: [{ by, body: { ...settings, tsa_url: pki.tsaUrl, tsa_policy: null } }],
    testTimestamp: [{ by }],
    verifyDocument: [{ by, body: { id_documento: first!.id_documento } }],
    verifyFile: [{ files: [signed] }],
    verifyPage: [{ id: sent.images!.handle }],
    verifyPageText: [{ id: sent.images!.handle }],
    verifyCode: [{ query: { codigo: code! } }],
    evidenceReport: [{ by, id: first!.id_documento }],
    trustIssuer: [
      {
        by,
        body: {
          id_documento: first!.id_documento,
          fingerprint: parseCertificate(pki.intermediate.certificate).fingerprint,
        },
      },
    ],
    uploadTrustAnchor: [{ by, files: [{ name: 'raíz.cer', bytes: otherAuthority.root.certificate }] }],
  }
}

/** Links to files, exported files, messages and batches in several states. */
async function paperGoods({ server }: Surroundings, { gestor, usuario }: Staff, target: Target): Promise<Stock> {
  const link = `/api/v1/get_document_share/?share=${target.shareToken}`
  const opened = await usuario.read<{ images: PageImages; download_url: string }>(link)
  const tokenOf = (url: string) => url.split('/').filter(Boolean).at(-1)!
  const given = await gestor.call(`/api/v1/export_template/${target.template}/`)
  const template = { name: 'plantilla.json', bytes: Buffer.from(await given.arrayBuffer()) }
  const send = async () =>
    await bodyOf<{ id_envio: string }>(
      await usuario.post('/api/v1/send_document_by_email/', { id_documento: target.document, ...mailed }),
      200,
    )
  const [waits, failed] = [await send(), await send()]
  await server.deps.db.updateTable('email').set({ status: 'failed' }).where('id', '=', failed.id_envio).execute()
  const rows = { id: target.template, key: crypto.randomUUID(), rows: [{}, {}] }
  const batch = await bodyOf<{ id: string }>(await usuario.post('/api/v1/fill_batch/', rows), 202)
  const picture = { name: 'logo.png', bytes: plainPng(40, 20) }
  return {
    pageImage: opened.images.pages.map(({ url }) => ({ id: tokenOf(url) })),
    pageText: opened.images.pages.map(({ url }) => ({ id: tokenOf(url) })),
    fileLink: [{ id: tokenOf(opened.download_url) }],
    importTemplate: [{ by: 'gestor', files: [template] }],
    retryEmail: [{ by: 'usuario', id: failed.id_envio, body: {} }],
    cancelEmail: [{ by: 'usuario', id: waits.id_envio, body: {} }],
    fillBatchZip: [{ by: 'usuario', id: target.batch }],
    detailsFillBatch: [{ by: 'usuario', id: target.batch }],
    cancelFillBatch: [{ by: 'usuario', id: batch.id }],
    uploadCompanyLogo: [{ by: 'gestor', id: target.company, files: [picture] }],
    createWebhook: [{ by: 'gestor', body: { url: 'https://programa.example/foja', events: ['document.signed'] } }],
    changeProvisioning: [
      { by: 'gestor', body: { enabled: true, group_roles: [{ group: 'mediadores', role: 'mediador' }] } },
    ],
    updateWebhook: [{ by: 'gestor', id: target.webhook, body: { url: 'https://127.0.0.1:1/x', activo: true } }],
  }
}

/** People in case files, each for one erasure. */
async function privacyGoods({ gestor }: Staff): Promise<Stock> {
  const emails = [1, 2, 3, 4].map(() => `${crypto.randomUUID()}@parte.example`)
  const data = mainOf(1)
  const solicitudes = data.solicitudes.map((one) => ({
    ...one,
    partes: emails.map((email) => ({ nombre: 'Parte', rol: 'Parte', email })),
  }))
  await bodyOf(await gestor.upload(createPath, [pdfFile()], { ...data, solicitudes }), 201)
  const by = 'gestor'
  const [first, ...rest] = emails
  return {
    readPersonalData: [{ by, query: { persona: first! } }],
    exportPersonalData: [{ by, query: { persona: first! } }],
    erasePersonalData: rest.map((persona) => ({ by, body: { persona, motivo: 'Lo pidió' } })),
  }
}

type Asked = { id: string; recipients: { id: string }[]; requirements?: { id: string }[] }

/** The tokens of a request, in the order of its recipients. */
async function tokensOf(caller: Caller, { recipients }: Asked): Promise<string[]> {
  const tokens: string[] = []
  for (const { id } of recipients) {
    const given = await caller.post('/api/v1/recipient_link/', { id_recipient: id })
    tokens.push(new URL((await bodyOf<{ url: string }>(given, 200)).url).searchParams.get('p')!)
  }
  return tokens
}

/** Links of people without an account, each with what it may be used for. */
async function recipientGoods({ server, pki }: Surroundings, { gestor }: Staff): Promise<Stock> {
  const { document, solicitud } = await createCase(gestor)
  const person = (nombre: string, rol: string, more: object = {}) => ({
    nombre,
    email: `${crypto.randomUUID()}@cliente.example`,
    rol,
    ...more,
  })
  const ask = async (kind: 'signing' | 'document', body: object) =>
    await bodyOf<Asked>(await gestor.post(`/api/v1/create_${kind}_request/`, body), 201)
  const signing = await ask('signing', {
    documents: [{ id_documento: document.id_documento }],
    recipients: [
      person('Firma', 'firma'),
      person('Aprueba', 'aprueba'),
      person('Pasa', 'aprueba'),
      person('Escribe', 'aprueba', { code: true }),
    ],
    allow_delegation: true,
  })
  const [signs, approves, passes, types] = await tokensOf(gestor, signing)
  const { document: declinable } = await createCase(gestor)
  const refused = await ask('signing', {
    documents: [{ id_documento: declinable.id_documento }],
    recipients: [person('Rechaza', 'aprueba')],
  })
  const [declines] = await tokensOf(gestor, refused)
  const seal = {
    name: 'sello.p12',
    bytes: writeP12({ ...pki.issue({ keyType: 'p256', commonName: 'Sello' }), passphrase }),
  }
  const sealed = { files: [seal], data: { password: passphrase } }
  await bodyOf(await gestor.upload('/api/v1/office_seal/', sealed.files, sealed.data), 200)
  const { document: drawable } = await createCase(gestor)
  const simple = await ask('signing', {
    documents: [{ id_documento: drawable.id_documento }],
    recipients: [person('Dibuja', 'firma_simple', { code: false })],
  })
  const [draws] = await tokensOf(gestor, simple)
  const form = await makeTemplate(gestor, [
    fieldOf('text', { key: 'nombre', required: true, filled_by: 'signature' }),
    fieldOf('signature', { y: 200, height: 60 }),
  ])
  const open = await bodyOf<Asked>(
    await gestor.post('/api/v1/request_from_template/', {
      id: form.id,
      data: {},
      recipients: [person('Llena', 'firma', { field: 'signature' })],
    }),
    201,
  )
  const [fills] = await tokensOf(gestor, open)
  /** A request of its own for an approval. */
  const approval = async (send: boolean) => {
    const { document: asked } = await createCase(gestor)
    const body = { documents: [{ id_documento: asked.id_documento }], recipients: [person('Espera', 'aprueba')], send }
    return { body, ...(await ask('signing', body)) }
  }
  const [waits, ends] = [await approval(true), await approval(true)]
  const [sends, changes, goes] = [await approval(false), await approval(false), await approval(false)]
  const words = { consent: true, language: 'es' }
  const deliveries = () => ({
    id_solicitud: solicitud.id_solicitud,
    recipients: [{ nombre: 'Entrega', email: `${crypto.randomUUID()}@cliente.example` }],
    requirements: [{ nombre: 'Cédula', max_files: 10 }],
  })
  const [delivering, reviewed, cancelled] = [
    await ask('document', deliveries()),
    await ask('document', deliveries()),
    await ask('document', deliveries()),
  ]
  const [delivers] = await tokensOf(gestor, delivering)
  const as = (token: string | undefined) => ({ headers: { 'x-recipient': token! } })
  const call = async (token: string | undefined, method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const json = body === undefined || isForm ? {} : { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    const headers = { 'x-recipient': token!, ...json }
    return await fetch(new URL(`/api/v1/${path}/`, server.origin), { method, headers, ...sent })
  }
  const itemOf = ({ requirements }: Asked) => ({ id_requirement: requirements![0]!.id })
  const data = itemOf(delivering)
  const deliver = async (token: string | undefined, request: Asked) => {
    const form = new FormData()
    form.set('data', JSON.stringify(itemOf(request)))
    form.set('files', new Blob([new Uint8Array(pdfFile().bytes)]), 'entregado.pdf')
    const answer = await call(token, 'POST', 'recipient_deliver', form)
    return await bodyOf<{ requirements: { documents: { id: string }[] }[] }>(answer, 200)
  }
  const delivered = await deliver(delivers, delivering)
  await deliver((await tokensOf(gestor, reviewed))[0], reviewed)
  const convened = await createCase(gestor)
  const { id_solicitud } = convened.solicitud
  const partes = [{ nombre: 'Convocada', rol: 'parte', email: `${crypto.randomUUID()}@cliente.example` }]
  const fecha_agendada = '2099-01-01T15:00:00.000Z'
  await bodyOf(await gestor.post('/api/v1/update_solicitud_type/', { id_solicitud, version: 1, partes }), 200)
  await bodyOf(await gestor.post('/api/v1/send_solicitud/', { id_solicitud, fecha_agendada }), 200)
  const { convocation } = await bodyOf<{ convocation: Asked }>(
    await gestor.post('/api/v1/convene_parties/', { id_solicitud }),
    201,
  )
  const [answers] = await tokensOf(gestor, convocation)
  const ofSender = { id_recipient: waits.recipients[0]!.id }
  const issued = pki.issue({ keyType: 'p256', commonName: 'Fidel Firma' })
  const certificates = { certificate: base64(issued.certificate), chain: issued.chain.map(base64) }
  const request = { id_documento: document.id_documento, ...certificates }
  const prepared = await bodyOf<{ id_preparacion: string; signed_attributes: string; hash: string }>(
    await call(signs, 'POST', 'recipient_prepare', request),
    200,
  )
  const value = signBytes(prepared.hash, Buffer.from(prepared.signed_attributes, 'base64'), issued.privateKey)
  return {
    recipientRequest: [signs, approves, delivers, answers, fills].map(as),
    recipientCode: [{ ...as(types), body: {} }],
    recipientFill: [{ ...as(fills), body: { data: { nombre: 'Llena' } } }],
    recipientPrepare: [{ ...as(signs), body: request }],
    recipientComplete: [{ ...as(signs), body: { id_preparacion: prepared.id_preparacion, signature: base64(value) } }],
    uploadOfficeSeal: [{ by: 'gestor', ...sealed }],
    recipientSignSimple: [
      { ...as(draws), body: { ...words, text: 'Dibuja' } },
      { ...as(draws), body: { ...words, image: base64(plainPng(40, 20)) } },
    ],
    recipientApprove: [as(approves)],
    recipientDecline: [{ ...as(declines), body: { motivo: 'No estoy de acuerdo' } }],
    recipientDelegate: [{ ...as(passes), body: { nombre: 'Beto', email: `${crypto.randomUUID()}@cliente.example` } }],
    recipientDeliver: [{ ...as(delivers), files: [pdfFile('más.pdf')], data }],
    recipientWithdraw: [{ ...as(delivers), id: delivered.requirements[0]!.documents[0]!.id }],
    recipientReceipt: [as(delivers)],
    recipientAnswer: [{ ...as(answers), body: { answer: 'no_asiste', motivo: 'Estoy de viaje' } }],
    conveneParties: [{ by: 'gestor', body: { id_solicitud } }],
    createSigningRequest: [
      { by: 'gestor', body: changes.body },
      { by: 'gestor', body: { ...changes.body, replaces: changes.id } },
    ],
    sendSigningRequest: [{ by: 'gestor', body: { id: sends.id } }],
    deleteSigningRequest: [{ by: 'gestor', id: goes.id }],
    cancelSigningRequest: [{ by: 'gestor', body: { id: ends.id, motivo: 'Ya no hace falta' } }],
    updateRecipient: [{ by: 'gestor', body: { ...ofSender, telefono: '099 123 4567' } }],
    recipientLink: [{ by: 'gestor', body: ofSender }],
    remindRecipient: [{ by: 'gestor', body: ofSender }],
    createDocumentRequest: [{ by: 'gestor', body: deliveries() }],
    reviewRequirement: [{ by: 'gestor', body: { ...itemOf(reviewed), status: 'aceptado' } }],
    cancelDocumentRequest: [{ by: 'gestor', body: { id: cancelled.id, motivo: 'Ya no hace falta' } }],
  }
}

/** Case files to delete and to restore. */
async function binGoods({ gestor }: Staff): Promise<Stock> {
  const [kept, deleted] = [await createCase(gestor), await createCase(gestor)].map(({ main }) => ({
    id_solicitud_main: main.id_solicitud_main,
  }))
  await bodyOf(await gestor.send('DELETE', '/api/v1/delete_solicitud/', deleted!), 200)
  return {
    deleteSolicitud: [{ by: 'gestor', body: { ...kept!, motivo: 'Se repitió' } }],
    restoreSolicitud: [{ by: 'gestor', body: deleted! }],
  }
}

/** Valid requests that no schema can generate, about objects created by `staff`; `target` belongs to `usuario`. */
export async function stockUp(around: Surroundings, staff: Staff, target: Target): Promise<Stock> {
  const { server } = around
  const empty = await addCompany(server, `Vacía ${crypto.randomUUID()}`)
  const email = `${crypto.randomUUID()}@foja.example`
  const leaver = await addPerson(server, { email, role: 'usuario', id_company: target.company })
  return {
    ...(await accountGoods(around, staff, target)),
    ...(await signingGoods(around, staff)),
    ...(await paperGoods(around, staff, target)),
    ...(await recipientGoods(around, staff)),
    ...(await binGoods(staff)),
    ...(await privacyGoods(staff)),
    retryJob: [{ by: 'admin', id: crypto.randomUUID() }],
    discardJob: [{ by: 'admin', id: crypto.randomUUID() }],
    readNotifications: [{ body: { until: '999999999' } }],
    removeCompany: [{ by: 'admin', id: empty }],
    removeUser: [{ by: 'gestor', id: leaver }],
  }
}
