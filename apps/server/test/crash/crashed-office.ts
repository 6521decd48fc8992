import type { DocumentDetails } from '@foja/contracts/documents'
import type { SolicitudDetails, SolicitudMain } from '@foja/contracts/solicitudes'
import { makePdf } from '@foja/testing/pdfs'
import { randomInt, randomUUID } from 'node:crypto'
import { bodyOf, Caller, createPath, mainOf, pdfFile } from '../office.ts'
import { giveSigner, passphrase } from '../people.ts'
import { processAdmin, signInProcess } from '../server-process.ts'
import { CrashedActs } from './crashed-acts.ts'
import { CrashedFiles, sha256 } from './crashed-files.ts'
import { CrashedRequests, type FreeDocument } from './crashed-requests.ts'

type Pending = { data: ReturnType<typeof mainOf>; files: ReturnType<typeof pdfFile>[] }

const workers = 3
const pageSize = 100
/** Less than half of what an access token lives. */
const renewMs = 4 * 60_000

/** How much of each kind was acknowledged. */
export type Acknowledged = { cases: number; signatures: number; requests: number; acts: number }

/** An installation that outlives the servers killed over it, and what these acknowledged. */
export class CrashedOffice {
  readonly cases = new Map<string, string[]>()
  readonly signatures = new Map<string, { document: string; version: number; sha256: string }>()
  readonly problems: string[] = []
  requests = new CrashedRequests()
  acts = new CrashedActs()
  /** Called after each acknowledged step of the work. */
  onStep = () => {}
  /** The work ends with the steps that run. */
  isDone = false
  readonly #files: CrashedFiles
  #pending: Pending[] = []
  #loops = 0
  #signedIn = 0
  #free: FreeDocument[] = []
  #token = ''
  /** What the checks read of each case: its row, and the versions of its documents as `document:version:digest`. */
  readonly #read = new Map<string, { main: SolicitudMain; versions: string[] }>()
  /** Cases that were worked on since the last check. */
  #touched = new Set<string>()

  /** `alone`: as of `CrashedFiles`. */
  constructor(folder: string, alone: boolean, files = new CrashedFiles(folder, alone)) {
    this.#files = files
  }

  /** What was acknowledged until now, to be looked for in `folder`, of which this office is the only user. */
  copyFor(folder: string): CrashedOffice {
    const copy = new CrashedOffice(folder, true, this.#files.copyFor(folder))
    for (const [id, digests] of this.cases) copy.cases.set(id, digests)
    for (const [key, signature] of this.signatures) copy.signatures.set(key, signature)
    copy.requests = this.requests.copy()
    copy.acts = this.acts.copy()
    copy.#token = this.#token
    return copy
  }

  get acknowledged(): Acknowledged {
    const { cases, signatures, requests, acts } = this
    return { cases: cases.size, signatures: signatures.size, requests: requests.acts, acts: acts.count }
  }

  caller(origin: string): Caller {
    return new Caller(origin, '', processAdmin.email, this.#token)
  }

  async signIn(origin: string): Promise<void> {
    await this.renew(origin)
    const caller = this.caller(origin)
    await giveSigner(caller, 'Quien Firma')
    await this.acts.prepare(caller)
    await this.#files.begin()
  }

  /** Signs in again before the token ends. */
  async renew(origin: string): Promise<void> {
    if (Date.now() - this.#signedIn < renewMs) return
    this.#token = await signInProcess(origin)
    this.#signedIn = Date.now()
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
    await Promise.all(Array.from({ length: workers }, () => this.#work(origin)))
  }

  async #work(origin: string): Promise<void> {
    const caller = this.caller(origin)
    while (!this.isDone) {
      const sizes = Array.from({ length: randomInt(2, 4) }, () => randomInt(8, 400_000))
      const files = sizes.map((ballast, index) => pdfFile(`${index}.pdf`, makePdf({ ballast })))
      const attempt = { data: mainOf(files.length), files }
      try {
        await this.#create(caller, attempt)
        this.onStep()
        const steps = [
          (free: FreeDocument) => this.#sign(caller, free.document),
          (free: FreeDocument) => this.requests.work(caller, free),
          (free: FreeDocument) => this.acts.work(caller, free),
        ]
        // Another one first each time, as the server may be killed before the next.
        this.#loops += 1
        const first = this.#loops % steps.length
        for (const step of [...steps.slice(first), ...steps.slice(0, first)]) {
          const free = this.#take()
          if (free === undefined || this.isDone) continue
          await step(free)
          this.onStep()
        }
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
    // A try that a kill interrupts stays counted as one with a wrong passphrase; after ten, signing pauses for minutes.
    if (response.status === 400 && (await response.clone().text()).includes('passphrase_paused')) return
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
    if (whole) this.#read.clear()
    for (const main of await this.#unread(caller, whole)) {
      this.#read.set(main.id_solicitud_main, { main, versions: await this.#checkCase(caller, main) })
      const digests = this.cases.get(main.id_solicitud_main)
      if (digests !== undefined && main.solicitudes.length !== digests.length)
        this.problems.push(`acknowledged case ${main.id_solicitud_main} is incomplete`)
    }
    for (const id of this.cases.keys())
      if (!this.#read.has(id)) this.problems.push(`acknowledged case ${id} is missing`)
    const versions = [...this.#read.values()].flatMap((one) => one.versions)
    const known = new Set(versions)
    for (const { document, version, sha256: digest } of this.signatures.values()) {
      if (!known.has(`${document}:${version}:${digest}`)) this.problems.push(`signature of ${document} is missing`)
    }
    this.problems.push(...(await this.requests.problems(caller, whole)), ...(await this.acts.problems(caller, whole)))
    const digests = versions.map((version) => version.split(':')[2]!)
    this.problems.push(...(await this.#files.problems([...digests, ...this.requests.waitingFiles], whole)))
  }

  /** The cases that no check has read, of which the newest come first, and those that were worked on since. */
  async #unread(caller: Caller, whole: boolean): Promise<SolicitudMain[]> {
    const unread: SolicitudMain[] = []
    for (let page = 1; ; page += 1) {
      const path = `/api/v1/get_list_solicitud_main_type2/?page_size=${pageSize}&page=${page}`
      const list = await caller.read<SolicitudMain[]>(path)
      const fresh = list.filter(({ id_solicitud_main: id }) => !this.#read.has(id))
      unread.push(...fresh)
      if (list.length < pageSize || (!whole && fresh.length === 0)) break
    }
    const touched = [...this.#touched].flatMap((id) => this.#read.get(id)?.main ?? [])
    this.#touched = new Set()
    return [...unread, ...touched]
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
