// The definition of a benchmark scenario, and its measurement inside its own process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Base costs of this machine, measured in the same run: milliseconds of CPU, and bytes hashed or read per ms. */
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
  /** Targets of signing.md: milliseconds of CPU per run, megabytes added to the process by the first run. */
  target: { cpuMs?: number; peakMb?: number }
  /** The unavoidable cost of one run, in milliseconds, and its name. */
  floor: { name: string; of: (floor: Floor) => number }
  /** Warm-up runs, measured rounds, and runs per round. */
  plan: { warmUp: number; rounds: number; perRound: number }
  /** Number of parts in one run, when figures are per part; default 1. */
  parts?: number
  /** Prepares the runs; not measured. */
  open: (folder: string) => Promise<Operation>
}

export type Operation = {
  run: () => Promise<unknown>
  /** Throws when the last result is wrong: wrong work is not measured. */
  check: (result: unknown) => void
}

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

/** CPU of one run: `first` in a cold process, `typical` the median of warm rounds. Includes all threads. */
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
 * Peak memory of this process, in megabytes. Linux can reset it (proc(5), clear_refs 5); elsewhere it covers the whole
 * life of the process, including loading the program.
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

/** Memory that the first run adds to the ready process, in megabytes. */
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
