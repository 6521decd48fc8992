// What a benchmark scenario is, and how one is measured inside its own process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Raw costs of this machine, measured in the same run: milliseconds of CPU, and bytes hashed or read in one. */
export type Floor = {
  rsaSign: number
  p256Sign: number
  rsaVerify: number
  p256Verify: number
  sha256PerMs: number
  readPerMs: number
}

export type Scenario = {
  id: string
  label: string
  /** What signing.md promises: milliseconds of CPU of one run, megabytes that its first run adds to the process. */
  target: { cpuMs?: number; peakMb?: number }
  /** What the machine cannot do without for one run, in milliseconds, and its name. */
  floor: { name: string; of: (floor: Floor) => number }
  /** Runs before measuring, measured rounds, and runs in a round. */
  plan: { warmUp: number; rounds: number; perRound: number }
  /** Of how many parts one run consists, when the figures are told for one; default 1. */
  parts?: number
  /** Reads what the runs need; not measured. */
  open: (folder: string) => Promise<Operation>
}

export type Operation = {
  run: () => Promise<unknown>
  /** Throws when what the last run gave is not right: a figure of wrong work is no figure. */
  check: (result: unknown) => void
}

/** A folder of scenarios that share files. */
export type Group = { scenarios: readonly Scenario[]; makeFiles: (folder: string) => Promise<void> }

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** CPU of one run: `first` in a cold process, `typical` the median of warm rounds. All threads count. */
export async function measureTime(
  { plan, open, parts = 1 }: Scenario,
  folder: string,
): Promise<{ first: number; typical: number }> {
  const operation = await open(folder)
  const cold = process.cpuUsage()
  let result = await operation.run()
  const first = cpuMs(cold)
  for (let i = 1; i < plan.warmUp; i++) result = await operation.run()
  const rounds: number[] = []
  for (let round = 0; round < plan.rounds; round++) {
    const start = process.cpuUsage()
    for (let i = 0; i < plan.perRound; i++) result = await operation.run()
    rounds.push(cpuMs(start) / plan.perRound)
  }
  operation.check(result)
  return { first: first / parts, typical: median(rounds) / parts }
}

/**
 * The most memory that this process has held, in megabytes. On Linux the mark can be set back (proc(5), clear_refs 5);
 * elsewhere it is that of the whole life of the process, which includes loading the program.
 */
const highWater = {
  reset(): void {
    if (existsSync('/proc/self/clear_refs')) writeFileSync('/proc/self/clear_refs', '5')
  },
  read(): number {
    const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS
    return Number(kilobytes) / 1024
  },
}

/** Memory that the first run adds to what the process holds when it is ready, in megabytes. */
export async function measureMemory({ open }: Scenario, folder: string): Promise<number> {
  const operation = await open(folder)
  globalThis.gc?.()
  highWater.reset()
  const before = process.memoryUsage.rss() / 1024 / 1024
  const result = await operation.run()
  const peak = highWater.read() - before
  operation.check(result)
  return Math.max(0, peak)
}
