import type { EventAction } from '@foja/contracts/events'
import type { Document } from '@foja/contracts/documents'
import type { OpenDatabase } from '@foja/db/database-port'
import { randomUUID } from 'node:crypto'
import { emailPath } from '../mail.ts'
import { bodyOf, pdfFile, type Caller } from '../office.ts'
import { fieldOf, fill, makeTemplate } from '../templates.ts'
import type { FreeDocument } from './crashed-requests.ts'

/** One acknowledged act: the answer of `path` contains `text`, and one event `action` is about `about`. */
type Act = { kind: string; path: string; text: string; action: EventAction; about: string }

const api = '/api/v1'

async function addUser(caller: Caller): Promise<Act> {
  const email = `${randomUUID()}@crash.example`
  const body = { email, nombre: 'Una Persona', role: 'mediador' }
  const { id } = await bodyOf<{ id: string }>(await caller.post(`${api}/create_user/`, body), 201)
  return { kind: 'user', path: `${api}/list_users/?q=${email}`, text: id, action: 'user.created', about: id }
}

async function share(caller: Caller, { document }: FreeDocument): Promise<Act> {
  const answer = await caller.post(`${api}/create_share_document/`, { id_documento: document, key: randomUUID() })
  const { id } = await bodyOf<{ id: string }>(answer, 201)
  return { kind: 'share', path: `${api}/list_share/${document}/`, text: id, action: 'share.created', about: document }
}

async function mail(caller: Caller, { document }: FreeDocument): Promise<Act> {
  const body = { id_documento: document, to: ['ana@cliente.example'], as: 'attachment' }
  const { id_envio } = await bodyOf<{ id_envio: string }>(await caller.post(emailPath, body), 200)
  const path = `${api}/list_email/${document}/`
  return { kind: 'email', path, text: id_envio, action: 'email.queued', about: document }
}

async function send(caller: Caller, { solicitud }: FreeDocument): Promise<Act> {
  const body = { id_solicitud: solicitud, fecha_agendada: new Date(Date.now() + 7 * 86_400_000).toISOString() }
  await bodyOf(await caller.post(`${api}/send_solicitud/`, body), 200)
  const path = `${api}/details_solicitud/${solicitud}/`
  return { kind: 'step', path, text: '"status":"agendado"', action: 'solicitud.sent', about: solicitud }
}

async function upload(caller: Caller, { solicitud }: FreeDocument): Promise<Act> {
  const data = { id_solicitud: solicitud, key: randomUUID() }
  const answer = await caller.upload(`${api}/upload_document/`, [pdfFile('anexo.pdf')], data)
  const { documents } = await bodyOf<{ documents: Document[] }>(answer, 201)
  const id = documents[0]!.id_documento
  return { kind: 'upload', path: `${api}/details_document/${id}/`, text: id, action: 'document.uploaded', about: id }
}

async function fillTemplate(caller: Caller, { solicitud }: FreeDocument, template: string): Promise<Act> {
  const more = { id_solicitud: solicitud, key: randomUUID() }
  const answer = await fill(caller, template, { text: 'Rocío' }, more)
  const { id_documento: id } = await bodyOf<Document>(answer, 201)
  return { kind: 'fill', path: `${api}/details_document/${id}/`, text: id, action: 'document.filled', about: id }
}

const kinds = [addUser, share, mail, send, upload, fillTemplate]

/** Single acts over servers that are killed: each is there with its event, once. */
export class CrashedActs {
  readonly #acts: Act[] = []
  /** How many acts the last checks found. */
  #confirmed = 0
  #next = 0
  #template = ''

  get count(): number {
    return this.#acts.length
  }

  copy(): CrashedActs {
    const copy = new CrashedActs()
    copy.#acts.push(...this.#acts)
    return copy
  }

  async prepare(caller: Caller): Promise<void> {
    this.#template = (await makeTemplate(caller, [fieldOf('text')])).id
  }

  /** One act of the next kind; throws when the server is killed. */
  async work(caller: Caller, free: FreeDocument): Promise<void> {
    this.#next += 1
    this.#acts.push(await kinds[this.#next % kinds.length]!(caller, free, this.#template))
  }

  /** Looks for the acts since the last check, or for all of them. */
  async problems(caller: Caller, whole: boolean): Promise<string[]> {
    const problems: string[] = []
    for (const { kind, path, text } of this.#acts.slice(whole ? 0 : this.#confirmed)) {
      const found = JSON.stringify(await caller.read(path)).includes(text)
      if (!found) problems.push(`${kind} ${text} is missing`)
    }
    this.#confirmed = this.#acts.length
    return problems
  }

  /** Looks for the event of each act, in the database of a stopped server. */
  async missingEvents({ kysely }: OpenDatabase): Promise<string[]> {
    const rows = await kysely.selectFrom('event').select(['action', 'id_documento', 'data']).execute()
    const told = Map.groupBy(
      rows.map(({ action, ...about }) => ({ action, about: JSON.stringify(about) })),
      ({ action }) => action,
    )
    return this.#acts.flatMap(({ kind, action, about }) => {
      const found = (told.get(action) ?? []).filter((one) => one.about.includes(about)).length
      return found === 1 ? [] : [`${kind} ${about} has ${found} events ${action}`]
    })
  }
}
