import * as fc from 'fast-check'
import { Canaries } from '../access/canaries.ts'
import { binTarget, giveDate, makeTarget, unknownTarget, type Target } from '../access/targets.ts'
import { openSession, signedIn, type Caller } from '../office.ts'
import { addCompany } from '../test-server.ts'
import type { Stock } from './drafts.ts'
import { unpermitted, type Role, type Sender, type Shot } from './permitted.ts'
import { plansAbout } from './plans.ts'
import { stockUp, type Surroundings } from './stock.ts'

/** A sender without a session. */
export const stranger = (name: string): Sender => ({
  name,
  id: '',
  role: 'usuario',
  company: null,
  token: '',
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
  readonly canaries = new Canaries()
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

  async #add(role: Role, company: string | null, name: string) {
    const caller = await signedIn(this.around.server, { role, nombre: name, id_company: company })
    const { id, token } = caller
    if (role !== 'admin') {
      const nombre = `${name} ${this.canaries.word({ kind: 'person', id_company: company, owner: id })}`
      await this.around.server.deps.db.updateTable('app_user').set({ nombre }).where('id', '=', id).execute()
    }
    this.senders.push({ name, id, role, company, token, comesBack: true })
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

  async #addCompany(): Promise<string> {
    const id = await addCompany(this.around.server, 'Oficina')
    const nombre = `Oficina ${this.canaries.word({ kind: 'company', id_company: id, owner: null })}`
    await this.around.server.deps.db.updateTable('company').set({ nombre }).where('id', '=', id).execute()
    return id
  }

  /** Creates the other company, which others must not see, and whose `gestora ajena` must not see this one. */
  async #openOther(): Promise<void> {
    const { canaries } = this
    const company = await this.#addCompany()
    const manager = await this.#add('gestor', company, 'gestora ajena')
    const target = await makeTarget(this.around.server, { owner: manager, manager, company, canaries })
    this.#foreign = target
    this.#know('of another company', target)
  }

  /** Creates objects of a colleague whose ids no request knows, so that none shares or moves them. */
  async #openReserved(company: string, manager: Caller): Promise<void> {
    const { canaries } = this
    const { server } = this.around
    const owner = await signedIn(server, { role: 'usuario', nombre: 'reservada', id_company: company })
    await makeTarget(server, { owner, manager, company, canaries, unshared: 'private' })
  }

  async #openOffice(): Promise<void> {
    const { server } = this.around
    const company = await this.#addCompany()
    this.#company = company
    const add = (role: Role, name: string) => this.#add(role, company, name)
    const staff = {
      gestor: await add('gestor', 'gestor'),
      usuario: await add('usuario', 'usuario'),
      'con factor': await add('usuario', 'con factor'),
      'a medias': await add('usuario', 'a medias'),
    }
    await add('mediador', 'mediador')
    const colleague = await add('usuario', 'colega')
    await this.#add('admin', company, 'admin')
    const { canaries } = this
    // Requests share these, move them and change who may see them: only other companies must not see them.
    const make = async (owner: Caller) =>
      await makeTarget(server, { owner, manager: staff.gestor, company, canaries, shifting: true })
    const own = this.#take('of the company', await make(staff.usuario))
    for (const owner of [colleague, staff.gestor]) this.#take('of the company', await make(owner))
    for (const target of this.#targets) await giveDate(server, target)
    const deleted = this.#take('deleted', await make(staff.usuario))
    await binTarget(server, deleted)
    this.#take('unknown', unknownTarget())
    await this.#openReserved(company, staff.gestor)
    this.#stock = await stockUp(this.around, staff, own)
    const links = (this.#stock['checkLink'] ?? []).map(({ body }) => (body as { token: string }).token)
    const created = [...this.#targets, this.#foreign!].filter(({ owner }) => owner.created_by !== null)
    // Made for a share link, which opens it to anyone.
    const files = (this.#stock['fileLink'] ?? []).flatMap(({ id }) => id ?? [])
    // The links of recipients open their requests to anyone.
    const asked = Object.values(this.#stock).flat()
    const recipients = asked.flatMap(({ headers }) => headers?.['x-recipient'] ?? [])
    this.#secrets = [...links, ...files, ...new Set(recipients), ...created.map(({ shareToken }) => shareToken)]
    this.senders.push(stranger('no session'))
    this.senders.push({ ...stranger('a link’s token'), token: own.shareToken })
    const inactive = await add('gestor', 'deactivated user')
    await server.deps.db.updateTable('app_user').set({ activo: false }).where('id', '=', inactive.id).execute()
    this.senders.at(-1)!.comesBack = false
  }

  async open(): Promise<void> {
    await this.around.server.deps.db.deleteFrom('throttle').execute()
    await this.#openOther()
    await this.#openOffice()
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

  /** What the response to `shot` reveals although its sender must not see it. */
  hiddenIn({ sender, plan }: Shot, body: Buffer): string[] {
    const sent = `${plan.path} ${plan.headers['x-recipient'] ?? ''} ${plan.body?.toString('latin1') ?? ''}`
    if (this.#secrets.some((secret) => sent.includes(secret))) return []
    const { id, role, company } = sender
    return this.canaries.hiddenIn(body, id === '' ? null : { id, role, id_company: company }, sent)
  }

  /** Why the golden table forbids that `shot` succeeded; null: it does not. */
  unpermitted(shot: Shot, status: number): string | null {
    const isOther = shot.sender.company !== this.#company
    return unpermitted(shot, status, (id) => {
      const kind = this.kinds.get(id)
      return isOther ? kind === 'of the company' || kind === 'deleted' : kind === 'of another company'
    })
  }

  /** Restores a sender, because requests deactivate users, end sessions and require second factors. */
  async revive({ id, role, company, comesBack, ...sender }: Sender): Promise<void> {
    if (!comesBack) return
    const { server } = this.around
    const { db } = server.deps
    const back = { activo: true, removed_at: null, role, id_company: company }
    await db
      .updateTable('company')
      .set({ activa: true, exige_totp: false, exige_passkey: false })
      .where('id', '=', this.#company)
      .execute()
    await db.updateTable('app_user').set(back).where('id', '=', id).execute()
    this.#named(sender.name).token = (await openSession(server, id)).token
  }
}
