import type { Convocation } from '@foja/contracts/convocations'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { DocumentDetails } from '@foja/contracts/documents'
import type { Email } from '@foja/contracts/emails'
import type { Event, EventAction } from '@foja/contracts/events'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { makePdf } from '@foja/testing/pdfs'
import { randomInt, randomUUID, sign as signBytes } from 'node:crypto'
import { bodyOf, type Caller } from '../office.ts'
import { testAuthority } from '../people.ts'

const api = '/api/v1'
const paths = { firmas: 'signing_request', documentos: 'document_request' } as const
type Kind = keyof typeof paths
type AnyRequest = SigningRequest | DocumentRequest

/** A document that no request or signature has, with its places. */
export type FreeDocument = { document: string; solicitud: string; main: string }

/** What a server acknowledged of a request: its last state, and the acts, each of which is one event. */
type Acknowledged = { kind: Kind; main: string; status: AnyRequest['status']; acts: EventAction[] }

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** A person of one request: no other message goes to their address. */
const person = (nombre: string) => ({ nombre, email: `${randomUUID()}@pedido.example` })

/** How far a state is: an act that was not acknowledged may have been done. */
const stageOf = (status: AnyRequest['status']) =>
  status === 'borrador' ? 0 : status === 'enviada' || status === 'abierta' ? 1 : 2

/** Requests for signatures and for documents over servers that are killed. */
export class CrashedRequests {
  readonly #requests = new Map<string, Acknowledged>()
  /** Acknowledged deliveries: digests by request. */
  readonly #delivered = new Map<string, string>()
  /** Requests, convocations and signed documents that a check has read: nothing is done to them after a kill. */
  readonly #checked = new Set<string>()
  /** Delivered files that are not documents, by request: they are stored without a version. */
  readonly #waiting = new Map<string, string[]>()
  /** Acknowledged signatures, as `version:digest` by document. */
  readonly #signed = new Map<string, string>()
  /** Acknowledged convocations, with the acts on them. */
  readonly #convened = new Map<string, { solicitud: string; main: string; acts: EventAction[] }>()
  #signer: ReturnType<ReturnType<typeof testAuthority>['issue']> | undefined
  #turn = 0
  /** Messages that a check has read, by id. */
  readonly #mails = new Map<string, string>()
  acts = 0

  get waitingFiles(): string[] {
    return [...this.#waiting.values()].flat()
  }

  copy(): CrashedRequests {
    const copy = new CrashedRequests()
    for (const [id, acknowledged] of this.#requests) copy.#requests.set(id, acknowledged)
    for (const [id, digest] of this.#delivered) copy.#delivered.set(id, digest)
    for (const [document, signed] of this.#signed) copy.#signed.set(document, signed)
    for (const [id, one] of this.#convened) copy.#convened.set(id, { ...one, acts: [...one.acts] })
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

  /** Goes through the acts of all kinds of requests in turn; throws when the server is killed. */
  async work(caller: Caller, free: FreeDocument): Promise<void> {
    this.#turn += 1
    if (this.#turn % 2 === 0) {
      await this.#askForApproval(caller, free)
      await this.#askForDocuments(caller, free)
    } else {
      await this.#askForSignature(caller, free)
      await this.#convene(caller, free)
    }
  }

  async #link(caller: Caller, { recipients }: { recipients: readonly { id: string }[] }): Promise<string> {
    const answer = await caller.post(`${api}/recipient_link/`, { id_recipient: recipients.at(-1)!.id })
    const { url } = await bodyOf<{ url: string }>(answer, 200)
    return new URL(url).searchParams.get('p')!
  }

  async #asRecipient(caller: Caller, token: string, path: string, body?: FormData | object): Promise<Response> {
    const headers = { 'x-recipient': token }
    if (body !== undefined && !(body instanceof FormData)) return await caller.post(`${api}/${path}/`, body, headers)
    return await caller.call(`${api}/${path}/`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
  }

  async #cancel(caller: Caller, kind: Kind, main: string, id: string): Promise<void> {
    const answer = await caller.post(`${api}/cancel_${paths[kind]}/`, { id, motivo: 'Ya no hace falta' })
    this.#acknowledge(kind, main, await bodyOf<AnyRequest>(answer, 200), `${paths[kind]}.cancelled`)
  }

  async #askForApproval(caller: Caller, { document, main }: FreeDocument): Promise<void> {
    const recipients = [{ ...person('Ana'), rol: 'aprueba' }]
    const body = { documents: [{ id_documento: document }], recipients, send: false }
    const made = await caller.post(`${api}/create_signing_request/`, body)
    const draft = await bodyOf<SigningRequest>(made, 201)
    this.#acknowledge('firmas', main, draft, 'signing_request.created')
    const again = await caller.post(`${api}/create_signing_request/`, { ...body, replaces: draft.id })
    this.#acknowledge('firmas', main, await bodyOf<SigningRequest>(again, 201), 'signing_request.changed')
    const sent = await bodyOf<SigningRequest>(await caller.post(`${api}/send_signing_request/`, { id: draft.id }), 200)
    this.#acknowledge('firmas', main, sent, 'signing_request.sent')
    if (randomInt(2) === 0) return await this.#cancel(caller, 'firmas', main, sent.id)
    await bodyOf(await this.#asRecipient(caller, await this.#link(caller, sent), 'recipient_approve'), 200)
    this.#acknowledge('firmas', main, { id: sent.id, status: 'completada' }, 'recipient.approved')
  }

  /** A recipient signs with a certificate of their own, half of them in the place of another. */
  async #askForSignature(caller: Caller, { document, main }: FreeDocument): Promise<void> {
    const recipients = [{ ...person('Carla'), rol: 'firma' }]
    const body = { documents: [{ id_documento: document }], recipients, allow_delegation: true }
    const sent = await bodyOf<SigningRequest>(await caller.post(`${api}/create_signing_request/`, body), 201)
    this.#acknowledge('firmas', main, sent, 'signing_request.sent')
    let token = await this.#link(caller, sent)
    if (randomInt(2) === 0) {
      await bodyOf(await this.#asRecipient(caller, token, 'recipient_delegate', person('Dora')), 200)
      this.#acknowledge('firmas', main, sent, 'recipient.delegated')
      token = await this.#link(caller, await this.#read(caller, 'firmas', sent.id))
    }
    const signer = (this.#signer ??= testAuthority().issue({ commonName: 'Firma Ñusta', keyType: 'p256' }))
    const certificates = { certificate: base64(signer.certificate), chain: signer.chain.map(base64) }
    const asked = { id_documento: document, ...certificates }
    const prepared = await this.#asRecipient(caller, token, 'recipient_prepare', asked)
    const { id_preparacion, signed_attributes, hash } = await bodyOf<Record<string, string>>(prepared, 200)
    const signature = base64(signBytes(hash, Buffer.from(signed_attributes!, 'base64'), signer.privateKey))
    const done = await this.#asRecipient(caller, token, 'recipient_complete', { id_preparacion, signature })
    const { document: made } = await bodyOf<{ document: { version: number; sha256: string } }>(done, 200)
    this.#acknowledge('firmas', main, { id: sent.id, status: 'completada' }, 'recipient.signed')
    this.#signed.set(document, `${made.version}:${made.sha256}`)
  }

  /** A party of a case is convened to its appointment and answers. */
  async #convene(caller: Caller, { solicitud, main }: FreeDocument): Promise<void> {
    const { version } = await caller.read<SolicitudDetails>(`${api}/details_solicitud/${solicitud}/`)
    const partes = [{ ...person('Elsa'), rol: 'parte' }]
    const change = { id_solicitud: solicitud, version, partes }
    await bodyOf(await caller.post(`${api}/update_solicitud_type/`, change), 200)
    const fecha_agendada = new Date(Date.now() + 7 * 86_400_000).toISOString()
    await bodyOf(await caller.post(`${api}/send_solicitud/`, { id_solicitud: solicitud, fecha_agendada }), 200)
    const made = await caller.post(`${api}/convene_parties/`, { id_solicitud: solicitud })
    const { convocation } = await bodyOf<Convocation>(made, 201)
    const acts: EventAction[] = ['convocation.sent']
    this.#convened.set(convocation!.id, { solicitud, main, acts })
    this.acts += 1
    const token = await this.#link(caller, convocation!)
    await bodyOf(await this.#asRecipient(caller, token, 'recipient_answer', { answer: 'confirma' }), 200)
    acts.push('recipient.answered')
    this.acts += 1
  }

  async #askForDocuments(caller: Caller, { solicitud, main }: FreeDocument): Promise<void> {
    const recipients = [person('Beto')]
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
    if (whole) {
      this.#checked.clear()
      this.#mails.clear()
    }
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
      const places = recipients.filter((one) => one.status !== 'delegado')
      const isDone = places.every((one) => one.status === 'aprobado' || one.status === 'firmado')
      if (places.length !== 1) problems.push(`request ${id} has ${places.length} recipients for one place`)
      if (isDone !== (status === 'completada')) problems.push(`request ${id} is ${status}`)
    }
    for (const { id } of [...deliveries, ...signings]) this.#checked.add(id)
    problems.push(...(await this.#lostSignatures(caller)), ...(await this.#lostAnswers(caller)))
    return [...problems, ...(await this.#repeatedMail(caller))]
  }

  async #lostSignatures(caller: Caller): Promise<string[]> {
    const problems: string[] = []
    for (const [document, signed] of this.#signed) {
      if (this.#checked.has(document)) continue
      this.#checked.add(document)
      const { versions } = await caller.read<DocumentDetails>(`${api}/details_document/${document}/`)
      if (!versions.some(({ version, sha256 }) => `${version}:${sha256}` === signed))
        problems.push(`signature of a recipient in ${document} is missing`)
    }
    return problems
  }

  async #lostAnswers(caller: Caller): Promise<string[]> {
    const problems: string[] = []
    for (const [id, { solicitud, main, acts }] of this.#convened) {
      if (this.#checked.has(id)) continue
      this.#checked.add(id)
      const { convocation } = await caller.read<Convocation>(`${api}/details_convocation/${solicitud}/`)
      const answers = convocation?.id === id ? convocation.recipients.map(({ answer }) => answer) : []
      if (acts.includes('recipient.answered') && answers.join() !== 'confirma')
        problems.push(`answer to convocation ${id} is missing`)
      problems.push(...(await this.#lostEvents(caller, main, id, acts)))
    }
    return problems
  }

  /** Messages to the same recipient about the same: each goes out once, also when the act that caused it is repeated. */
  async #repeatedMail(caller: Caller): Promise<string[]> {
    const seen = new Set(this.#mails.values())
    const problems: string[] = []
    let before = ''
    for (;;) {
      const path = `${api}/outbox/${before === '' ? '' : `?before=${encodeURIComponent(before)}`}`
      const { results, next } = await caller.read<{ results: Email[]; next: string | null }>(path)
      const unread = results.filter(({ id_envio: id }) => !this.#mails.has(id))
      for (const { id_envio, to, subject } of unread) {
        const message = `${to.join()} ${subject}`
        this.#mails.set(id_envio, message)
        if (!to.some((address) => address.endsWith('@pedido.example'))) continue
        if (seen.has(message)) problems.push(`sent twice: ${message}`)
        seen.add(message)
      }
      // The newest come first.
      if (next === null || unread.length === 0) return problems
      before = next
    }
  }

  /** Acknowledged acts that are not in the history of their case file, once each. */
  async #lostEvents(caller: Caller, main: string, id: string, acts: readonly EventAction[]): Promise<string[]> {
    const { events } = await caller.read<{ events: Event[] }>(`${api}/history/${main}/`)
    return acts.flatMap((act) => {
      const found = events.filter(({ action, data }) => action === act && data['id_pedido'] === id).length
      return found === 1 ? [] : [`request ${id} has ${found} events ${act}`]
    })
  }

  /** Acts of a request that were acknowledged and are not there. */
  async #lost(caller: Caller, { id, ...now }: AnyRequest, { main, status, acts }: Acknowledged): Promise<string[]> {
    const problems: string[] = []
    const [is, was] = [stageOf(now.status), stageOf(status)]
    if (is < was || (was === 2 && now.status !== status)) problems.push(`request ${id} is ${now.status}, was ${status}`)
    return [...problems, ...(await this.#lostEvents(caller, main, id, acts))]
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
