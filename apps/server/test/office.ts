import type { Problem } from '@foja/contracts/problem'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/create-id'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect } from 'vitest'
import { problemTexts } from '../src/texts/problem-texts.ts'
import type { AppDeps } from '../src/deps.ts'
import { issueAccessToken } from '../src/modules/identity/session/access-token.ts'
import { addCompany, addPerson, startTestServer, type NewPerson, type TestServer } from './test-server.ts'

export type TestFile = { name: string; bytes: Uint8Array; type?: string }

const asBlob = ({ bytes, type }: TestFile) => new Blob([Uint8Array.from(bytes)], { type: type ?? '' })

/** A multipart body as a browser sends it; `dataFirst` puts the JSON before the files. */
export function formOf(files: TestFile[], data?: unknown, dataFirst = false): FormData {
  const form = new FormData()
  const addData = () => {
    if (data !== undefined) form.append('data', typeof data === 'string' ? data : JSON.stringify(data))
  }
  if (dataFirst) addData()
  for (const file of files) form.append('files', asBlob(file), file.name)
  if (!dataFirst) addData()
  return form
}

/** A user with a session, calling the API. A later access token may take the place of the first. */
export class Caller {
  readonly id: string
  readonly email: string
  token: string
  readonly #origin: string

  constructor(origin: string, id: string, email: string, token: string) {
    this.#origin = origin
    this.id = id
    this.email = email
    this.token = token
  }

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.token}`)
    return await fetch(new URL(path, this.#origin), { ...init, headers })
  }

  /** Sends `body` as JSON. */
  async send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const json = { 'content-type': 'application/json', ...headers }
    return await this.call(path, { method, headers: json, body: JSON.stringify(body) })
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return await this.send('POST', path, body, headers)
  }

  async put(path: string, body: unknown): Promise<Response> {
    return await this.send('PUT', path, body)
  }

  async upload(path: string, files: TestFile[], data?: unknown): Promise<Response> {
    return await this.call(path, { method: 'POST', body: formOf(files, data) })
  }

  async remove(path: string): Promise<Response> {
    return await this.call(path, { method: 'DELETE' })
  }

  /** Returns the body of a GET that answers 200. */
  async read<T>(path: string): Promise<T> {
    return await bodyOf<T>(await this.call(path), 200)
  }
}

/** Returns the JSON of a response that must have `status`; the error shows its body. */
export async function bodyOf<T>(response: Response, status: number): Promise<T> {
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

/** Requires that a response is this problem, with its text. */
export async function expectProblem(response: Response, status: number, code: keyof typeof problemTexts) {
  const problem = await bodyOf<Problem>(response, status)
  expect(problem).toMatchObject({ code, status })
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  // The text names the length of the pause instead of «unos minutos».
  const words =
    code === 'too_many_attempts' || code === 'paused'
      ? problem.detail.replace(/\d+ (?:minuto|hora)s?/, 'unos minutos')
      : problem.detail
  expect(words.endsWith(problemTexts[code].es.detail)).toBe(true)
  return problem
}

/** A company with one user of each role, and a second company that may see nothing of the first. */
export type Office = {
  server: TestServer
  company: string
  otherCompany: string
  admin: Caller
  gestor: Caller
  mediador: Caller
  usuario: Caller
  colega: Caller
  ajeno: Caller
  close: () => Promise<void>
}

const addresses = new WeakMap<TestServer, number>()

/** An email address that is not in use at `server`. */
function nextAddress(server: TestServer): string {
  const count = (addresses.get(server) ?? 0) + 1
  addresses.set(server, count)
  return `persona${count}@foja.example`
}

/** Inserts a session of `user` and issues its access token. */
export async function openSession({ deps }: TestServer, user: string): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  const expires_at = new Date(deps.clock().getTime() + 24 * 3_600_000)
  await deps.db.insertInto('session').values({ id, id_user: user, expires_at }).execute()
  const { token } = await issueAccessToken(deps.keys, { user, session: id }, deps.clock())
  return { id, token }
}

/** Adds a user to `server`, with an open session. */
export async function signedIn(server: TestServer, person: Omit<NewPerson, 'email'>): Promise<Caller> {
  const email = nextAddress(server)
  const id = await addPerson(server, { email, ...person })
  return new Caller(server.origin, id, email, (await openSession(server, id)).token)
}

export async function startOffice(overrides: Partial<AppDeps> = {}): Promise<Office> {
  const server = await startTestServer(overrides)
  const company = await addCompany(server, 'Centro de Mediación Ñandú')
  const otherCompany = await addCompany(server, 'Otra Oficina')
  const inCompany = (role: NewPerson['role'], nombre: string) => signedIn(server, { role, nombre, id_company: company })
  return {
    server,
    company,
    otherCompany,
    admin: await signedIn(server, { role: 'admin', nombre: 'Alba Administradora', id_company: null }),
    gestor: await inCompany('gestor', 'Gael Gestor'),
    mediador: await inCompany('mediador', 'Marta Mediadora'),
    usuario: await inCompany('usuario', 'Úrsula Usuaria'),
    colega: await inCompany('usuario', 'Camilo Colega'),
    ajeno: await signedIn(server, { role: 'gestor', nombre: 'Ajeno', id_company: otherCompany }),
    close: server.close,
  }
}

/** Starts an office for the tests of a file or of a `describe`, which closes after them. */
export async function openOffice(overrides?: Partial<AppDeps>): Promise<Office> {
  const office = await startOffice(overrides)
  afterAll(() => office.close())
  return office
}

export const createPath = '/api/v1/list_solicitud_main_type/'

export const pdfFile = (name = 'Contrato de señal.pdf', bytes: Uint8Array = makePdf()): TestFile => ({
  name,
  bytes,
  type: 'application/pdf',
})

/** The JSON of a new case file with one request per file. */
export function mainOf(files: number, more: Record<string, unknown> = {}) {
  return {
    id_solicitud_main: createId(),
    solicitudes: Array.from({ length: files }, () => ({ id_solicitud: createId(), description: [{}] })),
    ...more,
  }
}

/** A case file with one document, created by `caller`. */
export async function createCase(caller: Caller, file = pdfFile(), more: Record<string, unknown> = {}) {
  const main = await bodyOf<SolicitudMain>(await caller.upload(createPath, [file], mainOf(1, more)), 201)
  return { main, solicitud: main.solicitudes[0]!, document: main.solicitudes[0]!.description[0]! }
}

/** Changes a stored object, as an attacker or a damaged disk does. */
export async function changeStored(
  { server: { deps } }: Office,
  key: string,
  change: (bytes: Buffer) => Uint8Array,
): Promise<void> {
  const changed = change(await buffer(await deps.store.get(key)))
  const source = (async function* () {
    yield changed
  })()
  await deps.store.put(source, { key, maxBytes: changed.length })
}

/** Keys of all stored objects. */
export async function storedKeys({ server }: Office): Promise<string[]> {
  const keys: string[] = []
  for await (const object of server.deps.store.list()) keys.push(object.key)
  return keys.toSorted()
}

/** Keys that versions reference: equal to `storedKeys` if nothing is orphaned or missing. */
export async function namedKeys({ server }: Office): Promise<string[]> {
  const rows = await server.deps.db.selectFrom('document_version').select('blob_key').execute()
  return rows.map((row) => row.blob_key).toSorted()
}
