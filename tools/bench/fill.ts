// Filling a template of fourteen pages, compared with pdfme, which is a dependency of this comparison only.
import { readFileSync } from 'node:fs'
import { generate } from '@pdfme/generator'
import { text as pdfmeText } from '@pdfme/schemas'
import { newField } from '../../packages/forms/src/new-field.ts'
import { createFiller } from '../../packages/pdf/src/filler.ts'
import { fontFiles } from '../../packages/pdf/src/font-files.ts'
import { textPdf } from '../../packages/pdf/test/build-pdf.ts'
import { measureBatchMemory } from './batch-memory.ts'
import { heading, report, runContest, type Contest } from './contest.ts'

const pages = 14
/** Millimetres per point: pdfme's unit. */
const mm = 25.4 / 72
const size = { width: 150, height: 18 }
const words = 'Lucía Peñaherrera Ñandú'

type Place = { key: string; page: number; x: number; y: number }

/** Fields spread over the pages, in rows of three. */
function placesFor(count: number): Place[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `campo_${index}`,
    page: (index % pages) + 1,
    x: 40 + (Math.floor(index / pages) % 3) * 170,
    y: 40 + Math.floor(index / pages / 3) * 24,
  }))
}

/** Allowed share of pdfme's time for twelve fields, from rendering.md. More fields have no target. */
const goals = [
  { count: 12, most: 0.15 },
  { count: 200, most: null },
] as const

/** Prints the times and returns the targets missed by more than the noise. */
export async function benchFill(noise: number, say: (line: string) => void): Promise<string[]> {
  const base = textPdf(pages)
  const inter = readFileSync(fontFiles.inter)
  const filler = await createFiller({ threads: 1 })
  say(`Un PDF de ${pages} páginas y ${(base.byteLength / 1024).toFixed(0)} kB (CPU, con la letra incrustada)`)
  say(heading('Foja', 'pdfme'))
  const missed: string[] = []
  for (const { count, most } of goals) {
    const places = placesFor(count)
    const contest: Contest = {
      label: `${count} campos`,
      ours: () => fillOurs(filler, base, places),
      theirs: () => fillTheirs(base, inter, places),
      most,
      measure: 'cpu',
      warmUp: 5,
      rounds: 15,
      perRound: 2,
    }
    missed.push(...report(contest, await runContest(contest), noise, say))
  }
  await filler.close()
  await measureBatchMemory(say)
  return missed
}

async function fillOurs(filler: Awaited<ReturnType<typeof createFiller>>, base: Uint8Array, places: readonly Place[]) {
  const fields = places.map((place) => ({ ...newField('text', { ...place, taken: [] }), ...place, ...size }))
  const values = places.map(({ key }) => [key, words] as const)
  const { pages: filled } = await filler.fill(base, { fields, values, locale: 'es-EC' })
  if (filled !== pages) throw new Error('pages are missing')
}

async function fillTheirs(base: Uint8Array, inter: Uint8Array, places: readonly Place[]) {
  const schemas = Array.from({ length: pages }, (_, index) =>
    places
      .filter(({ page }) => page === index + 1)
      .map(({ key, x, y }) => ({
        name: key,
        type: 'text',
        content: '',
        position: { x: x * mm, y: y * mm },
        width: size.width * mm,
        height: size.height * mm,
        fontName: 'Inter',
        fontSize: 11,
      })),
  )
  const filled = await generate({
    template: { basePdf: Uint8Array.from(base), schemas },
    inputs: [Object.fromEntries(places.map(({ key }) => [key, words]))],
    plugins: { text: pdfmeText },
    options: { font: { Inter: { data: Uint8Array.from(inter), fallback: true, subset: true } } },
  })
  if (filled.byteLength <= base.byteLength) throw new Error('nothing was filled')
}
