import * as fc from 'fast-check'
import { Agent, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { newcomer, openSession } from '../access/sessions.ts'
import { binTarget, makeTarget, unknownTarget, type Target } from '../access/targets.ts'
import { addCompany, startTestServer, type TestServer } from '../test-server.ts'
import { judge, type Answer } from './judge.ts'
import { plansAbout, type Plan } from './plans.ts'

export type FuzzReport = {
  requests: number
  /** How many answers had each status. */
  statuses: Record<string, number>
  /** How many calls gave an answer of success. */
  callsThatWorked: number
  problems: string[]
  requestsPerSecond: number
}

type Person = {
  name: string
  id: string
  role: string
  company: string | null
  token: string
  sees: 'own' | 'everything'
}
type Shot = { person: Person; plan: Plan }

/** An office is used up after so many: what was deleted is not there to be asked about. */
const roundLength = 750
/** Requests under way at once. */
const lanes = 4

/** Everybody who sends requests, and what they send them about. */
class Round {
  readonly server: TestServer
  /** Stands in every text of the other company. */
  readonly canary = `zafiro${randomUUID().slice(0, 8)}`
  readonly people: Person[] = []
  readonly targets: Target[] = []
  readonly foreign: Target[] = []
  company = ''

  constructor(server: TestServer) {
    this.server = server
  }

  async open(): Promise<void> {
    const { server, canary } = this
    this.company = await addCompany(server, `Centro ${randomUUID()}`)
    const other = await addCompany(server, `Oficina ${canary}`)
    const add = async (role: 'admin' | 'gestor' | 'mediador' | 'usuario', of: string | null, nombre: string = role) => {
      const caller = await newcomer(server, { role, nombre, id_company: of })
      const { id, token } = caller
      if (of !== other)
        this.people.push({ name: nombre, id, role, company: of, token, sees: role === 'admin' ? 'everything' : 'own' })
      return caller
    }
    const gestor = await add('gestor', this.company)
    const owner = await add('usuario', this.company)
    await add('mediador', this.company)
    const colleague = await add('usuario', this.company, 'colega')
    await add('admin', this.company)
    this.people.push({ name: 'nobody', id: '', role: '', company: null, token: '', sees: 'own' })
    const gone = await makeTarget(server, owner, gestor, this.company)
    await binTarget(server, gone)
    this.targets.push(
      await makeTarget(server, owner, gestor, this.company),
      await makeTarget(server, colleague, gestor, this.company),
      await makeTarget(server, gestor, gestor, this.company),
      gone,
      unknownTarget(),
    )
    const theirs = await add('gestor', other, `Gestora ${canary}`)
    // Whoever holds the secret of a link may open it, from wherever they come: that is what it is for.
    const { shareToken } = unknownTarget()
    this.foreign.push({ ...(await makeTarget(server, theirs, theirs, other, canary)), shareToken })
  }

  /** Whoever sees everything gets no id of the other company, lest they move it into their own. */
  shots(): fc.Arbitrary<Shot> {
    const of = (sees: Person['sees']) => fc.constantFrom(...this.people.filter((person) => person.sees === sees))
    const everywhere = plansAbout([...this.targets, ...this.foreign])
    const within = plansAbout(this.targets)
    return fc.oneof(
      { weight: 5, arbitrary: fc.record({ person: of('own'), plan: everywhere }) },
      { weight: 1, arbitrary: fc.record({ person: of('everything'), plan: within }) },
    )
  }

  /** Requests deactivate people, end sessions and ask for second factors: they come back as they were. */
  async revive(person: Person): Promise<void> {
    if (person.token === '') return
    const { db } = this.server.deps
    const back = { activo: true, removed_at: null, role: person.role as 'gestor', id_company: person.company }
    await db.updateTable('company').set({ activa: true, exige_totp: false }).where('id', '=', this.company).execute()
    await db.updateTable('app_user').set(back).where('id', '=', person.id).execute()
    person.token = (await openSession(this.server, person.id)).token
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: lanes })

/** After a refusal the server closes the connection that the next request may be on already: it goes out once more. */
async function shoot(origin: string, shot: Shot): Promise<Answer> {
  try {
    return await shootOnce(origin, shot, agent)
  } catch {
    return await shootOnce(origin, shot, false)
  }
}

async function shootOnce(origin: string, { person, plan }: Shot, by: Agent | false): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const authorization = person.token === '' ? {} : { authorization: `Bearer ${person.token}` }
  const length = plan.body === null ? {} : { 'content-length': String(plan.body.length) }
  const headers = { ...authorization, ...plan.headers, ...length }
  const start = performance.now()
  return await new Promise((resolve, reject) => {
    const sent = request({ agent: by, hostname, port, method: plan.method, path: plan.path, headers }, (response) => {
      const chunks: Buffer[] = []
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          ms: performance.now() - start,
        })
      if (response.headers['content-type'] === 'text/event-stream') {
        response.destroy()
        return done()
      }
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', done)
        .on('error', reject)
    })
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within a minute')))
    sent.on('error', reject)
    sent.end(plan.body ?? undefined)
  })
}

const shown = ({ person, plan }: Shot) => {
  const headers = JSON.stringify(plan.headers).slice(0, 200)
  const body = plan.body === null ? '' : ` ${JSON.stringify(plan.body.toString('latin1').slice(0, 600))}`
  return `${person.name}: ${plan.method} ${plan.path.slice(0, 400)} ${headers}${body}`
}

/**
 * Sends `count` requests made from the contract's schemas, good, nearly good and hostile, as everybody, to a whole server
 * on the embedded database. A round of `roundLength` follows from its seed: `seed` is that of the first, each further one
 * is one more.
 */
export async function fuzz(count: number, seed: number, tell: (line: string) => void): Promise<FuzzReport> {
  const server = await startTestServer()
  const report: FuzzReport = { requests: 0, statuses: {}, callsThatWorked: 0, problems: [], requestsPerSecond: 0 }
  const worked = new Set<string>()
  const start = performance.now()
  let told = 0

  const send = async (round: Round, shot: Shot, where: string): Promise<void> => {
    report.requests += 1
    try {
      const answer = await shoot(server.origin, shot)
      report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1
      if (answer.status < 300 && shot.plan.endpoint !== null) worked.add(shot.plan.endpoint.name)
      const wrong = judge(shot.plan, answer, shot.person.sees === 'own' ? round.canary : null)
      if (wrong !== null) report.problems.push(`${where}: ${wrong}\n    ${shown(shot)}`)
      const shutOut = answer.status === 401 || answer.body.includes('totp_setup_required')
      if (shutOut) await round.revive(shot.person)
    } catch (error) {
      report.problems.push(`${where}: ${String(error)}\n    ${shown(shot)}`)
    }
  }

  try {
    for (let at = 0; at < count; at += roundLength) {
      const roundSeed = seed + at / roundLength
      await server.deps.db.deleteFrom('throttle').execute()
      const round = new Round(server)
      await round.open()
      const shots = fc.sample(round.shots(), { seed: roundSeed, numRuns: Math.min(roundLength, count - at) }).entries()
      const lane = async () => {
        for (const [index, shot] of shots) await send(round, shot, `seed ${roundSeed}, request ${index}`)
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      const alive = await fetch(`${server.origin}/health/ready`)
      if (alive.status !== 200) report.problems.push(`seed ${roundSeed}: not ready any more`)
      for (const problem of report.problems.slice(told)) tell(problem)
      told = report.problems.length
      tell(`${report.requests} requests, ${report.problems.length} problems (seed ${roundSeed})`)
    }
  } finally {
    await server.close()
  }
  report.callsThatWorked = worked.size
  report.requestsPerSecond = Math.round((report.requests * 1000) / (performance.now() - start))
  return report
}
