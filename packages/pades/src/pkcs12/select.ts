import type { SigningFields } from '../certificate-fields.ts'
import { isForSigning } from '../certificate-fields.ts'

/** A key with a matching certificate. */
export type Candidate = { certificate: SigningFields; weak: boolean }

/** Rates a key for signing: its certificate may sign, is strong, states its purpose, and is valid longest. */
function rank({ certificate, weak }: Candidate): number[] {
  return [
    Number(isForSigning(certificate)),
    Number(!weak),
    Number(certificate.keyUsage?.includes('nonRepudiation') ?? false),
    certificate.notAfter.getTime(),
  ]
}

function compareRank(a: Candidate, b: Candidate): number {
  const [first, second] = [rank(a), rank(b)]
  const place = first.findIndex((value, i) => value !== second[i])
  return place < 0 ? 0 : (second[place] ?? 0) - (first[place] ?? 0)
}

/** Ecuador's files contain a key for signing and one for encrypting: the one that may sign comes first. */
export const bestFirst = <T extends Candidate>(candidates: readonly T[]): T[] => candidates.toSorted(compareRank)
