/**
 * Proofs of existence (ETSI EN 319 102-1 §5.6.2.3, reduced to PDF): a document timestamp proves that every byte before
 * its own /Contents existed at its time, including the signatures and validation data in those bytes.
 */
export type Proofs = {
  /** `upTo`: the bytes before it are proven; `confirmed`: see `Proof`. */
  add(proof: Proof, upTo: number): void
  /** The earliest proof that the first `length` bytes of the file existed; null without one. */
  earliest(length: number): ProvenTime
}

/**
 * A time proven by a timestamp. Unconfirmed while the revocation of the timestamp's authority, or of one that it
 * depends on, is unknown.
 */
export type Proof = { time: Date; confirmed: boolean }

/** The earliest of all proofs, and the earliest confirmed one. */
export type ProvenTime = { presumed: Date | null; confirmed: Date | null }

/** No proofs yet. */
export function newProofs(): Proofs {
  const known: (Proof & { upTo: number })[] = []
  return {
    add(proof, upTo) {
      known.push({ ...proof, upTo })
    },
    earliest: (length) => earliestOf(known.filter(({ upTo }) => upTo >= length)),
  }
}

const firstOf = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null)

/** The earliest of some proofs. */
export const earliestOf = (proofs: readonly Proof[]): ProvenTime => ({
  presumed: firstOf(proofs.map(({ time }) => time)),
  confirmed: firstOf(proofs.filter(({ confirmed }) => confirmed).map(({ time }) => time)),
})
