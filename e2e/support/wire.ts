import { createClient, createId, type Client, type SentFile } from '@foja/client'
import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { createOffice } from './create-office.ts'
import { admin } from './people.ts'
import { pdfFile, type UploadedFile } from './person.ts'

/** Test data sent directly to the server, with the browser's cookies. */

type Person = { email: string; password: string }

/** Creates the first company with its administrator, signed in. */
export async function installOffice(context: BrowserContext, origin: string): Promise<void> {
  await createOffice(origin)
  await enter(context, origin)
}

/** Sends the form of /ingresar; returns the status. */
export async function tryToEnter(context: BrowserContext, origin: string, { email, password }: Person) {
  const csrf = (await (await context.request.get(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string }
  const form = { ...csrf, email, password, remember: 'true', json: 'true', callbackUrl: `${origin}/` }
  return (await context.request.post(`${origin}/api/auth/callback/credentials`, { form })).status()
}

export async function enter(context: BrowserContext, origin: string, person: Person = admin): Promise<void> {
  expect(await tryToEnter(context, origin, person)).toBe(200)
}

/** The API as the user of a browser, by our own client. */
export const clientOf = (context: BrowserContext, origin: string): Client =>
  createClient({
    origin,
    key: async () => {
      const reply = await context.request.get(`${origin}/api/auth/session`)
      return ((await reply.json()) as { accessToken?: string }).accessToken ?? ''
    },
  })

/** A successful API call, POST if it has data; returns its reply. */
export async function call<T>(
  context: BrowserContext,
  origin: string,
  path: string,
  data?: unknown,
  method = data === undefined ? 'GET' : 'POST',
): Promise<T> {
  // The path may hold its ids and its query, which the types of the client want apart.
  const send = clientOf(context, origin).call as (method: string, path: string, options: object) => Promise<unknown>
  return (await send(method, `/api/v1/${path}`, { body: data })) as T
}

/** The current bytes of a document. */
export async function fetchDocument(context: BrowserContext, origin: string, id: string): Promise<Buffer> {
  const file = await clientOf(context, origin).call('GET', '/api/v1/download_document/{id}/', { params: { id } })
  return Buffer.from(await file.bytes())
}

const toSend = (files: readonly UploadedFile[]): SentFile[] =>
  files.map(({ name, mimeType, buffer }) => ({ name, content: buffer, type: mimeType }))

/** Uploads files with their data successfully; returns the reply. */
export async function sendFiles<T>(
  context: BrowserContext,
  origin: string,
  path: string,
  data: unknown,
  files: readonly UploadedFile[],
): Promise<T> {
  const send = clientOf(context, origin).upload as (path: string, options: object) => Promise<unknown>
  return (await send(`/api/v1/${path}`, { data, files: toSend(files) })) as T
}

export type WireDocument = { id_documento: string; nombre: string; sha256: string }
export type WireGroup = {
  id_solicitud_main: string
  titulo: string
  solicitudes: { id_solicitud: string; description: WireDocument[] }[]
}

/** A case file with these documents, in this order. */
export async function makeCaseOf(
  context: BrowserContext,
  origin: string,
  titulo: string,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<{ id_solicitud: string; documents: WireDocument[] }> {
  const solicitudes = files.map(() => ({ id_solicitud: createId(), titulo, description: [{}] }))
  const data = { id_solicitud_main: createId(), titulo, solicitudes }
  const pdfs = files.map(({ name, bytes }) => pdfFile(name, bytes))
  const group = await clientOf(context, origin).upload('/api/v1/list_solicitud_main_type/', {
    data,
    files: toSend(pdfs),
  })
  const documents = group.solicitudes.map(({ description }) => description[0]!)
  return { id_solicitud: group.solicitudes[0]!.id_solicitud, documents }
}

/** A case file with one document. */
export async function makeCase(context: BrowserContext, origin: string, titulo: string, name: string, pdf: Uint8Array) {
  const { id_solicitud, documents } = await makeCaseOf(context, origin, titulo, [{ name, bytes: pdf }])
  return { id_solicitud, document: documents[0]! }
}

export const listCases = async (context: BrowserContext, origin: string): Promise<WireGroup[]> =>
  call(context, origin, 'get_list_solicitud_main_type2/?page=1&page_size=100')

export const keepCertificate = (context: BrowserContext, origin: string, p12: UploadedFile, password: string) =>
  clientOf(context, origin).upload('/api/v1/upload_signer/', { data: { password }, files: toSend([p12]) })

export const trust = (context: BrowserContext, origin: string, certificate: UploadedFile) =>
  clientOf(context, origin).upload('/api/v1/upload_trust_anchor/', { files: toSend([certificate]) })
