import type { Actor } from '@foja/contracts/policies'
import { createTestDatabase, testDatabaseKind } from '@foja/testing/database'
import { keepMail } from '../account.ts'
import { giveKey } from '../api-keys.ts'
import { bodyOf, openSession, signedIn, type Caller } from '../office.ts'
import { giveSigner } from '../people.ts'
import { addCompany, startTestServer, type TestServer } from '../test-server.ts'
import { Canaries } from './canaries.ts'
import type { Asker, ObjectKind } from './golden.ts'
import { binTarget, giveDate, makeTarget, unknownTarget, type Target } from './targets.ts'

type Role = Actor['role']
/** `actor` null: no valid session. */
export type Person = { name: string; headers: Record<string, string>; actor: Asker | null }

/** An open live stream whose text is kept. */
type Listener = { actor: Asker; text: () => string; close: () => void }

/** Opens the live stream of `caller`. */
async function listenTo(caller: Caller, actor: Asker): Promise<Listener> {
  const abort = new AbortController()
  const response = await caller.call('/api/v1/live/', { signal: abort.signal })
  if (response.status !== 200) throw new Error(`the stream answered ${response.status}`)
  let text = ''
  void (async () => {
    try {
      for await (const chunk of response.body!) text += Buffer.from(chunk).toString()
    } catch {
      // Closed with its session or by the test.
    }
  })()
  return { actor, text: () => text, close: () => abort.abort() }
}

/** Two companies with users of every role, with objects of every kind in which words are planted. */
export type World = {
  server: TestServer
  sent: ReturnType<typeof keepMail>['sent']
  canaries: Canaries
  people: Person[]
  callers: Record<string, Caller>
  targets: Map<ObjectKind, Target>
  /** Belongs to a colleague of the owner of the others. */
  colleagues: Target
  /** Open live streams, one for each user with a session. */
  listeners: Listener[]
  close: () => Promise<void>
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A user with a planted word in name and position. */
async function addUser(world: World, name: string, role: Role, id_company: string | null, more: Partial<Asker> = {}) {
  const { server, canaries, people } = world
  const caller = await signedIn(server, { role, nombre: name, id_company })
  if (id_company !== null) {
    const owned = { id_company, owner: caller.id }
    // Administrators appear with their name in the history of every company.
    const nombre = role === 'admin' ? name : `${name} ${canaries.word({ kind: 'person', ...owned })}`
    const cargo = role === 'admin' ? 'Soporte' : canaries.word({ kind: 'personal', ...owned })
    await server.deps.db.updateTable('app_user').set({ nombre, cargo }).where('id', '=', caller.id).execute()
  }
  people.push({ name, headers: bearer(caller.token), actor: { id: caller.id, role, id_company, ...more } })
  return caller
}

async function openCompany({ server, canaries }: World): Promise<string> {
  const id = await addCompany(server, 'Oficina')
  const word = canaries.word({ kind: 'company', id_company: id, owner: null })
  await server.deps.db
    .updateTable('company')
    .set({ nombre: `Oficina ${word}` })
    .where('id', '=', id)
    .execute()
  return id
}

/** Settings of `manager`'s company and a stored key of `owner`, with words. */
async function addSecrets({ canaries }: World, company: string, manager: Caller, owner: Caller): Promise<void> {
  const settings = { level: 'B-B', hash: 'sha256', appearance: 'qr', repeat: 'once', tsa_policy: null }
  const tsa_username = canaries.word({ kind: 'settings', id_company: company, owner: null })
  const tsa = { tsa_url: 'https://tsa.example/', tsa_username, tsa_password: 'secreta' }
  await bodyOf(await manager.put('/api/v1/signing_settings/', { ...settings, ...tsa }), 200)
  await giveSigner(owner, `Titular ${canaries.word({ kind: 'key', id_company: company, owner: owner.id })}`)
}

/** Callers without a session, with an ended one, or with something else in its place. */
async function addStrangers({ server, people }: World, company: string, shareToken: string): Promise<void> {
  const { db, clock } = server.deps
  const add = (name: string, headers: Record<string, string>) => people.push({ name, headers, actor: null })
  const gestor = () => signedIn(server, { role: 'gestor', nombre: 'Ida', id_company: company })
  add('no session', {})
  add('a share’s token', bearer(shareToken))
  const unsigned = [{ alg: 'none', typ: 'at+jwt' }, { sub: (await gestor()).id }, '']
  add(
    'an unsigned token',
    bearer(unsigned.map((part) => part && Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')),
  )
  const cookie = await gestor()
  const refresh = await openSession(server, cookie.id)
  add('a cookie alone', { cookie: `foja.session=${refresh.token}; __Host-foja.session=${refresh.token}` })
  const inactive = await gestor()
  await db.updateTable('app_user').set({ activo: false }).where('id', '=', inactive.id).execute()
  add('a deactivated user', bearer(inactive.token))
  const removed = await gestor()
  await db.updateTable('app_user').set({ activo: false, removed_at: clock() }).where('id', '=', removed.id).execute()
  add('a removed user', bearer(removed.token))
  const signedOut = await gestor()
  await db.updateTable('session').set({ revoked_at: clock() }).where('id_user', '=', signedOut.id).execute()
  add('an ended session', bearer(signedOut.token))
  const closed = await addCompany(server, 'Cerrada')
  const asleep = await signedIn(server, { role: 'gestor', id_company: closed })
  await db.updateTable('company').set({ activa: false }).where('id', '=', closed).execute()
  add('a user of a closed company', bearer(asleep.token))
  const keyOf = async (user: string) => await giveKey(server, user)
  const revoked = await keyOf((await gestor()).id)
  await db.updateTable('api_key').set({ revoked_at: clock() }).where('id', '=', revoked.id).execute()
  add('a revoked API key', bearer(revoked.caller.token))
  add('an API key of a deactivated user', bearer((await keyOf(inactive.id)).caller.token))
  add('an API key of a user of a closed company', bearer((await keyOf(asleep.id)).caller.token))
  add(
    'an API key from another network',
    bearer((await giveKey(server, cookie.id, { networks: ['192.0.2.0/24'] })).caller.token),
  )
}

/** A user whose company requires a second factor that they have not set up. */
async function addLate(world: World): Promise<void> {
  const strict = await openCompany(world)
  await world.server.deps.db.updateTable('company').set({ exige_totp: true }).where('id', '=', strict).execute()
  await addUser(world, 'rezagada', 'admin', strict, { owesTotp: true })
}

/** Without the policies of the database, which would hide a missing condition of a query. */
export async function startWorld(): Promise<World> {
  const { mail, sent } = keepMail()
  const server = await startTestServer({ mail }, await createTestDatabase(testDatabaseKind, false))
  const canaries = new Canaries()
  const world: World = {
    server,
    sent,
    canaries,
    people: [],
    callers: {},
    targets: new Map(),
    colleagues: unknownTarget(),
    listeners: [],
    close: async () => {
      for (const listener of world.listeners) listener.close()
      await server.close()
    },
  }
  const company = await openCompany(world)
  const otherCompany = await openCompany(world)
  const rows: [string, Role, string | null, Partial<Asker>?][] = [
    ['administradora', 'admin', null],
    ['gestor', 'gestor', company],
    ['mediadora', 'mediador', company],
    ['dueña', 'usuario', company],
    ['colega', 'usuario', company],
    ['lectora', 'usuario', company, { sharedWith: true }],
    ['administrador ajeno', 'admin', otherCompany],
    ['gestor ajeno', 'gestor', otherCompany],
    ['mediadora ajena', 'mediador', otherCompany],
    ['usuario ajeno', 'usuario', otherCompany],
  ]
  for (const [name, role, of, more] of rows) world.callers[name] = await addUser(world, name, role, of, more)
  const { dueña, colega, gestor } = world.callers
  for (const [name, role, id_company] of [
    ['dueña', 'usuario', company],
    ['administradora', 'admin', null],
  ] as const) {
    const { id } = world.callers[name]!
    const { caller } = await giveKey(server, id)
    world.people.push({
      name: `${name} con clave`,
      headers: bearer(caller.token),
      actor: { id, role, id_company, byKey: true },
    })
  }
  const { ['gestor ajeno']: foreignManager, ['usuario ajeno']: foreignOwner } = world.callers
  const own = { owner: dueña!, manager: gestor!, company, canaries }
  const foreign = { owner: foreignOwner!, manager: foreignManager!, company: otherCompany, canaries }
  world.targets.set('of the company', await makeTarget(server, own))
  world.targets.set('of another company', await makeTarget(server, foreign))
  world.colleagues = await makeTarget(server, { ...own, owner: colega!, unshared: 'private' })
  const deleted = await makeTarget(server, { ...own, unshared: 'deleted' })
  await binTarget(server, deleted)
  world.targets.set('deleted', deleted)
  for (const target of [...world.targets.values(), world.colleagues]) await giveDate(server, target)
  world.targets.set('unknown', unknownTarget())
  await addSecrets(world, company, gestor!, dueña!)
  await addSecrets(world, otherCompany, foreignManager!, foreignOwner!)
  await addLate(world)
  await addStrangers(world, company, world.targets.get('of the company')!.shareToken)
  for (const { actor, name } of world.people) {
    const caller = world.callers[name]
    if (actor !== null && caller !== undefined) world.listeners.push(await listenTo(caller, actor))
  }
  return world
}
