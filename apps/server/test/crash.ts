import type { DocumentDetails } from '@foja/contracts/documents'
import type { SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import { makePdf } from '@foja/testing/pdfs'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CrashedRequests, type FreeDocument } from './crash-requests.ts'
import { bodyOf, Caller, createPath, mainOf, pdfFile } from './office.ts'
import { giveSigner, passphrase } from './people.ts'
import { processAdmin, signInProcess, startProcess, type ServerProcess } from './server-process.ts'

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
  acknowledged: { cases: number; signatures: number; requests: number }
  slowestStartMs: number
  problems: string[]
}

type Pending = { data: ReturnType<typeof mainOf>; files: ReturnType<typeof pdfFile>[] }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const workers = 3
/** How long the sweep after a start may take, in milliseconds. */
const sweepMs = 30_000

/** A data folder that outlives the servers killed over it, and what they acknowledged. */
class CrashedOffice {
  readonly folder: string
  readonly cases = new Map<string, string[]>()
  readonly signatures = new Map<string, { document: string; version: number; sha256: string }>()
  readonly problems: string[] = []
  pending: Pending[] = []
  free: FreeDocument[] = []
  readonly requests = new CrashedRequests()
  token = ''

  constructor(folder: string) {
    this.folder = folder
  }

  caller(origin: string): Caller {
    return new Caller(origin, '', processAdmin.email, this.token)
  }

  async signIn(origin: string): Promise<void> {
    this.token = await signInProcess(origin)
    await giveSigner(this.caller(origin), 'Quien Firma')
  }

  acknowledge(main: SolicitudMain): void {
    const documents = main.solicitudes.map((one) => one.description[0]!)
    this.cases.set(
      main.id_solicitud_main,
      documents.map((one) => one.sha256),
    )
    for (const { id_solicitud, description } of main.solicitudes) {
      const places = { solicitud: id_solicitud, main: main.id_solicitud_main }
      this.free.push({ document: description[0]!.id_documento, ...places })
    }
  }

  /** Creates, signs and goes through requests until the server is killed. */
  async work(origin: string): Promise<void> {
    const caller = this.caller(origin)
    for (;;) {
      const sizes = Array.from({ length: randomInt(1, 3) }, () => randomInt(8, 400_000))
      const files = sizes.map((ballast, index) => pdfFile(`${index}.pdf`, makePdf({ ballast })))
      const attempt = { data: mainOf(files.length), files }
      try {
        await this.create(caller, attempt)
        const free = this.free.shift()
        if (free !== undefined) await this.sign(caller, free.document)
        const asked = this.free.shift()
        if (asked !== undefined) await this.requests.work(caller, asked)
      } catch (error) {
        // A broken connection is expected, which has a cause; any other error is not.
        if (!(error instanceof TypeError) || error.cause === undefined) throw error
        if (!this.cases.has(attempt.data.id_solicitud_main)) this.pending.push(attempt)
        return
      }
    }
  }

  async create(caller: Caller, { data, files }: Pending, statuses = [201]): Promise<void> {
    const response = await caller.upload(createPath, files, data)
    const status = statuses.includes(response.status) ? response.status : statuses[0]!
    this.acknowledge(await bodyOf<SolicitudMain>(response, status))
  }

  async sign(caller: Caller, document: string): Promise<void> {
    const body = { id_documento: document, password: passphrase }
    const response = await caller.post('/api/v1/custom_pdf_signing/', body, { 'idempotency-key': randomUUID() })
    const answer = await bodyOf<{ documents: { version: number; sha256: string }[] }>(response, 200)
    const { version, sha256: digest } = answer.documents[0]!
    this.signatures.set(`${document}:${version}`, { document, version, sha256: digest })
  }

  /** Repeats the interrupted requests, as a browser does; each must exist once afterwards. */
  async repeat(origin: string): Promise<void> {
    for (const attempt of this.pending) await this.create(this.caller(origin), attempt, [201, 200])
    this.pending = []
  }

  /** Compares rows, downloads and stored files. */
  async check(origin: string): Promise<void> {
    const caller = this.caller(origin)
    const listPath = '/api/v1/get_list_solicitud_main_type2/?page_size=100'
    const mains: SolicitudMain[] = []
    for (let page = 1; ; page += 1) {
      const list = await caller.read<SolicitudMain[]>(`${listPath}&page=${page}`)
      mains.push(...list)
      if (list.length < 100) break
    }
    const versions: string[] = []
    for (const main of mains) versions.push(...(await this.checkCase(caller, main)))
    for (const [id, digests] of this.cases) {
      const main = mains.find((one) => one.id_solicitud_main === id)
      if (main?.solicitudes.length !== digests.length) this.problems.push(`acknowledged case ${id} is missing`)
    }
    for (const { document, version, sha256: digest } of this.signatures.values()) {
      if (!versions.includes(`${document}:${version}:${digest}`))
        this.problems.push(`signature of ${document} is missing`)
    }
    this.problems.push(...(await this.requests.problems(caller)))
    const digests = versions.map((version) => version.split(':')[2]!)
    await this.checkFolder([...digests, ...(await this.requests.waitingFiles(caller))])
  }

  async checkCase(caller: Caller, main: SolicitudMain): Promise<string[]> {
    const found: string[] = []
    for (const { id_solicitud, description } of main.solicitudes) {
      const details = await caller.read<SolicitudDetails>(`/api/v1/details_solicitud/${id_solicitud}/`)
      if (!details.history_intact) this.problems.push(`history of ${id_solicitud} is broken`)
      for (const { id_documento } of details.description)
        found.push(...(await this.checkDocument(caller, id_documento)))
      if (details.description[0]?.id_documento !== description[0]?.id_documento)
        this.problems.push(`first document of ${id_solicitud} is missing`)
    }
    return found
  }

  async checkDocument(caller: Caller, id: string): Promise<string[]> {
    const found: string[] = []
    const document = await caller.read<DocumentDetails>(`/api/v1/details_document/${id}/`)
    if (document.versions.length !== document.version) this.problems.push(`versions of ${id} have gaps`)
    for (const { version, sha256: digest } of document.versions) {
      const response = await caller.call(`/api/v1/download_document/${id}/?version=${version}`)
      const whole = response.status === 200 && sha256(new Uint8Array(await response.arrayBuffer())) === digest
      if (!whole) this.problems.push(`version ${version} of ${id} is not what its row says`)
      found.push(`${id}:${version}:${digest}`)
    }
    return found
  }

  /** Checks that versions and files match one to one and that no temporary file is left, once the sweep has ended. */
  async checkFolder(digests: string[]): Promise<void> {
    for (const deadline = Date.now() + sweepMs; ; await delay(50)) {
      const problems = await this.folderProblems(digests)
      if (problems.length === 0) return
      if (Date.now() > deadline) return void this.problems.push(...problems)
    }
  }

  async folderProblems(digests: string[]): Promise<string[]> {
    const files = join(this.folder, 'files')
    const unfinished = (await readdir(join(files, 'tmp'))).length
    const problems = unfinished > 0 ? [`${unfinished} temporary files are left`] : []
    const entries = await readdir(join(files, 'objects'), { recursive: true, withFileTypes: true })
    const objects: string[] = []
    for (const entry of entries) {
      // The sweep may delete it meanwhile.
      const bytes = entry.isFile() ? await readFile(join(entry.parentPath, entry.name)).catch(() => null) : null
      if (bytes !== null) objects.push(sha256(bytes))
    }
    if (objects.toSorted().join() !== digests.toSorted().join()) {
      problems.push(`${objects.length} stored objects for ${digests.length} versions`)
    }
    return problems
  }
}

/** Kills the server at the named points in turn, every third time at a random moment. */
async function strike({ child }: ServerProcess, round: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const isRandom = round % 3 === 2
  if (!isRandom) {
    const point = crashPoints[round % crashPoints.length]
    child.send({ point, passes: randomInt(1, 15) })
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), isRandom ? randomInt(20, 1500) : 15_000)
  await ended
  clearTimeout(timer)
}

/**
 * Starts a server over a new folder, lets it work, kills it, starts it again and checks that everything acknowledged is
 * there and complete; repeats this `kills` times and stops the server. `log` gets one line per kill.
 */
export async function crash(kills: number, log: (line: string) => void = () => {}): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-crash-'))
  const office = new CrashedOffice(folder)
  let slowestStartMs = 0
  let running = await startProcess(folder)
  try {
    await office.signIn(running.origin)
    for (let round = 0; round < kills; round += 1) {
      const { origin } = running
      await Promise.all([strike(running, round), ...Array.from({ length: workers }, () => office.work(origin))])
      running = await startProcess(folder)
      slowestStartMs = Math.max(slowestStartMs, running.ms)
      await office.check(running.origin)
      await office.repeat(running.origin)
      log(
        `${round + 1}/${kills}: ${office.cases.size} cases, ${office.signatures.size} signatures, ${office.requests.acts} acts of requests, ${office.problems.length} problems`,
      )
    }
    await office.check(running.origin)
    const stopped = once(running.child, 'exit')
    running.child.kill('SIGTERM')
    const [code] = await stopped
    if (code !== 0) office.problems.push(`stopping ended with ${code}`)
  } finally {
    running.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  const acknowledged = { cases: office.cases.size, signatures: office.signatures.size, requests: office.requests.acts }
  return { kills, acknowledged, slowestStartMs, problems: office.problems }
}
