import { buildPath, type Endpoint } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { bodyOf, openSession } from '../office.ts'
import { named, sendAs } from './probes.ts'
import type { Target } from './targets.ts'
import type { World } from './world.ts'

type Try = { caller: string; call: string; id?: string; body: object }

const strong = 'tucán paralelo bisagra 47'
const newcomer = { email: 'intrusa@foja.example', nombre: 'Intrusa' }

/** What no role may do, although it may do the call: written by hand, beside golden.txt. */
export function escalations({ callers, targets }: World): Try[] {
  const own = targets.get('of the company')!
  const foreign = targets.get('of another company')!
  const foreignAdmin = callers['administrador ajeno']!.id
  const row = { ...newcomer, role: 'usuario' }
  const { document: id_documento, solicitud: id_solicitud } = own
  return [
    { caller: 'gestor', call: 'createUser', body: { ...newcomer, role: 'admin', password: strong } },
    { caller: 'gestor', call: 'createUser', body: { ...row, id_company: foreign.company, password: strong } },
    { caller: 'gestor', call: 'createUser', body: { ...newcomer, role: 'admin', id_company: null, password: strong } },
    { caller: 'gestor', call: 'importUsers', body: { preview: false, rows: [{ ...row, role: 'admin' }] } },
    { caller: 'gestor', call: 'importUsers', body: { preview: false, id_company: foreign.company, rows: [row] } },
    { caller: 'gestor', call: 'updateUser', id: own.person, body: { role: 'admin' } },
    { caller: 'gestor', call: 'updateUser', id: own.person, body: { id_company: foreign.company } },
    { caller: 'gestor', call: 'updateUser', id: callers['gestor']!.id, body: { role: 'admin' } },
    { caller: 'gestor', call: 'updateCompany', id: own.company, body: { activa: false } },
    { caller: 'gestor ajeno', call: 'updateUser', id: foreignAdmin, body: { cargo: 'Nada' } },
    { caller: 'gestor ajeno', call: 'updateUser', id: foreignAdmin, body: { cerrar_sesiones: true } },
    { caller: 'gestor ajeno', call: 'changePasswordView', id: foreignAdmin, body: { password: strong } },
    { caller: 'gestor ajeno', call: 'inviteUser', id: foreignAdmin, body: {} },
    { caller: 'gestor ajeno', call: 'removeUser', id: foreignAdmin, body: {} },
    { caller: 'dueña', call: 'updateProfile', body: { role: 'admin' } },
    { caller: 'dueña', call: 'updateSolicitud', body: { id_solicitud, version: 1, status: 'concluido' } },
    { caller: 'dueña', call: 'updateSolicitud', body: { id_solicitud, version: 1, asignado_a: callers['gestor']!.id } },
    { caller: 'dueña', call: 'sendSolicitud', body: { id_solicitud, fecha_agendada: '2027-01-31T15:00:00.000Z' } },
    { caller: 'dueña', call: 'bulkSolicitudes', body: { action: 'conclude', ids_solicitud: [id_solicitud] } },
    { caller: 'colega', call: 'bulkSolicitudes', body: { action: 'send', ids_solicitud: [id_solicitud] } },
    { caller: 'gestor ajeno', call: 'bulkSolicitudes', body: { action: 'conclude', ids_solicitud: [id_solicitud] } },
    { caller: 'lectora', call: 'updateUserShared', id: own.document, body: { users: [callers['colega']!.id] } },
    { caller: 'dueña', call: 'trustIssuer', body: { id_documento, fingerprint: 'a'.repeat(64) } },
  ]
}

const endpointOf = (name: string): Endpoint => endpoints.find((endpoint) => endpoint.name === name)!

/** These answer 200 and say what they refused. */
const answersPerRow = new Set(['bulkSolicitudes', 'importUsers'])

/** Sends a try; the answer as a line if it succeeded. */
export async function attempt(world: World, { caller, call, id = '', body }: Try): Promise<string[]> {
  const { method, path, query } = endpointOf(call)
  const json = { 'content-type': 'application/json' }
  const init =
    method === 'DELETE' && query !== undefined ? { method } : { method, headers: json, body: JSON.stringify(body) }
  const { status, text } = await sendAs(world, named(world, caller), buildPath(path, { id }), init)
  const isRefused = [400, 403, 404].includes(status) || answersPerRow.has(call)
  return isRefused ? [] : [`${caller}: ${call} ${JSON.stringify(body)}: ${status} ${text.slice(0, 90)}`]
}

/** What a share link reveals without a session. */
const shown = ['document', 'company', 'person']

const tokenOf = (url: string) => decodeURIComponent(url.split('/').filter(Boolean).at(-1)!)

/** The address of a page's text by that of its image. */
const textOf = (url: string) => url.replace('/page_image/', '/page_text/')

async function versionOf({ server }: World, { document }: Target): Promise<string> {
  const version = server.deps.db.selectFrom('document_version').where('id_documento', '=', document).select('id')
  return (await version.executeTakeFirstOrThrow()).id
}

/**
 * Opens the share link of a document, its file and its pages without a session: only the document and its origin may be
 * seen. Changed tokens open nothing.
 */
export async function shareLinks(world: World): Promise<string[]> {
  const { canaries, targets } = world
  const stranger = named(world, 'no session')
  const [own, foreign] = [targets.get('of the company')!, targets.get('of another company')!]
  const read = async (path: string) => await sendAs(world, stranger, path, { method: 'GET' })
  const opened = await read(`/api/v1/get_document_share/?share=${own.shareToken}`)
  const { images, download_url } = JSON.parse(opened.bytes.toString()) as {
    images: { pages: { url: string }[] }
    download_url: string
  }
  const page = images.pages[0]!.url
  const file = await read(download_url)
  const findings = [opened, file, await read(page), await read(textOf(page))].flatMap(({ status, bytes }) => [
    ...(status === 200 ? [] : [`a valid link answers ${status}`]),
    ...canaries.hiddenIn(bytes, null).filter((found) => !shown.some((kind) => found.startsWith(`${kind} `))),
    ...canaries.hiddenIn(bytes, world.people.find(({ name }) => name === 'gestor')!.actor),
  ])
  if (canaries.hiddenIn(file.bytes, null).length === 0) findings.push('the file of a link holds no planted word')
  const [mine, theirs] = [await versionOf(world, own), await versionOf(world, foreign)]
  const [token, signature] = [tokenOf(download_url), tokenOf(download_url).split('~').at(-1)!]
  const forged = [
    token.replace(mine, theirs),
    token.replace(signature, 'A'.repeat(signature.length)),
    token.replace(`~${signature}`, ''),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
  ]
  for (const one of forged) {
    for (const kind of ['file', 'page_image', 'page_text']) {
      const { status } = await read(`/api/v1/${kind}/${encodeURIComponent(one)}/`)
      if (status !== 404) findings.push(`${kind} with a forged token answers ${status}`)
    }
  }
  const deleted = await read(`/api/v1/get_document_share/?share=${targets.get('deleted')!.shareToken}`)
  if (deleted.status !== 404) findings.push(`the link of a deleted document answers ${deleted.status}`)
  return findings
}

/** Links of a session's pages end with the session. */
export async function pagesAfterSignOut(world: World): Promise<string[]> {
  const { callers, targets, server } = world
  const { pdfPath } = targets.get('of the company')!
  const session = await openSession(server, callers['dueña']!.id)
  const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ pdf_path: pdfPath }) }
  const response = await fetch(`${server.origin}/api/v1/pdf_to_image/`, init)
  const { pages } = await bodyOf<{ pages: { url: string }[] }>(response, 200)
  const open = async () => {
    const addresses = [pages[0]!.url, textOf(pages[0]!.url)]
    const replies = await Promise.all(addresses.map(async (address) => await fetch(`${server.origin}${address}`)))
    return replies.map(({ status }) => status)
  }
  const before = await open()
  await server.deps.db
    .updateTable('session')
    .set({ revoked_at: server.deps.clock() })
    .where('id', '=', session.id)
    .execute()
  const after = await open()
  const isRight = before.every((status) => status === 200) && after.every((status) => status === 404)
  return isRight ? [] : [`a page answers ${before.join()}, and ${after.join()} after its session has ended`]
}

/** Guesses that must be refused as too many after at most this number, from one address. */
export const limits: Record<string, number> = {
  'sign-in': 120,
  verifyCode: 120,
  checkLink: 120,
  forgotPassword: 60,
  changePassword: 130,
  'password of a share link': 130,
}

/** One guess of a kind, as the text of its answer. */
async function guesser(world: World, kind: string): Promise<() => Promise<string>> {
  const { server, callers, targets } = world
  const dueña = callers['dueña']!
  const guess = 'no es esta contraseña'
  const json = (path: string, body: object) => async () => await (await dueña.post(path, body)).text()
  switch (kind) {
    case 'sign-in': {
      const client = server.client()
      return async () => JSON.stringify(await client.signIn(dueña.email, guess))
    }
    case 'verifyCode':
      return async () => await (await fetch(`${server.origin}/api/v1/verify_code/?codigo=7KQ2-M9XD-4TNA-P83F`)).text()
    case 'checkLink':
      return json('/api/v1/check_link/', { token: 'A'.repeat(43) })
    case 'forgotPassword':
      return json('/api/v1/forgot_password/', { email: 'nadie@foja.example' })
    case 'changePassword':
      return json('/api/v1/change_password/', { current_password: guess, new_password: strong })
    default: {
      const ask = { id_documento: targets.get('of the company')!.document, password: 'la verdadera 19' }
      const { share } = await bodyOf<{ share: string }>(await dueña.post('/api/v1/create_share_document/', ask), 201)
      const headers = { 'x-share-password': 'otra' }
      return async () =>
        await (await fetch(`${server.origin}/api/v1/get_document_share/?share=${share}`, { headers })).text()
    }
  }
}

/** Guesses until the answer names the limit; the number of guesses, or null if it never did. */
export async function guessesUntilLimit(world: World, kind: string): Promise<number | null> {
  const guess = await guesser(world, kind)
  for (let count = 1; count <= limits[kind]!; count += 1) {
    if (/too_many_attempts|"code":"paused"|"status":429/.test(await guess())) return count
  }
  return null
}
