// npm run lighthouse: Lighthouse on the main pages as on a phone. Fails below the goals: accessibility and best practices
// 1.00, layout shift 0.02, and performance 0.93, which is the median of three where the first run misses it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makePdf } from '@foja/testing/pdfs'
import { browserOptions } from '@foja/testing/browser'
import { chromium } from 'playwright-core'
import { newFolder, startFoja } from '../e2e/support/foja.ts'
import { installOffice, makeCase } from '../e2e/support/wire.ts'
import { root } from './run.ts'

const goals = { performance: 0.93, accessibility: 1, 'best-practices': 1 } as const
const mostShift = 0.02
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

const scoreOf = ({ categories }: Report, category: Category): number => categories[category].score ?? 0

async function measure(lighthouse: Lighthouse, url: string, port: number): Promise<Report> {
  const once = async () => {
    const result = await lighthouse(url, { port, onlyCategories: Object.keys(goals), logLevel: 'error' })
    if (result === undefined) throw new Error(`no report of ${url}`)
    return result.lhr
  }
  const first = await once()
  if (scoreOf(first, 'performance') >= goals.performance) return first
  const runs = [first, await once(), await once()]
  return runs.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[1]!
}

/** What is below its goal, in words. */
function missesOf(report: Report): string[] {
  const shift = report.audits['cumulative-layout-shift']?.numericValue ?? 1
  const failed = Object.values(report.audits).filter(({ score }) => score !== null && score < 0.9)
  return [
    ...(Object.keys(goals) as Category[])
      .filter((category) => scoreOf(report, category) < goals[category])
      .map((category) => `${category} ${scoreOf(report, category)}: ${failed.map(({ title }) => title).join('; ')}`),
    ...(shift > mostShift ? [`layout shift ${shift}`] : []),
  ]
}

/** Measures each page and prints a line each; returns those below a goal. */
export async function runLighthouse(): Promise<{ passed: number; missed: string[] }> {
  const lighthouse = await loadLighthouse()
  const folder = await newFolder()
  const foja = await startFoja({}, folder)
  const port = await freePort()
  const profile = await newFolder()
  const options = await browserOptions()
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext(profile, { ...options, args })
  const missed: string[] = []
  let passed = 0
  try {
    await installOffice(context, foja.origin)
    const made = await makeCase(context, foja.origin, 'Cuotas atrasadas', 'Convenio.pdf', makePdf({ pages: 3 }))
    const document = `/documentos/${made.document.id_documento}`
    const pages = ['/ingresar', '/', '/solicitudes', `/solicitudes/${made.id_solicitud}`, document, '/verificar']
    for (const page of pages) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const report = await measure(lighthouse, `${foja.origin}${page}`, port)
      const misses = missesOf(report)
      const scores = (Object.keys(goals) as Category[]).map((category) => `${category} ${scoreOf(report, category)}`)
      console.log(
        `${misses.length === 0 ? '✓' : '✗'} ${page.split('/')[1] === '' ? 'home' : page}: ${scores.join(', ')}`,
      )
      if (misses.length === 0) passed += 1
      missed.push(...misses.map((miss) => `${page}: ${miss}`))
    }
  } finally {
    await context.close()
    await foja.stop()
    await rm(profile, { recursive: true, force: true })
  }
  return { passed, missed }
}

if (import.meta.main) {
  const { missed } = await runLighthouse()
  for (const miss of missed) console.error(miss)
  process.exit(missed.length > 0 ? 1 : 0)
}
