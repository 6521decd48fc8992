// A batch of five hundred rows, each with an image, through the whole server: retained and peak memory.
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FillBatch } from '../../packages/contracts/src/template-fills.ts'
import { bodyOf, createCase, startOffice, type Office } from '../../apps/server/test/office.ts'
import { batchOf, fieldOf, makeTemplate, startBatch } from '../../apps/server/test/templates.ts'
import { textPdf } from '../../packages/pdf/test/build-pdf.ts'
import { noisePng } from '../../packages/pdf/test/pixels.ts'

const counts = { first: 100, measured: 500 }
const mb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MB`
type Memory = { rss: number; objects: number }

/**
 * Prints the memory before and after, without garbage, and the peak. There is no target. The embedded database of the
 * tests is in memory and grows with its data; FOJA_TEST_DATABASE=postgres excludes it.
 */
export async function measureBatchMemory(say: (line: string) => void): Promise<void> {
  const office = await startOffice()
  try {
    const fields = [
      fieldOf('text', { key: 'nombre', required: true }),
      fieldOf('image', { key: 'foto', y: 120, width: 120, height: 120 }),
    ]
    const { id } = await makeTemplate(office.gestor, fields, { bytes: textPdf(4) })
    await fillRows(office, id, counts.first)
    const before = settled()
    const began = performance.now()
    const peak = await fillRows(office, id, counts.measured)
    const seconds = (performance.now() - began) / 1000
    const after = settled()
    say(`\n${counts.measured} filas con una imagen cada una, por el servidor entero (después de otras ${counts.first})`)
    say(`  memoria del proceso: antes ${mb(before.rss)}, después ${mb(after.rss)}, la más alta ${mb(peak)}`)
    say(`  de eso, objetos y búferes: antes ${mb(before.objects)}, después ${mb(after.objects)}`)
    say(`  ${(counts.measured / seconds).toFixed(0)} documentos por segundo`)
  } finally {
    await office.close()
  }
}

/** Memory in use after garbage collection. */
function settled(): Memory {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, objects: heapUsed + external }
}

/** Fills this many rows into documents of a new case file; returns the peak memory. */
async function fillRows(office: Office, id: string, count: number): Promise<number> {
  const { gestor, server } = office
  const { solicitud } = await createCase(gestor)
  const rows = []
  for (let row = 1; row <= count; row++)
    rows.push({
      nombre: `Persona ${row}`,
      foto: `data:image/png;base64,${(await noisePng(60, 60)).toString('base64')}`,
    })
  const ask = { id, key: randomUUID(), rows, id_solicitud: solicitud.id_solicitud }
  let batch = await bodyOf<FillBatch>(await startBatch(gestor, ask), 202)
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  while (batch.status === 'running') {
    await server.jobs.run()
    batch = await batchOf(gestor, ask.key)
  }
  clearInterval(watch)
  if (batch.done !== count) throw new Error(`${batch.done} of ${count} rows were filled`)
  return peak
}
