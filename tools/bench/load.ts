// Many at once on both databases in the same run: fifty connections that read the list, twenty uploads of 10 MB.
// Linux: reads /proc.
import { makePdf } from '@foja/testing/pdfs'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { createPath, mainOf, pdfFile, type Caller } from '../../apps/server/test/office.ts'
import { startNewProcess, watchMemory } from '../../apps/server/test/server-process.ts'

const connections = 50
const seconds = 20
const cases = 200
const uploads = 20
const uploadBytes = 10_000_000
/** Milliseconds of the slowest hundredth; embedded requests for each of PostgreSQL; megabytes of the uploads. */
const goals = { p99: 1000, share: 0.5, uploads: 150 }

const listPath = '/api/v1/get_list_solicitud_main_type2/?pagination=1&page_size=20'

type Figures = { perSecond: number; p99: number; uploadMb: number; refused: number }

/** The first request of each connection counts too. */
async function readLists(caller: Caller): Promise<{ perSecond: number; p99: number }> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const readOn = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      await caller.read(listPath)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, readOn))
  const sorted = times.toSorted((a, b) => a - b)
  return { perSecond: times.length / seconds, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

async function create(caller: Caller, ballast: number): Promise<boolean> {
  const response = await caller.upload(createPath, [pdfFile('acta.pdf', makePdf({ ballast }))], mainOf(1))
  await response.body?.cancel()
  return response.status === 201
}

async function measure(database: 'embedded' | 'postgres'): Promise<Figures> {
  const postgres = database === 'postgres' ? await createPostgresDatabase(async () => {}, 'empty') : null
  const { server, caller, stop } = await startNewProcess(postgres === null ? {} : { DATABASE_URL: postgres.url })
  try {
    for (let done = 0; done < cases; done += 10) {
      const made = await Promise.all(Array.from({ length: 10 }, () => create(caller, 1000)))
      if (made.includes(false)) throw new Error('a case was not created')
    }
    const lists = await readLists(caller)
    const grown = await watchMemory(server.child)
    const made = await Promise.all(Array.from({ length: uploads }, () => create(caller, uploadBytes)))
    const refused = made.filter((isMade) => !isMade).length
    return { ...lists, uploadMb: (await grown()) / 1e6, refused }
  } finally {
    await stop()
    if (postgres !== null) await dropPostgresDatabase(postgres.name)
  }
}

/** Prints a line for each database; returns the missed goals. */
export async function benchLoad(noise: number, say: (line: string) => void): Promise<string[]> {
  const missed: string[] = []
  const [embedded, postgres] = [await measure('embedded'), await measure('postgres')]
  for (const [name, { perSecond, p99, uploadMb, refused }] of Object.entries({ embedded, postgres })) {
    say(
      `${name.padEnd(10)} lista con ${connections} conexiones: ${perSecond.toFixed(0)} por segundo, p99 ${p99.toFixed(0)} ms · ` +
        `${uploads} archivos de 10 MB: +${uploadMb.toFixed(0)} MB, ${refused} rechazos`,
    )
    if (p99 > goals.p99 * noise) missed.push(`${name}: p99 ≤ ${goals.p99} ms`)
    if (uploadMb > goals.uploads * noise) missed.push(`${name}: ≤ +${goals.uploads} MB`)
    if (refused > 0) missed.push(`${name}: ningún rechazo`)
  }
  const share = embedded.perSecond / postgres.perSecond
  say(`integrada / PostgreSQL: ${share.toFixed(2)}`)
  if (share < goals.share / noise) missed.push(`integrada ≥ ${goals.share} de PostgreSQL`)
  return missed
}
