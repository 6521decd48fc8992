// npm run bench: all benchmarks, with their results in bench.json. npm run bench -- sign: one, here CPU time and peak
// memory of each scenario, relative to the bare cryptography on this machine in the same run. Exits with 1 when a target
// is missed by more than the noise, with 2 for wrong arguments.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchAll } from './bench/all.ts'
import { measureFloor } from './bench/floor.ts'
import { measureMemory, measureTime } from './bench/scenario.ts'
import type { Floor, Group, Scenario } from './bench/scenario.ts'

/** Scenarios by topic; a new kind of work is a new file in bench/. */
const groups: Readonly<Record<string, () => Promise<{ group: Group }>>> = {
  sign: () => import('./bench/sign.ts'),
}

/** The reference machine of the targets: CPU of one RSA-2048 signature in milliseconds, SHA-256 in bytes per ms. */
const reference = { rsaSign: 0.22, sha256PerMs: 1.96e6 }

/** How much slower this machine is; the stricter of two measures, because a busy neighbour distorts the other. */
const slownessOf = ({ rsaSign, sha256PerMs }: Floor): number =>
  Math.max(1, Math.min(rsaSign / reference.rsaSign, reference.sha256PerMs / sha256PerMs))

type Figures = { first: number; typical: number; peakMb: number }

/** Runs one part in its own process, so that memory and caches do not carry over. */
function inChild(...args: string[]): unknown {
  const child = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), '--child', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.status !== 0) throw new Error(`${args.join(' ')} ended with ${child.status ?? child.signal}`)
  return JSON.parse(child.stdout)
}

async function asChild([kind, groupName, folder, id]: string[]): Promise<unknown> {
  if (kind === 'floor') return measureFloor(folder!)
  const { group } = await groups[groupName!]!()
  if (kind === 'files') return (await group.makeFiles(folder!)) ?? null
  const scenario = group.scenarios.find((one) => one.id === id)!
  return kind === 'time' ? measureTime(scenario, folder!) : measureMemory(scenario, folder!)
}

const columns = [38, 10, 10, 10, 10, 8] as const

const row = (cells: string[], note = ''): string =>
  `${cells.map((cell, i) => (i === 0 ? cell.padEnd(columns[0]) : cell.padStart(columns[i] ?? 8))).join(' ')}  ${note}`

const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1)} ms`

function printFloor(floor: Floor): void {
  console.log('Suelo de esta máquina (CPU)')
  console.log(`  firma RSA-2048 ${ms(floor.rsaSign)} · firma P-256 ${ms(floor.p256Sign)}`)
  console.log(`  verificación RSA-2048 ${ms(floor.rsaVerify)} · P-256 ${ms(floor.p256Verify)}`)
  console.log(
    `  SHA-256 ${(floor.sha256PerMs / 1e6).toFixed(2)} GB/s · leer un archivo ${(floor.readPerMs / 1e6).toFixed(2)} GB/s\n`,
  )
}

/** Prints the row of a scenario; returns the targets missed by more than the tolerance. */
function report(
  scenario: Scenario,
  figures: Figures,
  floor: Floor,
  allowed: { cpu: number; memory: number },
): string[] {
  const { target, label } = scenario
  const base = scenario.floor.of(floor)
  const missed: string[] = []
  if (target.cpuMs !== undefined && figures.typical > target.cpuMs * allowed.cpu) missed.push(`${label}: CPU`)
  if (target.peakMb !== undefined && figures.peakMb > target.peakMb * allowed.memory) missed.push(`${label}: memoria`)
  const wanted = [
    target.cpuMs === undefined ? '' : `≤ ${target.cpuMs} ms`,
    target.peakMb === undefined ? '' : `≤ ${target.peakMb} MB`,
  ].filter(Boolean)
  const cells = [
    label,
    ms(figures.typical),
    ms(figures.first),
    `${figures.peakMb.toFixed(0)} MB`,
    wanted[0] ?? '—',
    `${(figures.typical / base).toFixed(1)}×`,
  ]
  const isMet = !(figures.typical > (target.cpuMs ?? Infinity)) && !(figures.peakMb > (target.peakMb ?? Infinity))
  const mark = missed.length > 0 ? '✗' : wanted.length === 0 ? ' ' : isMet ? '✓' : '~'
  console.log(row(cells, `${mark} ${scenario.floor.name}${wanted[1] ? ` · ${wanted[1]}` : ''}`))
  return missed
}

async function runGroup(name: string, noise: number): Promise<number> {
  const { group } = await groups[name]!()
  const folder = mkdtempSync(join(tmpdir(), 'foja-bench-'))
  try {
    inChild('files', name, folder)
    const floor = inChild('floor', name, folder) as Floor
    printFloor(floor)
    // targets scale with the speed of the machine
    const slowness = slownessOf(floor)
    const allowed = { cpu: noise * slowness, memory: noise }
    console.log(row(['', 'CPU', '1.ª vez', 'memoria', 'meta', '× suelo']))
    const missed = group.scenarios.flatMap((scenario) => {
      const time = inChild('time', name, folder, scenario.id) as Omit<Figures, 'peakMb'>
      const peakMb = inChild('memory', name, folder, scenario.id) as number
      return report(scenario, { ...time, peakMb }, floor, allowed)
    })
    const margin = `margen de ruido ${noise.toFixed(2)} × lentitud de la máquina ${slowness.toFixed(2)}`
    console.log(`\nCPU de una vez: mediana en caliente; memoria: lo que la primera agrega al proceso.`)
    console.log(`✓ dentro de la meta · ~ dentro del margen (${margin}) · ✗ fuera`)
    if (missed.length > 0) console.error(`Metas no alcanzadas: ${missed.join(', ')}`)
    return missed.length > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lists and figures: compares sizes and databases with each other, not with the machine. */
async function runLists(noise: number, size: number, kind: string | undefined): Promise<number> {
  const { benchLists } = await import('./bench/list.ts')
  const kinds = (['embedded', 'postgres'] as const).filter((one) => kind === undefined || one === kind)
  const missed = await benchLists({ sizes: [10_000, size], kinds, rounds: 40, noise }, (line) => console.log(line))
  console.log(
    `\n✓ dentro de la meta · ~ dentro del margen de ruido (${noise.toFixed(2)}) · ✗ fuera · sin marca: sin meta`,
  )
  if (missed.length > 0) console.error(`Metas no alcanzadas: ${missed.join(', ')}`)
  return missed.length > 0 ? 1 : 0
}

/** Compares our code with other programs in one run. */
const contests: Readonly<Record<string, (noise: number, folder: string | undefined) => Promise<string[]>>> = {
  backup: async (noise) =>
    (await import('./bench/backup.ts')).benchBackup({ noise, cases: wantedSize ?? 1000 }, (line) => console.log(line)),
  files: async (noise) => (await import('./bench/files.ts')).benchFiles(noise, (line) => console.log(line)),
  editor: async (noise) => (await import('./bench/editor.ts')).benchEditor(noise, (line) => console.log(line)),
  fill: async (noise) => (await import('./bench/fill.ts')).benchFill(noise, (line) => console.log(line)),
  memory: async (noise) => {
    const { benchMemory, works } = await import('./bench/memory.ts')
    const work = works.find((one) => one === values.work) ?? 'mixed'
    const database = values.database === 'postgres' ? 'postgres' : 'embedded'
    const minutes = Number(values.minutes)
    return benchMemory({ database, work, clients: work === 'upload' ? 3 : 6, minutes, noise }, (line) =>
      console.log(line),
    )
  },
  load: async (noise) => (await import('./bench/load.ts')).benchLoad(noise, (line) => console.log(line)),
  requests: async (noise) => (await import('./bench/requests.ts')).benchRequests(noise, (line) => console.log(line)),
  start: async (noise) =>
    (await import('./bench/start.ts')).benchStart({ noise, cases: wantedSize ?? 10_000 }, (line) => console.log(line)),
  render: async (noise, folder) =>
    (await import('./bench/render.ts')).benchRender({ noise, folder }, (line) => console.log(line)),
}

async function runContests(name: string, noise: number, folder: string | undefined): Promise<number> {
  const missed = await contests[name]!(noise, folder)
  console.log(
    `\n✓ dentro de la meta · ~ dentro del margen de ruido (${noise.toFixed(2)}) · ✗ fuera · sin marca: sin meta`,
  )
  if (missed.length > 0) console.error(`Metas no alcanzadas: ${missed.join(', ')}`)
  return missed.length > 0 ? 1 : 0
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    child: { type: 'boolean' },
    noise: { type: 'string', default: '1.25' },
    size: { type: 'string' },
    database: { type: 'string' },
    folder: { type: 'string' },
    work: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    out: { type: 'string', default: 'bench.json' },
  },
})
const noise = Number(values.noise)
const wantedSize = values.size === undefined ? undefined : Number(values.size)
const size = wantedSize ?? 1_000_000
const isDatabase = values.database === undefined || ['embedded', 'postgres'].includes(values.database)
const [name] = positionals
if (values.child) console.log(JSON.stringify(await asChild(positionals)))
else if (name === undefined && noise >= 1) {
  const missed = await benchAll(noise, values.out)
  console.log(`\nResultados: ${values.out}`)
  if (missed.length > 0) console.error(`Metas no alcanzadas en: ${missed.join(', ')}`)
  process.exitCode = missed.length > 0 ? 1 : 0
} else if (name !== undefined && Object.hasOwn(groups, name) && noise >= 1)
  process.exitCode = await runGroup(name, noise)
else if (name !== undefined && Object.hasOwn(contests, name) && noise >= 1)
  process.exitCode = await runContests(name, noise, values.folder)
else if (name === 'list' && noise >= 1 && size >= 10_000 && isDatabase)
  process.exitCode = await runLists(noise, size, values.database)
else {
  console.error('npm run bench [--out bench.json] [--noise 1.25]')
  console.error(`npm run bench -- <${[...Object.keys(groups), ...Object.keys(contests)].join(' | ')}> [--noise 1.25]`)
  console.error('npm run bench -- backup [--size 1000] [--noise 1.25]')
  console.error('npm run bench -- start [--size 10000] [--noise 1.25]')
  console.error('npm run bench -- render [--folder <PDFs>] [--noise 1.25]')
  console.error('npm run bench -- list [--size 1000000] [--database embedded|postgres] [--noise 1.25]')
  console.error('npm run bench -- memory [--minutes 5] [--work mixed|upload] [--database embedded|postgres]')
  process.exitCode = 2
}
