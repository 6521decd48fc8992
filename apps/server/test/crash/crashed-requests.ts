import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { Event, EventAction } from '@foja/contracts/events'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { makePdf } from '@foja/testing/pdfs'
import { randomInt } from 'node:crypto'
import { bodyOf, type Caller } from '../office.ts'

const api = '/api/v1'
const paths = { firmas: 'signing_request', documentos: 'document_request' } as const
type Kind = keyof typeof paths
type AnyRequest = SigningRequest | DocumentRequest

/** A document that no request or signature has, with its places. */
export type FreeDocument = { document: string; solicitud: string; main: string }

/** What a server acknowledged of a request: its last state, and the acts, each of which is one event. */
type Acknowledged = { kind: Kind; main: string; status: AnyRequest['status']; acts: EventAction[] }

/** How far a state is: an act that was not acknowledged may have been done. */
const stageOf = (status: AnyRequest['status']) =>
  status === 'borrador' ? 0 : status === 'enviada' || status === 'abierta' ? 1 : 2

/** Requests for signatures and for documents over servers that are killed. */
export class CrashedRequests {
  readonly #requests = new Map<string, Acknowledged>()
  /** Acknowledged deliveries: digests by request. */
  readonly #delivered = new Map<string, string>()
  /** Requests that a check has read: nothing is done to them after a kill. */
  readonly #checked = new Set<string>()
  /** Delivered files that are not documents, by request: they are stored without a version. */
  readonly #waiting = new Map<string, string[]>()
  acts = 0

  get waitingFiles(): string[] {
    return [...this.#waiting.values()].flat()
  }

  copy(): CrashedRequests {
    const copy = new CrashedRequests()
    for (const [id, acknowledged] of this.#requests) copy.#requests.set(id, acknowledged)
    for (const [id, digest] of this.#delivered) copy.#delivered.set(id, digest)
    copy.acts = this.acts
    return copy
  }

  #acknowledge(
    kind: Kind,
    main: string,
    { id, status }: { id: string; status: AnyRequest['status'] },
    act: EventAction,
  ) {
    const acts = [...(this.#requests.get(id)?.acts ?? []), act]
    this.#requests.set(id, { kind, main, status, acts })
    this.acts += 1
  }

  /** Goes through the acts of both kinds of requests; throws when the server is killed. */
  async work(caller: Caller, free: FreeDocument): Promise<void> {
    await this.#askForApproval(caller, free)
    await this.#askForDocuments(caller, free)
  }

  async #link(caller: Caller, { recipients }: AnyRequest): Promise<string> {
    const answer = await caller.post(`${api}/recipient_link/`, { id_recipient: recipients[0]!.id })
    const { url } = await bodyOf<{ url: string }>(answer, 200)
    return new URL(url).searchParams.get('p')!
  }

  async #asRecipient(caller: Caller, token: string, path: string, body?: FormData): Promise<Response> {
    const init = { method: 'POST', headers: { 'x-recipient': token }, ...(body === undefined ? {} : { body }) }
    return await caller.call(`${api}/${path}/`, init)
  }

  async #cancel(caller: Caller, kind: Kind, main: string, id: string): Promise<void> {
    const answer = await caller.post(`${api}/cancel_${paths[kind]}/`, { id, motivo: 'Ya no hace falta' })
    this.#acknowledge(kind, main, await bodyOf<AnyRequest>(answer, 200), `${paths[kind]}.cancelled`)
  }

  async #askForApproval(caller: Caller, { document, main }: FreeDocument): Promise<void> {
    const recipients = [{ nombre: 'Ana', email: 'ana@cliente.example', rol: 'aprueba' }]
    const body = { documents: [{ id_documento: document }], recipients, send: false }
    const made = await caller.post(`${api}/create_signing_request/`, body)
    const draft = await bodyOf<SigningRequest>(made, 201)
    this.#acknowledge('firmas', main, draft, 'signing_request.created')
    const sent = await bodyOf<SigningRequest>(await caller.post(`${api}/send_signing_request/`, { id: draft.id }), 200)
    this.#acknowledge('firmas', main, sent, 'signing_request.sent')
    if (randomInt(2) === 0) return await this.#cancel(caller, 'firmas', main, sent.id)
    await bodyOf(await this.#asRecipient(caller, await this.#link(caller, sent), 'recipient_approve'), 200)
    this.#acknowledge('firmas', main, { id: sent.id, status: 'completada' }, 'recipient.approved')
  }

  async #askForDocuments(caller: Caller, { solicitud, main }: FreeDocument): Promise<void> {
    const recipients = [{ nombre: 'Beto', email: 'beto@cliente.example' }]
    const body = { id_solicitud: solicitud, recipients, requirements: [{ nombre: 'Cédula' }] }
    const made = await caller.post(`${api}/create_document_request/`, body)
    const asked = await bodyOf<DocumentRequest>(made, 201)
    this.#acknowledge('documentos', main, asked, 'document_request.sent')
    const requirement = asked.requirements[0]!.id
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(makePdf({ ballast: randomInt(8, 100_000) }))]), 'cedula.pdf')
    form.append('data', JSON.stringify({ id_requirement: requirement }))
    await bodyOf(await this.#asRecipient(caller, await this.#link(caller, asked), 'recipient_deliver', form), 200)
    this.#acknowledge('documentos', main, asked, 'recipient.delivered')
    const { requirements } = await this.#read(caller, 'documentos', asked.id)
    this.#delivered.set(asked.id, requirements[0]!.documents[0]!.sha256)
    if (randomInt(2) === 0) return await this.#cancel(caller, 'documentos', main, asked.id)
    const review = { id_requirement: requirement, status: 'aceptado' }
    const done = await bodyOf<DocumentRequest>(await caller.post(`${api}/review_requirement/`, review), 200)
    this.#acknowledge('documentos', main, done, 'requirement.accepted')
  }

  async #read(caller: Caller, kind: 'documentos', id: string): Promise<DocumentRequest>
  async #read(caller: Caller, kind: Kind, id: string): Promise<AnyRequest>
  async #read(caller: Caller, kind: Kind, id: string): Promise<AnyRequest> {
    return await caller.read<AnyRequest>(`${api}/details_${paths[kind]}/${id}/`)
  }

  /**
   * Problems of what was acknowledged, and of the requests themselves: complete exactly when everything is done. Unless
   * `whole`, without those that an earlier check has read.
   */
  async problems(caller: Caller, whole: boolean): Promise<string[]> {
    if (whole) this.#checked.clear()
    const problems: string[] = []
    for (const [id, acknowledged] of this.#requests) {
      if (this.#checked.has(id)) continue
      const now = await this.#read(caller, acknowledged.kind, id)
      problems.push(...(await this.#lost(caller, now, acknowledged)))
    }
    const [deliveries, signings] = [
      await this.#unread<DocumentRequest>(caller, 'documentos'),
      await this.#unread<SigningRequest>(caller, 'firmas'),
    ]
    for (const request of deliveries) {
      const isDone = request.requirements.every((one) => one.status === 'aceptado')
      if (isDone !== (request.status === 'completa')) problems.push(`request ${request.id} is ${request.status}`)
      const files = request.requirements.flatMap(({ documents }) => documents)
      const digest = this.#delivered.get(request.id)
      if (digest !== undefined && files.map(({ sha256 }) => sha256).join() !== digest)
        problems.push(`delivery of ${request.id} is missing`)
      const waiting = files.filter(({ id_documento }) => id_documento === null)
      this.#waiting.set(
        request.id,
        waiting.map(({ sha256 }) => sha256),
      )
    }
    for (const { id, status, recipients } of signings) {
      const isDone = recipients.every((one) => one.status === 'aprobado')
      if (isDone !== (status === 'completada')) problems.push(`request ${id} is ${status}`)
    }
    for (const { id } of [...deliveries, ...signings]) this.#checked.add(id)
    return problems
  }

  /** Acts of a request that were acknowledged and are not there. */
  async #lost(caller: Caller, { id, ...now }: AnyRequest, { main, status, acts }: Acknowledged): Promise<string[]> {
    const problems: string[] = []
    const [is, was] = [stageOf(now.status), stageOf(status)]
    if (is < was || (was === 2 && now.status !== status)) problems.push(`request ${id} is ${now.status}, was ${status}`)
    const { events } = await caller.read<{ events: Event[] }>(`${api}/history/${main}/`)
    for (const act of acts) {
      const found = events.filter(({ action, data }) => action === act && data['id_pedido'] === id).length
      if (found !== 1) problems.push(`request ${id} has ${found} events ${act}`)
    }
    return problems
  }

  /** The requests of a kind that no check has read: the newest come first. */
  async #unread<T extends AnyRequest>(caller: Caller, kind: Kind): Promise<T[]> {
    const all: T[] = []
    for (let page = 1; ; page += 1) {
      const { results } = await caller.read<{ results: T[] }>(`${api}/list_${paths[kind]}s/?page=${page}`)
      const unread = results.filter(({ id }) => !this.#checked.has(id))
      if (unread.length === 0) return all
      all.push(...unread)
    }
  }
}
