import type { DeliveryView, DocumentRequest } from '@foja/contracts/document-requests'
import type { SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import { makePdf } from '@foja/testing/pdfs'
import { hasValidator } from '@foja/testing/validators'
import { createId } from '@foja/contracts/create-id'
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../../test/mail.ts'
import { bodyOf, createCase, createPath, expectProblem, pdfFile, type Caller } from '../../../../test/office.ts'
import { followRequests } from '../follow-requests.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

const api = '/api/v1'
type Person = { nombre: string; email: string }
type Case = Awaited<ReturnType<typeof createCase>>

let people = 0
const person = (nombre: string): Person => {
  people += 1
  return { nombre, email: `${nombre.toLowerCase()}.${people}@cliente.example` }
}
const list = [
  { nombre: 'Cédula de identidad', ayuda: 'Los dos lados', max_files: 2 },
  { nombre: 'Rol de pagos' },
  { nombre: 'Carta', obligatorio: false },
]

const ask = async (caller: Caller, id_solicitud: string, recipients: readonly Person[], more: object = {}) =>
  await caller.post(`${api}/create_document_request/`, { id_solicitud, recipients, requirements: list, ...more })
const asked = async (...args: Parameters<typeof ask>) => await bodyOf<DocumentRequest>(await ask(...args), 201)
const solicitudOf = ({ main }: Case): string => main.solicitudes[0]!.id_solicitud
const read = async (caller: Caller, { id }: { id: string }) =>
  await caller.read<DocumentRequest>(`${api}/details_document_request/${id}/`)
const review = async (caller: Caller, id_requirement: string, motivo?: string) =>
  await caller.post(`${api}/review_requirement/`, {
    id_requirement,
    ...(motivo === undefined ? { status: 'aceptado' } : { status: 'observado', motivo }),
  })
const requirementOf = ({ requirements }: DocumentRequest, nombre: string) =>
  requirements.find((one) => one.nombre === nombre)!
const states = ({ status, recipients, requirements }: DocumentRequest) => [
  status,
  ...recipients.map((one) => one.status),
  ...requirements.map((one) => one.status),
]

async function mailTo(address: string) {
  await office.deliver()
  return office.smtp.messages.filter(({ to }) => to.includes(address)).map(({ mail }) => mail)
}
async function tokenOf({ email }: Person): Promise<string> {
  const text = (await mailTo(email)).at(-1)!.text ?? ''
  return /\/pedido\?p=([\w-]{43})/.exec(text)![1]!
}
const call = async (token: string, method: string, path: string, body?: FormData) =>
  await fetch(new URL(`${api}/${path}/`, office.server.origin), {
    method,
    headers: { 'x-recipient': token },
    ...(body === undefined ? {} : { body }),
  })
const view = async (token: string) => await bodyOf<DeliveryView>(await call(token, 'GET', 'recipient_request'), 200)

type Sent = { name: string; bytes: Uint8Array<ArrayBuffer> }
let files = 0
/** A PDF with content of its own. */
function fileOf(name: string): Sent {
  files += 1
  return { name, bytes: new Uint8Array(makePdf({ ballast: files * 8 })) }
}
async function deliver(token: string, id_requirement: string, ...files: Sent[]): Promise<Response> {
  const form = new FormData()
  for (const { name, bytes } of files) form.append('files', new Blob([bytes]), name)
  form.append('data', JSON.stringify({ id_requirement }))
  return await call(token, 'POST', 'recipient_deliver', form)
}
const delivered = async (...args: Parameters<typeof deliver>) => await bodyOf<DeliveryView>(await deliver(...args), 200)
const idOf = ({ requirements }: DeliveryView, nombre: string) => requirements.find((one) => one.nombre === nombre)!.id

describe('a request for documents', () => {
  it('is delivered item by item, returned once, and complete with the last acceptance', async () => {
    const made = await createCase(office.usuario)
    const ana = person('Ana')
    const request = await asked(office.usuario, solicitudOf(made), [ana], { mensaje: 'Con gusto' })
    expect(states(request)).toEqual(['abierta', 'enviado', 'pendiente', 'pendiente', 'pendiente'])
    const token = await tokenOf(ana)
    const seen = await view(token)
    expect(seen).toMatchObject({ kind: 'documentos', mensaje: 'Con gusto', may_deliver: true, delivered_at: null })
    expect(seen.requirements.map(({ nombre }) => nombre)).toEqual(list.map(({ nombre }) => nombre))

    const [front, back, pay] = [fileOf('anverso.pdf'), fileOf('reverso.pdf'), fileOf('rol.pdf')]
    const cedula = idOf(seen, 'Cédula de identidad')
    await delivered(token, cedula, front)
    // The same file again adds nothing.
    const half = await delivered(token, cedula, front, back)
    expect(half.requirements[0]).toMatchObject({ status: 'recibido', documents: [{ nombre: 'anverso.pdf' }, {}] })
    await expectProblem(await deliver(token, cedula, fileOf('otro.pdf')), 400, 'too_many_files')
    const cases = await office.usuario.read<SolicitudMain[]>('/api/v1/get_list_solicitud_main_type2/')
    expect(cases.find(({ id_solicitud_main }) => id_solicitud_main === made.main.id_solicitud_main)?.pedidos).toEqual({
      firmas: null,
      documentos: { hechos: 1, total: 2 },
    })
    const rol = idOf(seen, 'Rol de pagos')
    const all = await delivered(token, rol, pay)
    expect(all.left.files).toBe(27)
    expect(states(await read(office.usuario, request))[1]).toBe('entregado')
    const notices = await office.usuario.read<{ results: { kind: string }[] }>(`${api}/list_notifications/`)
    expect(notices.results.filter(({ kind }) => kind === 'documents.delivered')).toHaveLength(1)

    const returned = await bodyOf<DocumentRequest>(await review(office.usuario, rol, 'No se lee el total.'), 200)
    expect(states(returned)).toEqual(['abierta', 'visto', 'recibido', 'observado', 'pendiente'])
    const letter = (await mailTo(ana.email)).at(-1)!
    expect(letter.subject).toBe('Hay que corregir: Rol de pagos')
    expect(letter.text).toContain('No se lee el total.')
    await expectProblem(await review(office.usuario, rol), 400, 'request_closed')
    expect((await view(token)).requirements[1]).toMatchObject({ status: 'observado', documents: [] })

    await delivered(token, rol, fileOf('rol-claro.pdf'))
    const before = await office.usuario.read<SolicitudDetails>(`${api}/details_solicitud/${solicitudOf(made)}/`)
    await bodyOf(await review(office.usuario, cedula), 200)
    const done = await bodyOf<DocumentRequest>(await review(office.usuario, rol), 200)
    expect(states(done)).toEqual(['completa', 'entregado', 'aceptado', 'aceptado', 'pendiente'])
    const after = await office.usuario.read<SolicitudDetails>(`${api}/details_solicitud/${solicitudOf(made)}/`)
    const names = ({ description }: SolicitudDetails) => description.map(({ nombre }) => nombre)
    expect(names(after)).toEqual([...names(before), 'anverso.pdf', 'reverso.pdf', 'rol-claro.pdf'])
    expect((await mailTo(ana.email)).at(-1)!.subject).toContain('Recibimos todo')
    await expectProblem(await deliver(token, idOf(seen, 'Carta'), fileOf('carta.pdf')), 400, 'request_closed')

    // The receipt names every file, the returned one too.
    const receipt = Buffer.from(await (await call(token, 'GET', 'recipient_receipt')).arrayBuffer())
    if (hasValidator('pdftotext')) {
      const text = spawnSync('pdftotext', ['-', '-'], { input: receipt }).stdout.toString()
      for (const { name, bytes } of [front, back, pay]) {
        expect(text).toContain(name)
        expect(text.replaceAll(/\s/g, '')).toContain(createHash('sha256').update(bytes).digest('hex'))
      }
      expect(text).toContain('Devuelto para corregir')
    }
    const { events } = await office.usuario.read<{ events: { action: string }[] }>(
      `${api}/history/${made.main.id_solicitud_main}/`,
    )
    const actions = events.map(({ action }) => action)
    for (const action of [
      'document_request.sent',
      'recipient.delivered',
      'requirement.returned',
      'requirement.accepted',
    ])
      expect(actions).toContain(action)
    expect(actions.filter((action) => action === 'document_request.completed')).toHaveLength(1)
  })

  it('takes back what was delivered by mistake, and lets the office read it before it is reviewed', async () => {
    const made = await createCase(office.usuario)
    const ana = person('Ana')
    const request = await asked(office.usuario, solicitudOf(made), [ana])
    const token = await tokenOf(ana)
    const seen = await view(token)
    const sent = await delivered(token, idOf(seen, 'Rol de pagos'), fileOf('rol.pdf'))
    const file = sent.requirements[1]!.documents[0]!
    expect((await fetch(new URL(file.download_url, office.server.origin))).status).toBe(200)
    const { download_url } = requirementOf(await read(office.usuario, request), 'Rol de pagos').documents[0]!
    expect((await fetch(new URL(download_url, office.server.origin))).status).toBe(200)
    const pages = await office.usuario.read<{ paginas: number; pages: { url: string }[] }>(
      `${api}/delivered_pages/${file.id}/`,
    )
    expect((await fetch(new URL(pages.pages[0]!.url, office.server.origin))).status).toBe(200)
    const left = await bodyOf<DeliveryView>(await call(token, 'DELETE', `recipient_delivered/${file.id}`), 200)
    expect(left.requirements[1]).toMatchObject({ status: 'pendiente', documents: [] })
    expect((await fetch(new URL(download_url, office.server.origin))).status).toBe(404)
    await expectProblem(await call(token, 'DELETE', `recipient_delivered/${file.id}`), 404, 'not_found')
  })

  it('keeps recipients apart: no link reads or changes what is of another', async () => {
    const made = await createCase(office.usuario)
    const [ana, beto] = [person('Ana'), person('Beto')]
    const request = await asked(office.usuario, solicitudOf(made), [ana, beto])
    const [first, second] = [await tokenOf(ana), await tokenOf(beto)]
    const own = await view(first)
    const sent = await delivered(first, idOf(own, 'Rol de pagos'), fileOf('secreto.pdf'))
    const file = sent.requirements[1]!.documents[0]!
    expect(JSON.stringify(await view(second))).not.toContain('secreto')
    await expectProblem(await deliver(second, idOf(own, 'Rol de pagos'), fileOf('x.pdf')), 404, 'not_found')
    await expectProblem(await call(second, 'DELETE', `recipient_delivered/${file.id}`), 404, 'not_found')
    for (const caller of [office.colega, office.ajeno]) {
      expect((await review(caller, requirementOf(request, 'Rol de pagos').id)).status).toBeGreaterThanOrEqual(403)
      expect((await caller.call(`${api}/delivered_pages/${file.id}/`)).status).toBeGreaterThanOrEqual(403)
    }
    // A recipient of documents signs and approves nothing.
    await expectProblem(await call(first, 'POST', 'recipient_approve'), 404, 'not_found')
  })

  it('refuses kinds that were not asked for, more than a link takes, and a list without a required item', async () => {
    const made = await createCase(office.usuario)
    const ana = person('Ana')
    const requirements = [{ nombre: 'Foto', acepta: ['imagen'] }, ...list]
    await asked(office.usuario, solicitudOf(made), [ana], { requirements })
    const token = await tokenOf(ana)
    const seen = await view(token)
    await expectProblem(await deliver(token, idOf(seen, 'Foto'), fileOf('a.pdf')), 400, 'file_kind_not_asked')
    await expectProblem(
      await deliver(token, idOf(seen, 'Foto'), { name: 'a.jpg', bytes: Buffer.from('no picture') }),
      400,
      'file_type_not_allowed',
    )
    const { db } = office.server.deps
    const id_requirement = idOf(seen, 'Rol de pagos')
    const row = { id_requirement, nombre: 'x', mime: 'application/pdf', blob_key: 'x', size: 1, sha256: 'a'.repeat(64) }
    const rows = Array.from({ length: 30 }, () => ({
      ...row,
      id: randomUUID(),
      inspected: '{}',
      delivered_at: new Date(),
      returned_at: new Date(),
    }))
    await db.insertInto('delivered_file').values(rows).execute()
    await expectProblem(await deliver(token, id_requirement, fileOf('a.pdf')), 400, 'delivery_full')
    const optional = [{ nombre: 'Carta', obligatorio: false }]
    const refused = await ask(office.usuario, solicitudOf(made), [ana], { requirements: optional })
    await expectProblem(refused, 400, 'validation_failed')
  })

  it('ends with its term, is cancelled with a reason, and keeps its case file from the recycle bin', async () => {
    const made = await createCase(office.usuario)
    const [ana, beto] = [person('Ana'), person('Beto')]
    const request = await asked(office.usuario, solicitudOf(made), [ana], {
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const token = await tokenOf(ana)
    const refused = await office.usuario.send('DELETE', `${api}/delete_solicitud/`, {
      id_solicitud_main: made.main.id_solicitud_main,
    })
    await expectProblem(refused, 400, 'case_requested')
    const { db } = office.server.deps
    await db
      .updateTable('request')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', request.id)
      .execute()
    await followRequests(office.server.deps)
    expect(states(await read(office.usuario, request)).slice(0, 2)).toEqual(['vencida', 'vencido'])
    await expectProblem(await call(token, 'GET', 'recipient_request'), 404, 'not_found')

    const next = await asked(office.usuario, solicitudOf(made), [beto])
    const body = { id: next.id, motivo: 'Ya los tenemos' }
    const cancelled = await bodyOf<DocumentRequest>(
      await office.usuario.post(`${api}/cancel_document_request/`, body),
      200,
    )
    expect(cancelled).toMatchObject({ status: 'anulada', motivo: 'Ya los tenemos', actions: [] })
    expect((await mailTo(beto.email)).at(-1)!.text).toContain('Ya los tenemos')
  })

  it('keeps what was not accepted for 30 days after the end, and then no longer', async () => {
    const made = await createCase(office.usuario)
    const ana = person('Ana')
    const request = await asked(office.usuario, solicitudOf(made), [ana])
    const token = await tokenOf(ana)
    const sent = await delivered(token, idOf(await view(token), 'Rol de pagos'), fileOf('rol.pdf'))
    const { id } = sent.requirements[1]!.documents[0]!
    await bodyOf(await office.usuario.post(`${api}/cancel_document_request/`, { id: request.id, motivo: 'Ya no' }), 200)
    const { db } = office.server.deps
    const isThere = async () =>
      (await db.selectFrom('delivered_file').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
    const after = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
    await sweepDeliveries(db, after(29))
    expect(await isThere()).toBe(true)
    await sweepDeliveries(db, after(31))
    expect(await isThere()).toBe(false)
  })

  it('offers the last list of the same type, asks once for a key, and manages recipients as signing requests do', async () => {
    const solicitudes = [{ id_solicitud: createId(), tipo: 'laboral', description: [{}] }]
    const upload = { id_solicitud_main: createId(), solicitudes }
    const main = await bodyOf<SolicitudMain>(await office.usuario.upload(createPath, [pdfFile('a.pdf')], upload), 201)
    const [{ id_solicitud }] = main.solicitudes as [SolicitudMain['solicitudes'][number]]
    const ana = person('Ana')
    const key = randomUUID()
    const made = await asked(office.usuario, id_solicitud, [ana], { key })
    expect((await asked(office.usuario, id_solicitud, [ana], { key })).id).toBe(made.id)
    const offered = await office.usuario.read<{ requirements: { nombre: string }[] }>(
      `${api}/request_checklist/${id_solicitud}/`,
    )
    expect(offered.requirements.map(({ nombre }) => nombre)).toEqual(list.map(({ nombre }) => nombre))

    const [{ id }] = made.recipients as [DocumentRequest['recipients'][number]]
    const old = await tokenOf(ana)
    const email = person('Ana').email
    const moved = await bodyOf<DocumentRequest>(
      await office.usuario.post(`${api}/update_recipient/`, { id_recipient: id, email }),
      200,
    )
    expect(moved.recipients[0]).toMatchObject({ email, status: 'enviado' })
    await expectProblem(await call(old, 'GET', 'recipient_request'), 404, 'not_found')
    const { url } = await bodyOf<{ url: string }>(
      await office.usuario.post(`${api}/recipient_link/`, { id_recipient: id }),
      200,
    )
    await view(new URL(url).searchParams.get('p')!)
    const reminded = await office.usuario.post(`${api}/remind_recipient/`, { id_recipient: id })
    expect((await bodyOf<DocumentRequest>(reminded, 200)).recipients[0]!.channel).toBe('enlace')
    const page = await office.usuario.read<{ results: DocumentRequest[] }>(
      `${api}/list_document_requests/?q=${encodeURIComponent(email)}&status=abierta`,
    )
    expect(page.results.map((one) => one.id)).toEqual([made.id])
  })
})
