import type { DocumentDetails } from '@foja/contracts/documents'
import type { SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import { openDatabase } from '@foja/db/open-database'
import { silentLogger } from '@foja/db/silent-logger'
import { prepareDatabase } from '@foja/testing/data-folder'
import { makePdf } from '@foja/testing/pdfs'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyOf, Caller, createPath, mainOf, pdfFile } from '../office.ts'
import { giveSigner, passphrase } from '../people.ts'
import { processAdmin, signInProcess, startProcess, type ServerProcess } from '../server-process.ts'
import { CrashedActs } from './crashed-acts.ts'
import { CrashedFiles, sha256 } from './crashed-files.ts'
import { CrashedRequests, type FreeDocument } from './crashed-requests.ts'

const crashPoints = [
  'file begun',
  'before rename',
  'after rename',
  'before commit',
  'after commit',
  'before answer',
] as const
export type CrashPoint = (typeof crashPoints)[number]

/** Result of `crash`; `problems` is empty if nothing was lost or left half-done. */
export type CrashReport = {
  kills: number
  acknowledged: { cases: number; signatures: number; requests: number; acts: number }
  slowestStartMs: number
  /** Of a kill with its start and check, on average. */
  msPerKill: number
  problems: string[]
}

type Pending = { data: ReturnType<typeof mainOf>; files: ReturnType<typeof pdfFile>[] }

const workers = 3
const pageSize = 100

/** An installation that outlives the servers killed over it, and what these acknowledged. */
class CrashedOffice {
  readonly cases = new Map<string, string[]>()
  readonly signatures = new Map<string, { document: string; version: number; sha256: string }>()
  readonly problems: string[] = []
  readonly requests = new CrashedRequests()
  readonly acts = new CrashedActs()
  readonly #files: CrashedFiles
  #pending: Pending[] = []
  #free: FreeDocument[] = []
  #token = ''
  /** What the checks read: the versions of each document by case, as `document:version:digest`. */
  readonly #versions = new Map<string, string[]>()
  /** Cases that were worked on since the last check. */
  #touched = new Set<string>()

  constructor(folder: string, alone: boolean) {
    this.#files = new CrashedFiles(folder, alone)
  }

  caller(origin: string): Caller {
    return new Caller(origin, '', processAdmin.email, this.#token)
  }

  async signIn(origin: string): Promise<void> {
    this.#token = await signInProcess(origin)
    const caller = this.caller(origin)
    await giveSigner(caller, 'Quien Firma')
    await this.acts.prepare(caller)
    await this.#files.begin()
  }

  #acknowledge(main: SolicitudMain): void {
    const documents = main.solicitudes.map((one) => one.description[0]!)
    this.cases.set(
      main.id_solicitud_main,
      documents.map((one) => one.sha256),
    )
    for (const { id_solicitud, description } of main.solicitudes) {
      const places = { solicitud: id_solicitud, main: main.id_solicitud_main }
      this.#free.push({ document: description[0]!.id_documento, ...places })
    }
  }

  /** A document that nothing was done with; its case is read again by the next check. */
  #take(): FreeDocument | undefined {
    const free = this.#free.shift()
    if (free !== undefined) this.#touched.add(free.main)
    return free
  }

  /** Creates, signs and does everything else until the server is killed. */
  async work(origin: string): Promise<void> {
    const caller = this.caller(origin)
    for (;;) {
      const sizes = Array.from({ length: randomInt(2, 4) }, () => randomInt(8, 400_000))
      const files = sizes.map((ballast, index) => pdfFile(`${index}.pdf`, makePdf({ ballast })))
      const attempt = { data: mainOf(files.length), files }
      try {
        await this.#create(caller, attempt)
        const signed = this.#take()
        if (signed !== undefined) await this.#sign(caller, signed.document)
        const asked = this.#take()
        if (asked !== undefined) await this.requests.work(caller, asked)
        const free = this.#take()
        if (free !== undefined) await this.acts.work(caller, free)
      } catch (error) {
        // A broken connection is expected, which has a cause; any other error is not.
        if (!(error instanceof TypeError) || error.cause === undefined) throw error
        if (!this.cases.has(attempt.data.id_solicitud_main)) this.#pending.push(attempt)
        return
      }
    }
  }

  async #create(caller: Caller, { data, files }: Pending, statuses = [201]): Promise<void> {
    const response = await caller.upload(createPath, files, data)
    const status = statuses.includes(response.status) ? response.status : statuses[0]!
    this.#acknowledge(await bodyOf<SolicitudMain>(response, status))
  }

  async #sign(caller: Caller, document: string): Promise<void> {
    const body = { id_documento: document, password: passphrase }
    const response = await caller.post('/api/v1/custom_pdf_signing/', body, { 'idempotency-key': randomUUID() })
    const answer = await bodyOf<{ documents: { version: number; sha256: string }[] }>(response, 200)
    const { version, sha256: digest } = answer.documents[0]!
    this.signatures.set(`${document}:${version}`, { document, version, sha256: digest })
  }

  /** Repeats the interrupted requests, as a browser does; each must exist once afterwards. */
  async repeat(origin: string): Promise<void> {
    for (const attempt of this.#pending) await this.#create(this.caller(origin), attempt, [201, 200])
    this.#pending = []
  }

  /** Compares rows, downloads and stored files: of what changed since the last check, or of everything. */
  async check(origin: string, whole: boolean): Promise<void> {
    const caller = this.caller(origin)
    for (const main of whole ? this.#versions.keys() : this.#touched) this.#versions.delete(main)
    this.#touched = new Set()
    for (const main of await this.#unread(caller, whole)) {
      this.#versions.set(main.id_solicitud_main, await this.#checkCase(caller, main))
      const digests = this.cases.get(main.id_solicitud_main)
      if (digests !== undefined && main.solicitudes.length !== digests.length)
        this.problems.push(`acknowledged case ${main.id_solicitud_main} is incomplete`)
    }
    for (const id of this.cases.keys())
      if (!this.#versions.has(id)) this.problems.push(`acknowledged case ${id} is missing`)
    const versions = [...this.#versions.values()].flat()
    const known = new Set(versions)
    for (const { document, version, sha256: digest } of this.signatures.values()) {
      if (!known.has(`${document}:${version}:${digest}`)) this.problems.push(`signature of ${document} is missing`)
    }
    this.problems.push(...(await this.requests.problems(caller, whole)), ...(await this.acts.problems(caller, whole)))
    const digests = versions.map((version) => version.split(':')[2]!)
    this.problems.push(...(await this.#files.problems([...digests, ...this.requests.waitingFiles], whole)))
  }

  /** The cases that no check has read: the newest come first, and those worked on are read by their address. */
  async #unread(caller: Caller, whole: boolean): Promise<SolicitudMain[]> {
    const unread: SolicitudMain[] = []
    for (let page = 1; ; page += 1) {
      const path = `/api/v1/get_list_solicitud_main_type2/?page_size=${pageSize}&page=${page}`
      const list = await caller.read<SolicitudMain[]>(path)
      const fresh = list.filter(({ id_solicitud_main: id }) => !this.#versions.has(id))
      unread.push(...fresh)
      if (list.length < pageSize || (!whole && fresh.length === 0)) return unread
    }
  }

  async #checkCase(caller: Caller, main: SolicitudMain): Promise<string[]> {
    const found: string[] = []
    for (const { id_solicitud, description } of main.solicitudes) {
      const details = await caller.read<SolicitudDetails>(`/api/v1/details_solicitud/${id_solicitud}/`)
      if (!details.history_intact) this.problems.push(`history of ${id_solicitud} is broken`)
      for (const { id_documento } of details.description)
        found.push(...(await this.#checkDocument(caller, id_documento)))
      if (details.description[0]?.id_documento !== description[0]?.id_documento)
        this.problems.push(`first document of ${id_solicitud} is missing`)
    }
    return found
  }

  async #checkDocument(caller: Caller, id: string): Promise<string[]> {
    const found: string[] = []
    const document = await caller.read<DocumentDetails>(`/api/v1/details_document/${id}/`)
    if (document.versions.length !== document.version) this.problems.push(`versions of ${id} have gaps`)
    for (const { version, sha256: digest } of document.versions) {
      const response = await caller.call(`/api/v1/download_document/${id}/?version=${version}`)
      const isWhole = response.status === 200 && sha256(new Uint8Array(await response.arrayBuffer())) === digest
      if (!isWhole) this.problems.push(`version ${version} of ${id} is not what its row says`)
      found.push(`${id}:${version}:${digest}`)
    }
    return found
  }
}

/** Kills the server at the named points in turn, every third time at a random moment. */
async function strike({ child }: ServerProcess, round: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const isRandom = round % 3 === 2
  if (!isRandom) {
    const point = crashPoints[round % crashPoints.length]
    child.send({ point, passes: randomInt(1, 40) })
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), isRandom ? randomInt(20, 1500) : 15_000)
  await ended
  clearTimeout(timer)
}

export type CrashOptions = { kills: number; postgres?: boolean; log?: (line: string) => void }

/**
 * Starts a server over a new installation, lets it work, kills it, starts it again and checks that everything
 * acknowledged since the last check is there and complete; repeats this `kills` times, then checks everything and stops
 * the server. `log` gets one line per kill.
 */
export async function crash({ kills, postgres = false, log = () => {} }: CrashOptions): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-crash-'))
  const database = postgres ? await createPostgresDatabase(async () => {}, 'empty') : undefined
  if (database === undefined) await prepareDatabase(join(folder, 'db'))
  const settings: Record<string, string> = database === undefined ? {} : { DATABASE_URL: database.url }
  const start = async () => await startProcess(folder, settings)
  const office = new CrashedOffice(folder, !postgres)
  let slowestStartMs = 0
  let running = await start()
  const began = Date.now()
  let msPerKill = 0
  try {
    await office.signIn(running.origin)
    for (let round = 0; round < kills; round += 1) {
      const { origin } = running
      await Promise.all([strike(running, round), ...Array.from({ length: workers }, () => office.work(origin))])
      running = await start()
      slowestStartMs = Math.max(slowestStartMs, running.ms)
      await office.check(running.origin, false)
      await office.repeat(running.origin)
      msPerKill = Math.round((Date.now() - began) / (round + 1))
      const { cases, signatures, requests, acts, problems } = office
      log(
        `${round + 1}/${kills}: ${cases.size} cases, ${signatures.size} signatures, ${requests.acts} acts of requests, ` +
          `${acts.count} other acts, ${problems.length} problems, ${msPerKill} ms a kill`,
      )
    }
    await office.check(running.origin, true)
    const stopped = once(running.child, 'exit')
    running.child.kill('SIGTERM')
    const [code] = await stopped
    if (code !== 0) office.problems.push(`stopping ended with ${code}`)
    const where = database === undefined ? { folder: join(folder, 'db') } : { url: database.url }
    const stored = await openDatabase({ ...where, logger: silentLogger, limitRows: false })
    office.problems.push(...(await office.acts.missingEvents(stored)))
    await stored.close()
  } finally {
    running.child.kill('SIGKILL')
    if (database !== undefined) await dropPostgresDatabase(database.name)
    await rm(folder, { recursive: true, force: true })
  }
  const { cases, signatures, requests, acts, problems } = office
  const acknowledged = {
    cases: cases.size,
    signatures: signatures.size,
    requests: requests.acts,
    acts: acts.count,
  }
  return { kills, acknowledged, slowestStartMs, msPerKill, problems }
}
