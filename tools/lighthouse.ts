// npm run lighthouse: Lighthouse on the main pages as on a phone. Fails below the goals: accessibility and best practices
// 1.00, layout shift 0.02, and performance 0.93, which is the median of three where the first run misses it.
// Run it on a calm machine: performance depends on what else it does.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makePdf } from '@foja/testing/pdfs'
import { browserOptions } from '@foja/testing/browser'
import { chromium } from 'playwright-core'
import { newFolder, startFoja } from '../e2e/support/foja.ts'
import { createOffice } from '../e2e/support/create-office.ts'
import { enter, makeCase } from '../e2e/support/wire.ts'
import { root } from './run.ts'

const goals = { performance: 0.93, accessibility: 1, 'best-practices': 1 } as const
const mostShift = 0.02
const signIn = '/ingresar'
type Category = keyof typeof goals

type Report = {
  categories: Record<Category, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

/** Installs Lighthouse in its own folder, as it is larger than the rest of what the tests need. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(root, 'tools/lighthouse')
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (status !== 0) throw new Error('Lighthouse was not installed')
  }
  return ((await import(entry)) as { default: Lighthouse }).default
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

/** First and largest paint, time blocked and speed index, in seconds. */
function timesOf({ audits }: Report): string {
  const seconds = (name: string) => ((audits[name]?.numericValue ?? 0) / 1000).toFixed(2)
  const [first, largest] = [seconds('first-contentful-paint'), seconds('largest-contentful-paint')]
  return `paint ${first} and ${largest} s, blocked ${seconds('total-blocking-time')} s, speed ${seconds('speed-index')} s`
}

const scoreOf = ({ categories }: Report, category: Category): number => categories[category].score ?? 0

/** Milliseconds. The live stream of a signed-in page never ends, so it waits as long as this. */
const maxWaitForLoad = 15_000

async function measure(lighthouse: Lighthouse, url: string, port: number): Promise<Report> {
  const once = async () => {
    const flags = { port, onlyCategories: Object.keys(goals), logLevel: 'error', maxWaitForLoad }
    const result = await lighthouse(url, flags)
    if (result === undefined) throw new Error(`no report of ${url}`)
    return result.lhr
  }
  const first = await once()
  if (scoreOf(first, 'performance') >= goals.performance) return first
  const runs = [first, await once(), await once()]
  return runs.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[1]!
}

/** What is below its goal, in words. */
export function missesOf(report: Report): string[] {
  const shift = report.audits['cumulative-layout-shift']?.numericValue ?? 1
  const failed = Object.values(report.audits).filter(({ score }) => score !== null && score < 0.9)
  return [
    ...(Object.keys(goals) as Category[])
      .filter((category) => scoreOf(report, category) < goals[category])
      .map((category) => `${category} ${scoreOf(report, category)}: ${failed.map(({ title }) => title).join('; ')}`),
    ...(shift > mostShift ? [`layout shift ${shift}`] : []),
  ]
}

/** A browser of its own, so that one that crashed does not stop the other pages; signed in but for sign-in itself. */
async function withBrowser<T>(origin: string, page: string, work: (port: number) => Promise<T>): Promise<T> {
  const port = await freePort()
  const profile = await newFolder()
  const options = await browserOptions()
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`, '--accept-lang=es-EC']
  const context = await chromium.launchPersistentContext(profile, { ...options, args })
  try {
    if (page !== signIn) await enter(context, origin)
    return await work(port)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Measures a page; once more, and says so, if its browser fails: on a busy machine it may close. */
async function measurePage(lighthouse: Lighthouse, origin: string, page: string): Promise<Report> {
  const work = (port: number) => measure(lighthouse, `${origin}${page}`, port)
  try {
    return await withBrowser(origin, page, work)
  } catch (error) {
    console.warn(`${page}: measured once more, as the browser failed: ${String(error)}`)
    return withBrowser(origin, page, work)
  }
}

/** The pages, with a case of its own. */
async function preparePages(origin: string): Promise<string[]> {
  await createOffice(origin)
  const browser = await chromium.launch(await browserOptions())
  try {
    const context = await browser.newContext()
    await enter(context, origin)
    const made = await makeCase(context, origin, 'Cuotas atrasadas', 'Convenio.pdf', makePdf({ pages: 3 }))
    const document = `/documentos/${made.document.id_documento}`
    return [signIn, '/', '/solicitudes', `/solicitudes/${made.id_solicitud}`, document, '/verificar']
  } finally {
    await browser.close()
  }
}

/** Measures each page and prints a line each; returns what is below its goal. */
export async function runLighthouse(): Promise<{ passed: number; failures: string[] }> {
  const lighthouse = await loadLighthouse()
  const foja = await startFoja({}, await newFolder())
  const outcome = { passed: 0, failures: [] as string[] }
  try {
    for (const page of await preparePages(foja.origin)) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const report = await measurePage(lighthouse, foja.origin, page)
      const misses = missesOf(report)
      const scores = (Object.keys(goals) as Category[]).map((category) => `${category} ${scoreOf(report, category)}`)
      console.log(
        `${misses.length === 0 ? '✓' : '✗'} ${page === '/' ? 'home' : page}: ${scores.join(', ')} (${timesOf(report)})`,
      )
      outcome.passed += misses.length === 0 ? 1 : 0
      outcome.failures.push(...misses.map((miss) => `${page}: ${miss}`))
    }
  } finally {
    await foja.stop()
  }
  return outcome
}

if (import.meta.main) {
  const { failures } = await runLighthouse()
  for (const failure of failures) console.error(failure)
  process.exit(failures.length > 0 ? 1 : 0)
}
