import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, createCase } from '../../../test/office.ts'
import { recipientToken } from './recipient-token.ts'

const office = await startMailOffice()
afterAll(() => office.close())
const { usuario, server } = office
const api = '/api/v1'

type Asked = { recipients: readonly { email: string }[] }

const named = (what: string, length: number) =>
  Array.from({ length }, (_, i) => ({ nombre: `${what} ${i}`, email: `${what}${i}@cliente.example` }))

const call = async (id: string, path: string, body?: FormData) =>
  await fetch(new URL(`${api}/${path}/`, server.origin), {
    method: 'POST',
    headers: { 'x-recipient': recipientToken(server.deps.keys, id, 1) },
    ...(body === undefined ? {} : { body }),
  })
const twice = async (act: () => Promise<Response>) => {
  const statuses = (await Promise.all([act(), act()])).map(({ status }) => status)
  return statuses.toSorted()
}

/** The addresses in the events of an action. */
async function eventsOf(action: 'recipient.approved' | 'recipient.delivered') {
  const rows = await server.deps.db.selectFrom('event').select('data').where('action', '=', action).execute()
  return rows.map(({ data }) => (data as { email: string }).email).toSorted()
}
const emailsOf = ({ recipients }: Asked) => recipients.map(({ email }) => email).toSorted()

it('fifty recipients act at once, each twice: every act is done once, and the end comes once', async () => {
  const { main, document } = await createCase(usuario)
  const { document: other } = await createCase(usuario)
  const askToApprove = async ({ id_documento }: { id_documento: string }, what: string, size: number) => {
    const recipients = named(what, size).map((one) => ({ ...one, rol: 'aprueba', turno: 1 }))
    const body = { documents: [{ id_documento }], recipients }
    return await bodyOf<SigningRequest>(await usuario.post(`${api}/create_signing_request/`, body), 201)
  }
  const signings = [await askToApprove(document, 'aprueba', 20), await askToApprove(other, 'tambien', 10)]
  const approvers = { recipients: signings.flatMap(({ recipients }) => recipients) }
  const delivery = await bodyOf<DocumentRequest>(
    await usuario.post(`${api}/create_document_request/`, {
      id_solicitud: main.solicitudes[0]!.id_solicitud,
      recipients: named('entrega', 20),
      requirements: [{ nombre: 'Cédula' }],
    }),
    201,
  )
  const deliver = async (id: string, index: number) => {
    const { id: id_requirement } = delivery.requirements.find(({ id_recipient }) => id_recipient === id)!
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(makePdf({ ballast: 8 * (index + 1) }))]), `${index}.pdf`)
    form.append('data', JSON.stringify({ id_requirement }))
    return await call(id, 'recipient_deliver', form)
  }
  const [approvals, deliveries] = await Promise.all([
    Promise.all(approvers.recipients.map(({ id }) => twice(() => call(id, 'recipient_approve')))),
    Promise.all(delivery.recipients.map(({ id }, index) => twice(() => deliver(id, index)))),
  ])
  expect(approvals).toEqual(approvers.recipients.map(() => [200, 400]))
  // The same file again adds nothing.
  expect(deliveries).toEqual(delivery.recipients.map(() => [200, 200]))

  for (const { id } of signings) {
    const { status, recipients } = await usuario.read<SigningRequest>(`${api}/details_signing_request/${id}/`)
    expect([status, ...new Set(recipients.map((one) => one.status))]).toEqual(['completada', 'aprobado'])
  }
  expect(await eventsOf('recipient.approved')).toEqual(emailsOf(approvers))
  const delivered = await usuario.read<DocumentRequest>(`${api}/details_document_request/${delivery.id}/`)
  expect(delivered.requirements.map(({ documents }) => documents.length)).toEqual(delivery.recipients.map(() => 1))
  expect(delivered.recipients.map(({ status }) => status)).toEqual(delivery.recipients.map(() => 'entregado'))
  expect(await eventsOf('recipient.delivered')).toEqual(emailsOf(delivery))

  const { events, intact } = await usuario.read<{ events: { action: string }[]; intact: boolean }>(
    `${api}/history/${main.id_solicitud_main}/`,
  )
  expect(intact).toBe(true)
  expect(events.filter(({ action }) => action === 'signing_request.completed')).toHaveLength(1)
  const { results } = await usuario.read<{ results: { kind: string }[] }>(`${api}/list_notifications/`)
  expect(results.filter(({ kind }) => kind === 'request.completed')).toHaveLength(2)
  // The request and the copies; the request alone.
  const rows = await server.deps.db.selectFrom('email').select('recipients').execute()
  const lettersTo = (email: string) =>
    rows.filter(({ recipients }) => JSON.stringify(recipients).includes(`"${email}"`)).length
  expect(emailsOf(approvers).map(lettersTo)).toEqual(approvers.recipients.map(() => 2))
  expect(emailsOf(delivery).map(lettersTo)).toEqual(delivery.recipients.map(() => 1))
})
