import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { binTarget, giveDate, makeTarget, unknownTarget, type Target } from '../access/targets.ts'
import { openSession, signedIn, type Caller } from '../office.ts'
import { addCompany } from '../test-server.ts'
import type { Stock } from './drafts.ts'
import { plansAbout, type Plan } from './plans.ts'
import { stockUp, type Surroundings } from './stock.ts'

type Role = 'admin' | 'gestor' | 'mediador' | 'usuario'

type Sender = {
  name: string
  id: string
  role: Role
  company: string | null
  token: string
  /** A word of the other company that no response to them may contain; null: they may see everything. */
  hidden: string | null
  /** True if their access is restored when they are locked out. */
  comesBack: boolean
}
export type Shot = { sender: Sender; plan: Plan }

/** A sender without a session. */
export const stranger = (name: string): Sender => ({
  name,
  id: '',
  role: 'usuario',
  company: null,
  token: '',
  hidden: null,
  comesBack: false,
})

/** Weight of each sender for requests that do not name one. */
const shares: Record<string, number> = {
  gestor: 5,
  usuario: 4,
  mediador: 2,
  colega: 2,
  'con factor': 1,
  'a medias': 1,
  'gestora ajena': 2,
  'no session': 1,
  'deactivated user': 1,
  'a link’s token': 1,
}

/** All senders of a round and the objects of their requests. */
export class Round {
  readonly around: Surroundings
  readonly senders: Sender[] = []
  /** Kind of object by id. */
  readonly kinds = new Map<string, string>()
  readonly #targets: Target[] = []
  #foreign: Target | undefined
  #stock: Stock = {}
  /** Secrets that grant access to any sender, by design. */
  #secrets: string[] = []
  #company = ''

  constructor(around: Surroundings) {
    this.around = around
  }

  async #add(role: Role, company: string | null, name: string, hidden: string | null, nombre = name) {
    const caller = await signedIn(this.around.server, { role, nombre, id_company: company })
    const { id, token } = caller
    this.senders.push({ name, id, role, company, token, hidden, comesBack: true })
    return caller
  }

  #know(kind: string, target: Target): void {
    for (const id of Object.values(target)) {
      if (typeof id === 'string' && !this.kinds.has(id)) this.kinds.set(id, kind)
    }
  }

  #take(kind: string, target: Target): Target {
    this.#know(kind, target)
    this.#targets.push(target)
    return target
  }

  /** Creates the other company, which others must not see, and whose `gestora ajena` must not see this one. */
  async #openOther(theirs: string, ours: string): Promise<void> {
    const other = await addCompany(this.around.server, `Oficina ${theirs}`)
    const manager = await this.#add('gestor', other, 'gestora ajena', ours, `Gestora ${theirs}`)
    const target = await makeTarget(this.around.server, manager, manager, other, theirs)
    this.#foreign = target
    this.#know('of another company', target)
  }

  async #openOffice(ours: string, theirs: string): Promise<void> {
    const { server } = this.around
    const company = await addCompany(server, `Centro ${ours}`)
    this.#company = company
    const add = (role: Role, name: string) => this.#add(role, company, name, theirs, `${name} ${ours}`)
    const staff = {
      gestor: await add('gestor', 'gestor'),
      usuario: await add('usuario', 'usuario'),
      'con factor': await add('usuario', 'con factor'),
      'a medias': await add('usuario', 'a medias'),
    }
    await add('mediador', 'mediador')
    const colleague = await add('usuario', 'colega')
    await this.#add('admin', company, 'admin', null)
    const make = async (owner: Caller) => await makeTarget(server, owner, staff.gestor, company, ours)
    const own = this.#take('of the company', await make(staff.usuario))
    for (const owner of [colleague, staff.gestor]) this.#take('of the company', await make(owner))
    for (const target of this.#targets) await giveDate(server, target)
    const deleted = this.#take('deleted', await make(staff.usuario))
    await binTarget(server, deleted)
    this.#take('unknown', unknownTarget())
    this.#stock = await stockUp(this.around, staff, own)
    const links = (this.#stock['checkLink'] ?? []).map(({ body }) => (body as { token: string }).token)
    const created = [...this.#targets, this.#foreign!].filter(({ owner }) => owner.created_by !== null)
    this.#secrets = [...links, ...created.map(({ shareToken }) => shareToken)]
    this.senders.push({ ...stranger('no session'), hidden: theirs })
    this.senders.push({ ...stranger('a link’s token'), hidden: theirs, token: own.shareToken })
    const inactive = await add('gestor', 'deactivated user')
    await server.deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', inactive.id).execute()
    this.senders.at(-1)!.comesBack = false
  }

  async open(): Promise<void> {
    await this.around.server.deps.db.deleteFrom('throttle').execute()
    const [ours, theirs] = [`rubi${randomUUID().slice(0, 8)}`, `zafiro${randomUUID().slice(0, 8)}`]
    await this.#openOther(theirs, ours)
    await this.#openOffice(ours, theirs)
    this.around.sent.length = 0
    await this.around.server.deps.db.deleteFrom('throttle').execute()
  }

  #named(name: string): Sender {
    return this.senders.find((sender) => sender.name === name)!
  }

  /** The admin, who sees everything, gets no ids of the other company, so as not to move objects between companies. */
  shots(): fc.Arbitrary<Shot> {
    const by = ({ sender, plan }: Shot): Shot => ({ plan, sender: plan.by === null ? sender : this.#named(plan.by) })
    const senders = Object.entries(shares).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(this.#named(name)),
    }))
    const everywhere = plansAbout([...this.#targets, this.#foreign!], this.#stock)
    const within = plansAbout(this.#targets, this.#stock)
    return fc.oneof(
      { weight: 6, arbitrary: fc.record({ sender: fc.oneof(...senders), plan: everywhere }).map(by) },
      { weight: 1, arbitrary: fc.record({ sender: fc.constant(this.#named('admin')), plan: within }).map(by) },
    )
  }

  /** The word that the response to `shot` must not contain; null: none. */
  hiddenFrom({ sender, plan }: Shot): string | null {
    const sent = `${plan.path} ${plan.body?.toString('latin1') ?? ''}`
    return this.#secrets.some((secret) => sent.includes(secret)) ? null : sender.hidden
  }

  /** Restores a sender, because requests deactivate users, end sessions and require second factors. */
  async revive({ id, role, company, comesBack, ...sender }: Sender): Promise<void> {
    if (!comesBack) return
    const { server } = this.around
    const { db } = server.deps
    const back = { activo: true, removed_at: null, role, id_company: company }
    await db.updateTable('company').set({ activa: true, exige_totp: false }).where('id', '=', this.#company).execute()
    await db.updateTable('app_user').set(back).where('id', '=', id).execute()
    this.#named(sender.name).token = (await openSession(server, id)).token
  }
}
