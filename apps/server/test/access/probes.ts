import type { Endpoint, Schema } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import type { Problem } from '@foja/contracts/problem'
import * as z from 'zod/mini'
import { requestOf } from './examples.ts'
import { golden } from './golden.ts'
import { unknownTarget, type Subject, type Target } from './targets.ts'
import type { Person, World } from './world.ts'

/** An answer; `text`: the code of a problem, else the body without what differs each time: ids, times, hashes. */
export type Plain = { status: number; text: string; bytes: Buffer }

type Found = { sent: number; findings: string[] }
export type Probe = (world: World, endpoint: Endpoint) => Promise<Found>

const changing =
  /[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}|\d{4}-\d\d-\d\dT[\d:.]+Z|[\w~.-]{32,}|req-\w+/g

export async function sendAs(world: World, person: Person, path: string, init: RequestInit): Promise<Plain> {
  const headers = new Headers(init.headers)
  for (const [header, value] of Object.entries(person.headers)) headers.set(header, value)
  const response = await fetch(new URL(path, world.server.origin), { ...init, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true
  const text = isProblem ? (JSON.parse(bytes.toString()) as Problem).code : bytes.toString().replace(changing, '#')
  return { status: response.status, text, bytes }
}

/** Requests about versions that earlier ones changed would stop at that. */
async function resetVersions({ server: { deps } }: World): Promise<void> {
  await deps.db.updateTable('solicitud').set({ version: 1 }).execute()
}

export const named = ({ people }: World, name: string): Person => people.find((person) => person.name === name)!

/** What a property of a request names: the ids of the target that may stand in its place. */
const idsByName: Record<string, Subject | 'main' | 'pdfPath' | 'base'> = {
  id_company: 'company',
  asignado_a: 'person',
  entregar_a: 'person',
  users: 'person',
  id_solicitud: 'solicitud',
  id_solicitud_main: 'main',
  ids_solicitud: 'solicitud',
  id_documento: 'document',
  ids_documento: 'document',
  pdf_path: 'pdfPath',
  id_recipient: 'recipient',
  id_requirement: 'requirement',
  replaces: 'pedido',
}
/** Of a colleague's objects: companies and users of the own company may be named. */
const ofColleagues = new Set([
  'id_solicitud',
  'id_solicitud_main',
  'ids_solicitud',
  'id_documento',
  'ids_documento',
  'pdf_path',
  'id_recipient',
  'id_requirement',
  'replaces',
])

/** The properties that a schema declares, of all its forms. */
function propertiesOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return []
  type Json = { properties?: object; anyOf?: Json[]; oneOf?: Json[] }
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return [json, ...(json.anyOf ?? []), ...(json.oneOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties))
}

type Change = { place: 'query' | 'body' | 'data'; name: string; value: unknown }

/** The example of `endpoint` about `target`, with one property changed. */
function changed(endpoint: Endpoint, target: Target, { place, name, value }: Change): [string, RequestInit] {
  const { path, init } = requestOf(endpoint, target)
  if (place === 'query') {
    const url = new URL(path, 'http://foja.example')
    url.searchParams.set(name, String(value))
    return [`${url.pathname}${url.search}`, init]
  }
  if (place === 'data') {
    const form = init.body as FormData
    const data = JSON.parse((form.get('data') as string | null) ?? '{}') as object
    form.set('data', JSON.stringify({ ...data, [name]: value }))
    return [path, init]
  }
  const body = JSON.parse((init.body as string | undefined) ?? '{}') as object
  const headers = { 'content-type': 'application/json' }
  return [path, { ...init, headers, body: JSON.stringify({ ...body, [name]: value }) }]
}

const placesOf = ({ query, body, multipart }: Endpoint) =>
  [
    ['query', query],
    ['body', body],
    ['data', multipart?.data],
  ] as const

const listed = (name: string, id: string) => (name.startsWith('ids_') || name === 'users' ? [id] : id)

/** The name under which a caller of the world acts on objects of `own`, and what must be to them like unknown. */
type Pair = { caller: string; own: Target; others: Target; colleagues: boolean }

function pairsOf({ targets, colleagues }: World): Pair[] {
  const own = targets.get('of the company')!
  const foreign = targets.get('of another company')!
  const of = (caller: string, mine: Target, others: Target) => ({ caller, own: mine, others, colleagues: false })
  return [
    of('gestor', own, foreign),
    of('mediadora', own, foreign),
    of('dueña', own, foreign),
    of('gestor ajeno', foreign, own),
    { ...of('dueña', own, colleagues), colleagues: true },
    { ...of('colega', colleagues, own), colleagues: true },
  ]
}

/** Sends ids of others in every property that takes one: each answer must be the one for an unknown id. */
export async function foreignIds(world: World, endpoint: Endpoint): Promise<Found> {
  const findings: string[] = []
  let sent = 0
  for (const { caller, own, others, colleagues } of pairsOf(world)) {
    const person = named(world, caller)
    for (const [place, schema] of placesOf(endpoint)) {
      for (const name of propertiesOf(schema)) {
        const subject = idsByName[name]
        if (subject === undefined || (colleagues && !ofColleagues.has(name))) continue
        const send = async (target: Target) => {
          await resetVersions(world)
          const [path, init] = changed(endpoint, own, { place, name, value: listed(name, target[subject]) })
          const { status, text, bytes } = await sendAs(world, person, path, init)
          return {
            answer: `${status} ${text}`,
            bytes,
            sent: `${path} ${typeof init.body === 'string' ? init.body : ''}`,
          }
        }
        const unknown = await send({ ...unknownTarget(), pdfPath: others.pdfPath.replace(/^.{6}/, 'xxxxxx') })
        const foreign = await send(others)
        sent += 2
        const where = `${caller}: ${endpoint.name} with ${name} of ${colleagues ? 'a colleague' : 'another company'}`
        if (foreign.answer !== unknown.answer)
          findings.push(`${where}: ${foreign.answer.slice(0, 90)} instead of ${unknown.answer.slice(0, 90)}`)
        const hidden = world.canaries.hiddenIn(foreign.bytes, person.actor, foreign.sent)
        if (hidden.length > 0) findings.push(`${where} reveals ${hidden.join(', ')}`)
      }
    }
  }
  return { sent, findings }
}

/** Words that exist nowhere, of the form of the planted ones. */
const nowhere = 'zqaaaaaaaaaaaa'

/** Searches with `q` for every word that the caller must not see: the answer must be that for an unknown word. */
export async function hiddenWords(world: World, endpoint: Endpoint): Promise<Found> {
  const findings: string[] = []
  let sent = 0
  for (const { caller, own } of pairsOf(world).slice(0, 4)) {
    const person = named(world, caller)
    const search = async (value: string) => {
      const [path, init] = changed(endpoint, own, { place: 'query', name: 'q', value })
      const { status, text, bytes } = await sendAs(world, person, path, init)
      return { answer: `${status} ${text}`.replaceAll(value, 'q'), bytes }
    }
    const unknown = await search(nowhere)
    for (const word of world.canaries.wordsHiddenFrom(person.actor!)) {
      const { answer, bytes } = await search(word)
      sent += 1
      const hidden = world.canaries.hiddenIn(bytes, person.actor, word)
      const where = `${caller}: ${endpoint.name} finds`
      if (hidden.length > 0) findings.push(`${where} ${hidden.join(', ')}`)
      if (answer !== unknown.answer) findings.push(`${where} ${word}: ${answer.slice(0, 120)}`)
    }
  }
  return { sent, findings }
}

/** Properties of rows that no request may set unless its schema declares them. */
const assigned = {
  role: 'admin',
  id_company: '',
  created_by: '',
  id_user: '',
  activo: true,
  has_totp: true,
  deleted_at: null,
}

/** True for the queries of lists, which ignore what they do not declare. */
const ignoresUnknown = (schema: Schema): boolean =>
  !('additionalProperties' in z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

/**
 * Adds properties that the contract does not declare to body, data and query: each must be refused as invalid, or
 * change nothing in the answer of a list.
 */
export async function massAssignment(world: World, endpoint: Endpoint): Promise<Found> {
  const findings: string[] = []
  let sent = 0
  const own = world.targets.get('of the company')!
  const foreign = world.targets.get('of another company')!
  const cells = golden.get(endpoint.name)!.there
  const caller =
    cells.get('O') === 'open' || cells.get('u') === 'open'
      ? 'dueña'
      : cells.get('G') === 'open'
        ? 'gestor'
        : 'administradora'
  for (const [place, schema] of placesOf(endpoint)) {
    const declared = propertiesOf(schema)
    if (schema === undefined) continue
    for (const [name, plain] of Object.entries(assigned)) {
      if (declared.includes(name)) continue
      const value = name === 'id_company' ? foreign.company : plain === '' ? foreign.person : plain
      const [path, init] = changed(endpoint, own, { place, name, value })
      const person = named(world, caller)
      const { status, text } = await sendAs(world, person, path, init)
      sent += 1
      const isRefused = status === 400 && text.includes('validation_failed')
      const usual = requestOf(endpoint, own)
      const isIgnored =
        place === 'query' &&
        ignoresUnknown(schema) &&
        text === (await sendAs(world, person, usual.path, usual.init)).text
      if (!isRefused && !isIgnored)
        findings.push(`${caller}: ${endpoint.name} takes ${name} in its ${place}: ${status} ${text.slice(0, 120)}`)
    }
  }
  return { sent, findings }
}

/** Works once for each user, or names what it creates. */
const unprobed = new Set(['removeUser', 'createSolicitudMain'])
/** Calls with a property that names an object. */
export const namesObjects = endpoints.filter(
  (endpoint) =>
    !unprobed.has(endpoint.name) &&
    placesOf(endpoint).some(([, schema]) => propertiesOf(schema).some((name) => idsByName[name] !== undefined)),
)
/** Here `q` is a new name. */
const renames = new Set(['renameTemplate'])
export const searches = endpoints.filter(({ name, query }) => !renames.has(name) && propertiesOf(query).includes('q'))
/** Without the calls of recipients, who are known by their own token: a user's finds nothing there. */
export const takesInput = endpoints.filter(
  (endpoint) => endpoint.policy !== 'recipient' && placesOf(endpoint).some(([, schema]) => schema !== undefined),
)
