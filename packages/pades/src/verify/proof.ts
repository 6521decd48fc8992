/**
 * Proofs of existence (ETSI EN 319 102-1 §5.6.2.3, reduced to what a PDF has): a document timestamp proves that every
 * byte before its own /Contents existed at its time, and so do the signatures and validation data in those bytes.
 */
export type Proofs = {
  /** `upTo`: the bytes before it are proven. */
  add(time: Date, upTo: number): void
  /** The earliest moment at which the first `length` bytes of the file provably existed; null when nothing says so. */
  earliest(length: number): Date | null
}

/** No proofs yet. */
export function newProofs(): Proofs {
  const known: { time: Date; upTo: number }[] = []
  return {
    add(time, upTo) {
      known.push({ time, upTo })
    },
    earliest(length) {
      return earliestOf(known.flatMap(({ time, upTo }) => (upTo >= length ? [time] : [])))
    },
  }
}

/** The earliest of some times; null when there is none. */
export const earliestOf = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null)
