// Drawing pages: beside poppler's pdftoppm, which is started for each page, and beside a native pdfium.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onePagePdf, textPdf } from '../../packages/pdf/test/build-pdf.ts'
import { photograph } from '../../packages/pdf/test/pixels.ts'
import { drawPage, loadPage, openDocument } from '../../packages/pdf/src/pdfium-document.ts'
import { createPdfium } from '../../packages/pdf/src/pdfium-instance.ts'
import { compiledPdfium } from '../../packages/pdf/src/pdfium-module.ts'
import { createRenderer, PdfError, type Renderer } from '../../packages/pdf/src/renderer.ts'
import { createCase, bodyOf, pdfFile, startOffice } from '../../apps/server/test/office.ts'
import { heading, report, runContest, type Contest, type Result } from './contest.ts'
import { median } from './scenario.ts'

export type RenderBench = { noise: number; folder: string | undefined }

type Stage = { renderer: Renderer; folder: string; pages: Page[]; noise: number; say: (line: string) => void }
type Page = { name: 'texto' | 'escaneo'; bytes: Uint8Array; path: string }

const dpi = 110

/** rendering.md: what ours may take of theirs. */
const goals = {
  raw: 2,
  png: { texto: 0.15, escaneo: 0.3 },
  jpeg: { texto: 2, escaneo: 1.1 },
  first: 0.8,
  cacheMs: 5,
} as const

const has = (program: string): boolean => spawnSync(program, ['-v']).error === undefined

/** Prints what each takes and tells which goals were missed by more than the noise. */
export async function benchRender({ noise, folder }: RenderBench, say: (line: string) => void): Promise<string[]> {
  if (!has('pdftoppm')) throw new Error('pdftoppm is not installed (apt-get install poppler-utils)')
  const temporary = mkdtempSync(join(tmpdir(), 'foja-bench-'))
  const renderer = await createRenderer({ threads: 1 })
  try {
    await renderer.ready
    const stage = { renderer, folder: temporary, pages: await makePages(temporary), noise, say }
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

/** A page of text, and one that a scanner made: A4 at 200 dots an inch. */
async function makePages(folder: string): Promise<Page[]> {
  const scan = onePagePdf({
    mediaBox: '0 0 595 842',
    resources: '/XObject<</I 5 0 R>>',
    content: { dictionary: '', stream: '595 0 0 842 0 0 cm /I Do' },
    more: [
      {
        dictionary:
          '/Type/XObject/Subtype/Image/Width 1654/Height 2339/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
        stream: await photograph(1654, 2339),
      },
    ],
  })
  const pages = [
    ['texto', textPdf(1)],
    ['escaneo', scan],
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

/** Draws a page some times with the native engine; prints the milliseconds of processor of one. */
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

/** Null where Python has no pypdfium2, which brings the engine as a library of the system. */
function nativePdfium(page: Page): number | null {
  const { status, stdout } = spawnSync('python3', ['-c', nativeScript, page.path, String(dpi)], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}

async function besideNative(stage: Stage): Promise<string[]> {
  const { pages, noise, say } = stage
  const compiled = await compiledPdfium()
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
      ours.push(await rawDrawing(compiled, page))
    }
    const result: Result = { ours: median(ours), theirs: median(theirs), ratio: median(ours) / median(theirs) }
    missed.push(...report({ label: `CPU · solo dibujar · ${page.name}`, most: goals.raw }, result, noise, say))
  }
  return missed
}

/** Milliseconds of processor to open a document and draw its page, without encoding it. */
async function rawDrawing(compiled: WebAssembly.Module, { bytes }: Page): Promise<number> {
  const spent: number[] = []
  for (let run = 0; run < 25; run++) {
    const instance = await createPdfium(compiled, 512 * 1024 * 1024)
    const began = process.cpuUsage()
    const document = openDocument(instance, bytes.byteLength, (target) => target.set(bytes))
    drawPage(document, loadPage(document, 1), { dpi, maxPixels: 16_000_000 })
    const { user, system } = process.cpuUsage(began)
    if (run >= 5) spent.push((user + system) / 1000)
  }
  return median(spent)
}

/** The address of a page's image, answered by the whole server from its cache. */
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

/** How many first pages of a folder each draws. */
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
