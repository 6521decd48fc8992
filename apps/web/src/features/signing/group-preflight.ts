import type { PreflightLine } from '@foja/contracts/signing'

export type PreflightStatus = PreflightLine['status']
type PreflightReader = PreflightLine['affects'][number]

const readers = ['firmaec', 'adobe', 'dss'] as const satisfies readonly PreflightReader[]
const order: Record<PreflightStatus, number> = { problem: 0, warning: 1, ok: 2 }

export type PreflightGroups = {
  /** The verdict per verifier: the worst of its lines. */
  readers: { reader: PreflightReader; status: PreflightStatus }[]
  /** Lines that the user can act on, worst first, including those of this company only. */
  wrong: PreflightLine[]
  fine: PreflightLine[]
}

/** Groups the lines of a pre-flight: verdict per verifier, what to fix, what is fine. */
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
