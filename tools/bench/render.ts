// Drawing pages, compared with poppler's pdftoppm, started per page, and with a native pdfium.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textPdf } from '../../packages/pdf/test/build-pdf.ts'
import { photograph } from '../../packages/pdf/test/pixels.ts'
import { scanOf, scanPdf } from '../../packages/pdf/test/scan.ts'
import { closeDocument, closePage, drawPage, loadPage, openDocument } from '../../packages/pdf/src/pdfium-document.ts'
import { createPdfium, type PdfiumInstance } from '../../packages/pdf/src/pdfium-instance.ts'
import { compiledPdfium } from '../../packages/pdf/src/pdfium-module.ts'
import { createRenderer, PdfError, type Renderer } from '../../packages/pdf/src/renderer.ts'
import { createCase, bodyOf, pdfFile, startOffice } from '../../apps/server/test/office.ts'
import { heading, report, runContest, type Contest, type Result } from './contest.ts'
import { median } from './scenario.ts'

export type RenderBench = { noise: number; folder: string | undefined }

type Stage = { renderer: Renderer; folder: string; pages: Page[]; noise: number; say: (line: string) => void }
type Page = { name: 'texto' | 'escaneo' | 'foto'; bytes: Uint8Array; path: string }

const dpi = 110
const maxHeapBytes = 512 * 1024 * 1024

/** Allowed ratios, from rendering.md. There is no target for a drawn photograph. */
const goals = {
  raw: 2,
  png: { texto: 0.15, escaneo: 0.3, foto: 0.3 },
  jpeg: { texto: 2, escaneo: 1.1, foto: null },
  first: 0.8,
  cacheMs: 5,
} as const

const has = (program: string): boolean => spawnSync(program, ['-v']).error === undefined

/** Prints the times and returns the targets missed by more than the noise. */
export async function benchRender({ noise, folder }: RenderBench, say: (line: string) => void): Promise<string[]> {
  if (!has('pdftoppm')) throw new Error('pdftoppm is not installed (apt-get install poppler-utils)')
  const temporary = mkdtempSync(join(tmpdir(), 'foja-bench-'))
  const renderer = await createRenderer({ threads: 1 })
  try {
    await renderer.ready
    const stage = { renderer, folder: temporary, pages: await makePages(temporary, renderer), noise, say }
    return [
      ...(await beside(stage)),
      ...(await besideNative(stage)),
      ...(await cached(stage)),
      ...(folder === undefined ? [] : await onFolder(stage, folder)),
    ]
  } finally {
    await renderer.close()
    rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * An A4 of text; its scan at 200 dpi, which is passed through; and a photograph of that size, which is too heavy for
 * that and is drawn.
 */
async function makePages(folder: string, renderer: Renderer): Promise<Page[]> {
  const print = await renderer.renderPage(textPdf(1), { page: 1, dpi: 200, format: 'png' })
  const photo = { jpeg: await photograph(1654, 2339), width: 1654, height: 2339 }
  const pages = [
    ['texto', textPdf(1)],
    ['escaneo', scanPdf(await scanOf(print.bytes), { dpi: 200 })],
    ['foto', scanPdf(photo, { dpi: 200 })],
  ] as const
  return pages.map(([name, bytes]) => {
    const path = join(folder, `${name}.pdf`)
    writeFileSync(path, bytes)
    return { name, bytes, path }
  })
}

function poppler(stage: Stage, page: Page, format: 'png' | 'jpeg'): void {
  const args = [`-${format}`, '-r', String(dpi), '-f', '1', '-l', '1', page.path, join(stage.folder, 'out')]
  const { status, stderr } = spawnSync('pdftoppm', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`pdftoppm: ${stderr}`)
}

async function beside(stage: Stage): Promise<string[]> {
  const { renderer, pages, noise, say } = stage
  say(`Una página a ${dpi} puntos por pulgada, el documento abierto cada vez`)
  say(heading('Foja', 'pdftoppm'))
  const common = { warmUp: 3, rounds: 9, perRound: 5 } as const
  const missed: string[] = []
  for (const page of pages) {
    const contests: Contest[] = (['png', 'jpeg'] as const).map((format) => ({
      label: `CPU · ${page.name} · ${format}`,
      ours: () => renderer.renderPage(page.bytes, { page: 1, dpi, format }),
      theirs: async () => poppler(stage, page, format),
      most: goals[format][page.name],
      measure: 'cpu',
      ...common,
    }))
    contests.push({
      label: `tiempo de la primera página · ${page.name}`,
      ours: () => renderer.renderPage(page.bytes, { page: 1, dpi }),
      theirs: async () => poppler(stage, page, 'png'),
      most: goals.first,
      measure: 'time',
      warmUp: 3,
      rounds: 31,
      perRound: 1,
    })
    for (const contest of contests) missed.push(...report(contest, await runContest(contest), noise, say))
  }
  return missed
}

/** Draws a page several times with the native engine; prints the CPU milliseconds of one. */
const nativeScript = `
import sys, time
import pypdfium2
document = None
def draw():
    document = pypdfium2.PdfDocument(sys.argv[1])
    bitmap = document[0].render(scale=float(sys.argv[2]) / 72, may_draw_forms=False)
    bitmap.close()
    document.close()
for _ in range(5): draw()
began = time.process_time()
for _ in range(20): draw()
print((time.process_time() - began) * 50)
`

/** Null without Python's pypdfium2, which brings a native engine. */
function nativePdfium(page: Page): number | null {
  const { status, stdout } = spawnSync('python3', ['-c', nativeScript, page.path, String(dpi)], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}

async function besideNative(stage: Stage): Promise<string[]> {
  const { pages, noise, say } = stage
  const engine = await createPdfium(await compiledPdfium(), maxHeapBytes)
  const missed: string[] = []
  say(`\n${heading('Foja', 'nativo')}`)
  for (const page of pages) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < 5; round++) {
      const native = nativePdfium(page)
      if (native === null) {
        say('  sin comparar con pdfium nativo: a python3 le falta pypdfium2 (pip install pypdfium2)')
        return []
      }
      theirs.push(native)
      ours.push(drawing(engine, page, 25))
    }
    const result: Result = { ours: median(ours), theirs: median(theirs), ratio: median(ours) / median(theirs) }
    missed.push(...report({ label: `CPU · solo dibujar · ${page.name}`, most: goals.raw }, result, noise, say))
    const first: number[] = []
    for (let run = 0; run < 9; run++) {
      first.push(drawing(await createPdfium(await compiledPdfium(), maxHeapBytes), page, 1))
    }
    const fresh = median(first)
    const label = `lo mismo, lo primero de un motor nuevo · ${page.name}`
    report({ label, most: null }, { ours: fresh, theirs: result.theirs, ratio: fresh / result.theirs }, noise, say)
  }
  return missed
}

/**
 * CPU milliseconds to open a document and draw its page, without encoding: the median, without the first runs. The
 * engine is reused, like the native one; the product starts engines in idle time.
 */
function drawing(engine: PdfiumInstance, { bytes }: Page, runs: number): number {
  const spent: number[] = []
  for (let run = 0; run < runs; run++) {
    const began = process.cpuUsage()
    const document = openDocument(engine, bytes.byteLength, (target) => target.set(bytes))
    const page = loadPage(document, 1)
    drawPage(document, page, { dpi, maxPixels: 16_000_000 })
    closePage(document, page)
    closeDocument(document)
    const { user, system } = process.cpuUsage(began)
    if (run >= runs / 5 || runs === 1) spent.push((user + system) / 1000)
  }
  return median(spent)
}

/** URL of a page's image that the server answers from its cache. */
async function cached({ say, noise }: Stage): Promise<string[]> {
  const office = await startOffice()
  try {
    const { document } = await createCase(office.usuario, pdfFile('texto.pdf', textPdf(1)))
    const images = await office.usuario.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
    const { pages } = await bodyOf<{ pages: { url: string }[] }>(images, 200)
    const url = pages[0]?.url ?? ''
    const times: number[] = []
    for (let run = 0; run < 60; run++) {
      const began = performance.now()
      const { statusCode } = await office.server.app.inject({ url })
      if (statusCode !== 200) throw new Error(`the page answered ${statusCode}`)
      if (run >= 10) times.push(performance.now() - began)
    }
    const p50 = median(times)
    const isMissed = p50 > goals.cacheMs * noise
    const mark = isMissed ? '✗' : p50 > goals.cacheMs ? '~' : '✓'
    say(`\n  una página que ya se dibujó, por el servidor entero: ${p50.toFixed(2)} ms  ≤ ${goals.cacheMs} ms ${mark}`)
    return isMissed ? ['página de la caché'] : []
  } finally {
    await office.close()
  }
}

/** Number of first pages per folder that each draws. */
async function onFolder(stage: Stage, folder: string): Promise<string[]> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
  const drawn = { ours: 0, theirs: 0 }
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    if (await draws(stage.renderer, path)) drawn.ours++
    const args = ['-png', '-r', '40', '-f', '1', '-l', '1', path, join(stage.folder, 'out')]
    if (spawnSync('pdftoppm', args, { timeout: 15_000 }).status === 0) drawn.theirs++
  }
  const isMissed = drawn.ours < drawn.theirs
  stage.say(
    `  de ${files.length} archivos, primera página dibujada: Foja ${drawn.ours}, pdftoppm ${drawn.theirs} ${isMissed ? '✗' : '✓'}`,
  )
  return isMissed ? ['archivos dibujados'] : []
}

async function draws(renderer: Renderer, path: string): Promise<boolean> {
  try {
    await renderer.renderPage(readFileSync(path), { page: 1, dpi: 40, format: 'png' })
    return true
  } catch (error) {
    if (error instanceof PdfError) return false
    throw error
  }
}
