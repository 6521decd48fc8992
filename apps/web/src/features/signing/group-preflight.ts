import type { PreflightLine } from '@foja/contracts/signing'

export type PreflightStatus = PreflightLine['status']
type PreflightReader = PreflightLine['affects'][number]

const readers = ['firmaec', 'adobe', 'dss'] as const satisfies readonly PreflightReader[]
const order: Record<PreflightStatus, number> = { problem: 0, warning: 1, ok: 2 }

export type PreflightGroups = {
  /** What each reader will say: as bad as the worst of the lines that it looks at. */
  readers: { reader: PreflightReader; status: PreflightStatus }[]
  /** What something can be done about, the worst first; also what only this office would object to. */
  wrong: PreflightLine[]
  fine: PreflightLine[]
}

/** Orders the lines of a pre-flight for a person: who accepts it, what to do, and what is in order. */
export function groupPreflight(lines: readonly PreflightLine[]): PreflightGroups {
  const wrong = lines.filter(({ status }) => status !== 'ok').toSorted((a, b) => order[a.status] - order[b.status])
  return {
    readers: readers.map((reader) => ({
      reader,
      status: wrong.find(({ affects }) => affects.includes(reader))?.status ?? 'ok',
    })),
    wrong,
    fine: lines.filter(({ status }) => status === 'ok'),
  }
}
