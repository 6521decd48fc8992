// Memory of a server under steady work: its own process, driven by clients over the loopback. Linux: reads /proc.
import type { PageImages } from '@foja/contracts/common'
import type { Document } from '@foja/contracts/documents'
import type { SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import { makePdf } from '@foja/testing/pdfs'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, createPath, mainOf, type Caller } from '../../apps/server/test/office.ts'
import { giveSigner } from '../../apps/server/test/people.ts'
import { signInProcess, startNewProcess, type ServerProcess } from '../../apps/server/test/server-process.ts'
import { sign, signedOf } from '../../apps/server/test/signing.ts'

/** `mixed`: 10 % new case files, 3 % signatures, the rest reading. `upload`: only new case files, with large pages. */
export const works = ['mixed', 'upload'] as const
type Work = (typeof works)[number]

export type MemoryBench = {
  database: 'embedded' | 'postgres'
  work: Work
  clients: number
  minutes: number
  noise: number
}

/** Megabytes of the process. */
const goals = { embedded: { idle: 450, most: 900 }, postgres: { idle: 250, most: 900 } }
/** Megabytes a minute in the second half of the run. */
const growthGoal = 20
/** Mean of the last minute, in means of the minute after the fifth. */
const laterGoal = 1.1

/** An access token lasts ten minutes. */
const tokenMs = 5 * 60_000

const listPath = '/api/v1/get_list_solicitud_main_type2/?pagination=1'
const megabyte = 1024

/** `files`: the part that the kernel can take back, since it can be read from its files again. */
type Sample = { at: number; mb: number; files: number }

async function residentOf({ child }: ServerProcess, at: number): Promise<Sample> {
  const status = await readFile(`/proc/${child.pid}/status`, 'latin1')
  const read = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / megabyte
  return { at, mb: read('VmRSS'), files: read('RssFile') }
}

const textOf = ({ mb, files }: Sample): string => `${mb.toFixed(0)} MB (${files.toFixed(0)} de archivos)`

type Tally = { answers: number; created: number; signed: number; refused: number }

/** Repeats the work until `until`; what is read are the newest documents and those of the list. */
async function work(caller: Caller, { work: kind }: MemoryBench, until: number, tally: Tally): Promise<void> {
  let own: Document | null = null
  for (let turn = 0; performance.now() < until; turn += 1) {
    const step = turn % 100
    const isNew = kind === 'upload' || step % 10 === 0
    if (isNew) own = (await createCase(caller, kind, tally)) ?? own
    else if (step % 33 === 1 && own !== null) tally.signed += await signOne(caller, own)
    else await read(caller, step)
    tally.answers += 1
  }
}

let files = 0

/** A1: takes longer to draw than to upload, on any machine. */
const large = [0, 0, 1684, 2384]

/** Files differ, so that no page is in the cache. */
async function createCase(caller: Caller, kind: Work, tally: Tally): Promise<Document | null> {
  const bytes = makePdf({
    pages: 3,
    catalog: `/Foja (${(files += 1)})`,
    mediaBox: kind === 'upload' ? large : [0, 0, 595, 842],
  })
  const response = await caller.upload(createPath, [{ name: 'acta.pdf', bytes, type: 'application/pdf' }], mainOf(1))
  if (response.status === 503) {
    tally.refused += 1
    await response.body?.cancel()
    return null
  }
  tally.created += 1
  return (await bodyOf<SolicitudMain>(response, 201)).solicitudes[0]!.description[0]!
}

async function signOne(caller: Caller, document: Document): Promise<number> {
  await signedOf(await sign(caller, document))
  return 1
}

/** In turns: a list, the pages of a document, a page, the document itself. */
async function read(caller: Caller, step: number): Promise<void> {
  const page = 1 + (step % 7)
  const { results } = await caller.read<SolicitudMainPage>(`${listPath}&page=${step % 4 === 0 ? page : 1}`)
  const document = results[step % Math.max(1, results.length)]?.solicitudes[0]?.description[0]
  if (document === undefined || step % 4 === 0) return
  if (step % 4 === 3) {
    const file = await caller.call(`/api/v1/download_document/${document.id_documento}/`)
    await file.arrayBuffer()
    return
  }
  const images = await bodyOf<PageImages>(
    await caller.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path }),
    200,
  )
  const shown = await caller.call(images.pages[step % images.pages.length]!.url)
  await shown.arrayBuffer()
}

/** Prints the memory every quarter of a minute. Returns the goals that were missed. */
export async function benchMemory(options: MemoryBench, say: (line: string) => void): Promise<string[]> {
  const { database, clients, minutes, noise } = options
  const postgres = database === 'postgres' ? await createPostgresDatabase(async () => {}, 'empty') : null
  const { server, caller, stop } = await startNewProcess(postgres === null ? {} : { DATABASE_URL: postgres.url })
  try {
    await pause(10_000)
    const idle = await residentOf(server, 0)
    say(`Memoria del proceso (${database}, ${clients} clientes, ${options.work}): en reposo ${textOf(idle)}`)
    await giveSigner(caller, 'Ana Prueba')
    const tally: Tally = { answers: 0, created: 0, signed: 0, refused: 0 }
    const began = performance.now()
    const until = began + minutes * 60_000
    const samples: Sample[] = []
    const look = async () => {
      const sample = await residentOf(server, (performance.now() - began) / 60_000)
      samples.push(sample)
      const { answers, created, signed, refused } = tally
      const done = `${answers} respuestas, ${created} expedientes, ${signed} firmas, ${refused} rechazos 503`
      say(`  ${sample.at.toFixed(2).padStart(6)} min  ${textOf(sample)}  ${done}`)
    }
    const watch = setInterval(() => void look(), 15_000)
    const renew = async () => void (caller.token = await signInProcess(server.origin))
    const renewal = setInterval(() => void renew(), tokenMs)
    await Promise.all(Array.from({ length: clients }, () => work(caller, options, until, tally)))
    clearInterval(watch)
    clearInterval(renewal)
    await look()
    await pause(60_000)
    const rest = await residentOf(server, 0)
    const most = Math.max(...samples.map(({ mb }) => mb))
    const growth = slopeOf(samples.filter(({ at }) => at > minutes / 2))
    const later = meanOf(samples, minutes - 1) / meanOf(samples, 5)
    say(
      `  más alta ${most.toFixed(0)} MB · segunda mitad ${growth.toFixed(0)} MB por minuto · tras un minuto ${textOf(rest)}`,
    )
    if (minutes > 6) say(`  último minuto / el que sigue al quinto: ${later.toFixed(2)}`)
    const goal = goals[database]
    const missed = [
      idle.mb > goal.idle * noise ? `en reposo ≤ ${goal.idle} MB` : '',
      most > goal.most * noise ? `más alta ≤ ${goal.most} MB` : '',
      growth > growthGoal * noise ? `≤ ${growthGoal} MB por minuto` : '',
      minutes > 6 && later > laterGoal ? `último minuto ≤ ${laterGoal} veces el que sigue al quinto` : '',
      tally.refused > 0 ? 'ningún rechazo' : '',
    ]
    return missed.filter(Boolean)
  } finally {
    await stop()
    if (postgres !== null) await dropPostgresDatabase(postgres.name)
  }
}

/** Mean of the minute that begins at `from`. */
function meanOf(samples: readonly Sample[], from: number): number {
  const minute = samples.filter(({ at }) => at > from && at <= from + 1).map(({ mb }) => mb)
  return minute.reduce((sum, mb) => sum + mb, 0) / minute.length
}

/** Least squares. */
function slopeOf(samples: readonly { at: number; mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const [at, mb] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one.mb))]
  const below = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return below === 0 ? 0 : samples.reduce((sum, one) => sum + (one.at - at) * (one.mb - mb), 0) / below
}
