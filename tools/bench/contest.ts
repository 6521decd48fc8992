// Compares two implementations, run alternately in one process.
import { existsSync, readFileSync } from 'node:fs'
import { median } from './scenario.ts'

/** `most`: allowed share of the other's time; null without a target. */
export type Contest = {
  label: string
  ours: () => Promise<unknown>
  theirs: () => Promise<unknown>
  most: number | null
  measure: 'cpu' | 'time'
  warmUp: number
  rounds: number
  /** Runs per round, so that a round is long compared with the clock's resolution. */
  perRound: number
}

export type Result = { ours: number; theirs: number; ratio: number }

/** Milliseconds of CPU used by this process, its threads and its ended children. */
function cpuSpent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenSpent()
}

/** proc(5): cutime and cstime, in hundredths of a second; 0 where unavailable. */
function childrenSpent(): number {
  if (!existsSync('/proc/self/stat')) return 0
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

export async function runContest({ ours, theirs, measure, warmUp, rounds, perRound }: Contest): Promise<Result> {
  const clock = measure === 'cpu' ? cpuSpent : () => performance.now()
  const figures: [ours: number[], theirs: number[]] = [[], []]
  for (let round = -warmUp; round < rounds; round++) {
    for (const [side, work] of [ours, theirs].entries()) {
      const began = clock()
      for (let run = 0; run < (round < 0 ? 1 : perRound); run++) await work()
      if (round >= 0) figures[side]?.push((clock() - began) / perRound)
    }
  }
  const [a, b] = figures.map((values) => median(values)) as [number, number]
  return { ours: a, theirs: b, ratio: a / b }
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`.padStart(11)

/** Prints the row of a contest; returns its label when the target was missed by more than the noise. */
export function report(
  { label, most }: Pick<Contest, 'label' | 'most'>,
  result: Result,
  noise: number,
  say: (line: string) => void,
): string[] {
  const isMissed = most !== null && result.ratio > most * noise
  const mark = most === null ? ' ' : isMissed ? '✗' : result.ratio > most ? '~' : '✓'
  const goal = most === null ? '' : `≤ ${most}`
  say(
    `  ${label.padEnd(44)}${ms(result.ours)}${ms(result.theirs)}${result.ratio.toFixed(3).padStart(9)}  ${goal} ${mark}`,
  )
  return isMissed ? [label] : []
}

export const heading = (ours: string, theirs: string): string =>
  `  ${''.padEnd(44)}${ours.padStart(11)}${theirs.padStart(11)}${'razón'.padStart(9)}  meta`
