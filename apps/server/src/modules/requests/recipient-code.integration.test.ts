import type { CodeView, RecipientView } from '@foja/contracts/recipients'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { createId } from '@foja/contracts/create-id'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase, createPath, expectProblem, pdfFile } from '../../../test/office.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

type Pass = { pass: string | null; until: string }

const call = async (credential: string, method: string, path: string, body?: object) =>
  await fetch(new URL(`/api/v1/${path}/`, office.server.origin), {
    method,
    headers: { 'x-recipient': credential, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const type = async (token: string, code: string) => await call(token, 'POST', 'recipient_code', { code })

async function messagesTo(address: string): Promise<string[]> {
  await office.deliver()
  return office.smtp.messages.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '')
}
/** Asks for a code and reads it from the mail. */
async function codeOf(token: string, email: string): Promise<string> {
  expect((await bodyOf<Pass>(await call(token, 'POST', 'recipient_code', {}), 200)).pass).toBeNull()
  return /\b(\d{6})\b/.exec((await messagesTo(email)).at(-1)!)![1]!
}
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

let people = 0
async function askWithCode(rol = 'aprueba') {
  const { document } = await createCase(office.usuario)
  people += 1
  const email = `ana.${people}@cliente.example`
  const request = await bodyOf<SigningRequest>(
    await office.usuario.post('/api/v1/create_signing_request/', {
      documents: [{ id_documento: document.id_documento }],
      recipients: [{ nombre: 'Ana', email, rol, code: true }],
    }),
    201,
  )
  const token = /\/pedido\?p=([\w-]{43})/.exec((await messagesTo(email)).at(-1)!)![1]!
  return { document, request, email, token }
}

describe('a code from the mail of a recipient', () => {
  it('is needed before anything is shown or done, works once, and is in the history', async () => {
    const { request, email, token, document } = await askWithCode()
    const closed = await bodyOf<CodeView>(await call(token, 'GET', 'recipient_request'), 200)
    expect(closed).toMatchObject({ kind: 'codigo', email: expect.stringContaining('•••'), code_until: null })
    expect(JSON.stringify(closed)).not.toContain(document.nombre)
    const acts = [
      ['recipient_approve', undefined],
      ['recipient_decline', { motivo: 'No' }],
      ['recipient_delegate', { nombre: 'Eva', email: 'eva@cliente.example' }],
    ] as const
    for (const [path, body] of acts) {
      await expectProblem(await call(token, 'POST', path, body), 403, 'recipient_code_needed')
    }
    const code = await codeOf(token, email)
    const wrong = await expectProblem(await type(token, other(code)), 400, 'recipient_code_wrong')
    expect(wrong.detail).toContain('Te quedan 4 intentos')
    const { pass } = await bodyOf<Pass>(await type(token, code), 200)
    await expectProblem(await type(token, code), 400, 'recipient_code_ended')
    const credential = `${token}.${pass}`
    expect(await bodyOf<RecipientView>(await call(credential, 'GET', 'recipient_request'), 200)).toMatchObject({
      kind: 'firmas',
      recipient: { email },
    })
    expect((await call(credential, 'POST', 'recipient_approve')).status).toBe(200)
    // Copies need it too, in every browser of its own.
    expect((await bodyOf<CodeView>(await call(token, 'GET', 'recipient_request'), 200)).kind).toBe('codigo')
    const { db } = office.server.deps
    const events = await db.selectFrom('event').select(['action', 'data']).where('actor_label', '=', 'Ana').execute()
    const own = events.filter(({ data }) => (data as { id_pedido?: string }).id_pedido === request.id)
    expect(own.map(({ action }) => action)).toEqual([
      'recipient.code_confirmed',
      'recipient.seen',
      'recipient.approved',
    ])
  })

  it('goes out before other waiting messages', async () => {
    const { token } = await askWithCode()
    await bodyOf(await call(token, 'POST', 'recipient_code', {}), 200)
    expect(office.server.jobs.waiting('email').at(-1)!.options.priority).toBe(1)
    await office.deliver()
    const { document } = await createCase(office.usuario)
    const recipients = [{ nombre: 'Ana', email: 'ana@cliente.example', rol: 'aprueba' }]
    const body = { documents: [{ id_documento: document.id_documento }], recipients }
    await bodyOf(await office.usuario.post('/api/v1/create_signing_request/', body), 201)
    expect(office.server.jobs.waiting('email').at(-1)!.options.priority).toBe(0)
  })

  it('allows five tries, and another code replaces it; five codes in a row; another address ends all', async () => {
    const { email, token, request } = await askWithCode()
    const first = await codeOf(token, email)
    // All at once: none of them passes uncounted.
    const tries = await Promise.all([1, 2, 3, 4, 5, 6].map((by) => type(token, other(first, by))))
    const codes = await Promise.all(tries.map(async (answer) => (await bodyOf<{ code: string }>(answer, 400)).code))
    expect(codes.filter((one) => one === 'recipient_code_wrong')).toHaveLength(4)
    await expectProblem(await type(token, first), 400, 'recipient_code_ended')
    const second = await codeOf(token, email)
    const third = await codeOf(token, email)
    if (second !== third) await expectProblem(await type(token, second), 400, 'recipient_code_wrong')
    for (const _ of [4, 5]) await codeOf(token, email)
    await expectProblem(await call(token, 'POST', 'recipient_code', {}), 429, 'too_many_attempts')
    const moved = { id_recipient: request.recipients[0]!.id, email: `otra.${email}` }
    expect((await office.usuario.post('/api/v1/update_recipient/', moved)).status).toBe(200)
    await expectProblem(await call(token, 'GET', 'recipient_request'), 404, 'not_found')
  })

  it('stays out of what the office can read, and protects deliveries too', async () => {
    const main = { id_solicitud_main: createId(), solicitudes: [{ id_solicitud: createId(), description: [{}] }] }
    const made = await bodyOf<SolicitudMain>(await office.usuario.upload(createPath, [pdfFile()], main), 201)
    const asks = {
      id_solicitud: made.solicitudes[0]!.id_solicitud,
      recipients: [{ nombre: 'Joaquín', email: 'joaquin@cliente.example', code: true }],
      requirements: [{ nombre: 'Cédula' }],
    }
    const { recipients } = await bodyOf<{ recipients: object[] }>(
      await office.usuario.post('/api/v1/create_document_request/', asks),
      201,
    )
    expect(recipients).toMatchObject([{ code: true, code_at: null }])
    const token = /\/pedido\?p=([\w-]{43})/.exec((await messagesTo('joaquin@cliente.example')).at(-1)!)![1]!
    await expectProblem(await call(token, 'GET', 'recipient_receipt'), 403, 'recipient_code_needed')
    const code = await codeOf(token, 'joaquin@cliente.example')
    const { results } = await office.admin.read<{ results: { id_envio: string; subject: string }[] }>('/api/v1/outbox/')
    const letter = results.find(({ subject }) => subject.startsWith('Tu código'))!
    const shown = await office.admin.read<{ text: string; html: string }>(`/api/v1/details_email/${letter.id_envio}/`)
    expect(shown.text).toContain('••••••')
    expect(shown.text + shown.html).not.toContain(code)
    const { pass } = await bodyOf<Pass>(await type(token, code), 200)
    expect(
      await bodyOf<{ kind: string }>(await call(`${token}.${pass}`, 'GET', 'recipient_request'), 200),
    ).toMatchObject({
      kind: 'documentos',
    })
  })

  it.each(['held', 'failed'] as const)('counts as none while its message is %s', async (status) => {
    const { token, email } = await askWithCode()
    const untilOf = async () =>
      (await bodyOf<{ code_until: string | null }>(await call(token, 'GET', 'recipient_request'), 200)).code_until
    await codeOf(token, email)
    expect(await untilOf()).not.toBeNull()
    const { db } = office.server.deps
    await db
      .updateTable('email')
      .set({ status })
      .where('id_recipient', 'in', db.selectFrom('recipient').select('id').where('email', '=', email))
      .execute()
    expect(await untilOf()).toBeNull()
  })

  it('is refused for a link that needs none, and without a mail server', async () => {
    const { document } = await createCase(office.usuario)
    const recipients = [{ nombre: 'Eva', email: 'eva.sin@cliente.example', rol: 'aprueba' }]
    const body = { documents: [{ id_documento: document.id_documento }], recipients }
    await bodyOf(await office.usuario.post('/api/v1/create_signing_request/', body), 201)
    const token = /\/pedido\?p=([\w-]{43})/.exec((await messagesTo('eva.sin@cliente.example')).at(-1)!)![1]!
    await expectProblem(await call(token, 'POST', 'recipient_code', {}), 404, 'not_found')
    const { deps } = office.server
    const { mail } = deps
    deps.mail = null
    const coded = { ...body, recipients: recipients.map((one) => ({ ...one, code: true })) }
    await expectProblem(await office.usuario.post('/api/v1/create_signing_request/', coded), 400, 'code_needs_mail')
    deps.mail = mail
  })

  it('ends after ten minutes; its pass ends after twelve hours, and opens no other link', async () => {
    const [ana, beto] = [await askWithCode(), await askWithCode()]
    const late = await codeOf(ana.token, ana.email)
    office.server.advance(10 * 60_000)
    await expectProblem(await type(ana.token, late), 400, 'recipient_code_ended')
    const { pass } = await bodyOf<Pass>(await type(ana.token, await codeOf(ana.token, ana.email)), 200)
    const kindOf = async (credential: string) =>
      (await bodyOf<{ kind: string }>(await call(credential, 'GET', 'recipient_request'), 200)).kind
    expect(await kindOf(`${ana.token}.${pass}`)).toBe('firmas')
    expect(await kindOf(`${beto.token}.${pass}`)).toBe('codigo')
    const [until, mac] = pass!.split('.')
    expect(await kindOf(`${ana.token}.${until}0.${mac}`)).toBe('codigo')
    office.server.advance(12 * 3_600_000)
    expect(await kindOf(`${ana.token}.${pass}`)).toBe('codigo')
  })
})
