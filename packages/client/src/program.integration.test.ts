// A program written from /api/docs and docs/programas.md alone: curl and the client, an API key, and no other part of
// Foja. The recipient is another program, with the link and the code from their mail.
import { execFile } from 'node:child_process'
import { constants, createHash, randomUUID, sign as signBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { giveKey } from '../../../apps/server/test/api-keys.ts'
import { startMailOffice } from '../../../apps/server/test/mail.ts'
import { testAuthority } from '../../../apps/server/test/people.ts'
import { trustRoot } from '../../../apps/server/test/signing.ts'
import { openReceiver } from '../../../apps/server/test/webhook-receiver.ts'
import { webhookExamples } from '../../../apps/server/src/http/api-page/webhook-examples.ts'
import { sendDue } from '../../../apps/server/src/modules/webhooks/send-delivery.ts'
import { createClient, createId } from './client.ts'

const office = await startMailOffice()
const receiver = await openReceiver()
const folder = await mkdtemp(join(tmpdir(), 'foja-program-'))
afterAll(async () => {
  await office.close()
  await rm(folder, { recursive: true })
})
await trustRoot(office.gestor)

const scopes = ['cases:write', 'documents:read', 'requests:read', 'requests:write'] as const
const { caller } = await giveKey(office.server, office.gestor.id, { scopes })
const [origin, key] = [office.server.origin, caller.token]
const foja = createClient({ origin, key })

/** Runs curl on a path of the API; returns its output. Rejects if the answer is an error. */
async function curl(path: string, ...args: string[]): Promise<string> {
  const all = ['--silent', '--show-error', '--fail-with-body', `${origin}${path}`, ...args]
  return (await promisify(execFile)('curl', all, { cwd: folder, maxBuffer: 2 ** 26 })).stdout
}
const authorized = ['--header', `Authorization: Bearer ${key}`]

/** The text of the newest message to an address. */
async function mailTo(email: string): Promise<string> {
  await office.deliver()
  return office.smtp.messages.filter(({ to }) => to.includes(email)).at(-1)?.mail.text ?? ''
}

/** A person without an account: opens the link of their mail, types the code and signs with their certificate. */
async function signAsRecipient(email: string, commonName: string): Promise<void> {
  const token = /\/pedido\?p=([\w-]{43})/.exec(await mailTo(email))![1]!
  const post = async (as: string, path: string, body: object) => {
    const headers = ['--header', `X-Recipient: ${as}`, '--header', 'Content-Type: application/json']
    const answer = await curl(`/api/v1/${path}/`, ...headers, '--data', JSON.stringify(body))
    return JSON.parse(answer) as Record<string, string>
  }
  await post(token, 'recipient_code', {})
  const code = /\b\d{6}\b/.exec(await mailTo(email))![0]
  const { pass } = await post(token, 'recipient_code', { code })
  const as = `${token}.${pass}`

  const headers = { 'x-recipient': as }
  const asked = await createClient({ origin }).call('GET', '/api/v1/recipient_request/', { headers })
  if (asked.kind !== 'firmas') throw new Error(`the link opens ${asked.kind}`)
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const own = testAuthority().issue({ commonName, serialNumber: 'IDCEC-1712345678', keyType: 'p256' })
  for (const { id_documento } of asked.documents) {
    const certificates = { certificate: base64(own.certificate), chain: own.chain.map(base64) }
    const prepared = await post(as, 'recipient_prepare', { id_documento, ...certificates })
    const secret = { key: own.privateKey, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    const signature = base64(signBytes(prepared['hash'], Buffer.from(prepared['signed_attributes']!, 'base64'), secret))
    await post(as, 'recipient_complete', { id_preparacion: prepared['id_preparacion']!, signature })
  }
}

type Message = { type: string; data: Record<string, string> }

/** Makes the webhook, as the gestor does in «API y webhooks»; returns its secret. */
async function addWebhook(): Promise<string> {
  const events = ['document.signed', 'recipient.signed', 'signing_request.completed']
  const made = await office.gestor.post('/api/v1/create_webhook/', { url: receiver.url, events })
  return ((await made.json()) as { secret: string }).secret
}

/** What the program received since the last time, checked by the example of the API page in Node.js. */
async function hear(secret: string): Promise<Message[]> {
  const { deps, jobs } = office.server
  await sendDue(deps, { signal: new AbortController().signal, log: jobs.log })
  await writeFile(join(folder, 'verify.mjs'), webhookExamples['Node.js'])
  type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean
  const { verify } = (await import(join(folder, 'verify.mjs'))) as { verify: Verify }
  return receiver.heard.splice(0).map(({ headers, body }) => {
    if (!verify(secret, headers, body)) throw new Error('the signature of the message is wrong')
    return JSON.parse(body) as Message
  })
}

describe('a program with an API key', () => {
  let id_solicitud = ''
  let id_documento = ''
  let id_request = ''
  let secret = ''
  const email = 'ana@cliente.example'

  it('makes a case file with a PDF, by curl', async () => {
    await writeFile(join(folder, 'contrato.pdf'), makePdf())
    const data = {
      id_solicitud_main: createId(),
      titulo: 'Arriendo del local 4',
      solicitudes: [{ id_solicitud: createId(), titulo: 'Arriendo del local 4', description: [{}] }],
    }
    const form = ['--form-string', `data=${JSON.stringify(data)}`, '--form', 'files=@contrato.pdf;type=application/pdf']
    const answer = await curl('/api/v1/list_solicitud_main_type/', ...authorized, ...form)
    type Made = { solicitudes: { id_solicitud: string; description: { id_documento: string }[] }[] }
    const made = JSON.parse(answer) as Made
    id_solicitud = made.solicitudes[0]!.id_solicitud
    id_documento = made.solicitudes[0]!.description[0]!.id_documento
    expect(id_solicitud).toBe(data.solicitudes[0]!.id_solicitud)
  })

  it('asks for a signature, by the client', async () => {
    secret = await addWebhook()
    const request = await foja.call('POST', '/api/v1/create_signing_request/', {
      body: {
        key: randomUUID(),
        documents: [{ id_documento }],
        recipients: [{ nombre: 'Ana Torres', email, rol: 'firma', code: true }],
      },
    })
    id_request = request.id
    expect(request).toMatchObject({ status: 'enviada', id_solicitud })
  })

  it('hears by webhook that the recipient has signed', async () => {
    expect(await hear(secret)).toEqual([])
    await signAsRecipient(email, 'Ana Torres')
    const heard = await hear(secret)
    expect(heard.map(({ type }) => type)).toEqual(['document.signed', 'recipient.signed', 'signing_request.completed'])
    const id = heard[2]!.data['id_pedido']!
    expect(id).toBe(id_request)
    const request = await foja.call('GET', '/api/v1/details_signing_request/{id}/', { params: { id } })
    expect(request).toMatchObject({ status: 'completada', recipients: [{ status: 'firmado' }] })
  })

  it('verifies the signature, by curl and by the client', async () => {
    const body = ['--header', 'Content-Type: application/json', '--data', JSON.stringify({ id_documento })]
    const byCurl = JSON.parse(await curl('/api/v1/verify_document/', ...authorized, ...body)) as object
    expect(byCurl).toMatchObject({
      summary: 'valid',
      signatures: [{ signer: { name: 'Ana Torres' }, integrity: true }],
    })
    const byClient = await foja.call('POST', '/api/v1/verify_document/', { body: { id_documento } })
    expect(byClient.signatures.map(({ explanation }) => explanation)).toEqual([expect.stringContaining('Ana Torres')])
  })

  it('downloads the signed document and its evidence', async () => {
    const params = { id: id_documento }
    const { sha256, nombre } = await foja.call('GET', '/api/v1/details_document/{id}/', { params })
    const file = await foja.call('GET', '/api/v1/download_document/{id}/', { params })
    const bytes = await file.bytes()
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(file.name).toBe(nombre)
    await curl(`/api/v1/download_document/${id_documento}/`, ...authorized, '--output', 'firmado.pdf')
    expect((await readFile(join(folder, 'firmado.pdf'))).equals(bytes)).toBe(true)
    const evidence = await foja.call('GET', '/api/v1/evidence_report/{id}/', { params })
    expect(
      Buffer.from(await evidence.bytes())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('learns what its key may do, and is refused the rest with a sentence', async () => {
    expect(await foja.keyScopes()).toEqual(scopes)
    const refused = foja.call('GET', '/api/v1/list_template/')
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'key_scope_missing' })
    await expect(refused).rejects.toThrow(/templates:read/)
  })
})
