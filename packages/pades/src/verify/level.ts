import type { Certificate } from '../certificate.ts'
import { sameName } from '../distinguished-name.ts'
import { type CertificateStatus, isSettled } from './evidence.ts'
import type { SignatureReport } from './report.ts'
import type { CheckedTimestamp } from './timestamps.ts'

/** A document timestamp and how far it proves the file: the bytes before `upTo`. */
export type DocumentTimestamp = { checked: CheckedTimestamp; upTo: number }

/** What decides the level that a signature holds. */
export type LevelFacts = {
  /** Whether the signature has the form of PAdES baseline at all. */
  baseline: boolean
  chain: readonly Certificate[]
  /** Who is trusted here: a path may end there, roots or not. */
  anchors: readonly Certificate[]
  timestampAnchors: readonly Certificate[]
  /** By what the file brings alone. */
  fileStatuses: readonly CertificateStatus[]
  tokens: readonly (CheckedTimestamp | null)[]
  /** Document timestamps over the signature. */
  covering: readonly DocumentTimestamp[]
}

/** A path has nothing above it to be proven when it ends at a root or at whoever is trusted by decision. */
function isComplete(chain: readonly Certificate[], anchors: readonly Certificate[]): boolean {
  const last = chain.at(-1)
  if (last === undefined) return false
  return sameName(last.subjectDer, last.issuerDer) || anchors.some((anchor) => anchor.fingerprint === last.fingerprint)
}

/** True if the file holds what is needed to check a chain without asking anybody. */
const isSelfContained = (
  path: readonly Certificate[],
  statuses: readonly CertificateStatus[],
  anchors: readonly Certificate[],
): boolean => isComplete(path, anchors) && statuses.every((found) => isSettled(found) || found.status === 'revoked')

const endOf = (statuses: readonly CertificateStatus[]): number => Math.max(0, ...statuses.map(({ end }) => end ?? 0))

/**
 * The baseline level that holds (ETSI EN 319 142-1 §6): a timestamp that is right makes B-T, revocation evidence in the
 * file for the chains of signer and timestamp B-LT, a document timestamp over that evidence B-LTA. A document timestamp
 * may be both, as Acrobat makes them: then it needs no evidence of its own yet. Whether the authorities are trusted here
 * is said elsewhere.
 */
export function levelOf(facts: LevelFacts): SignatureReport['level'] {
  const { baseline, chain, anchors, timestampAnchors, fileStatuses, tokens, covering } = facts
  if (!baseline) return 'CMS'
  const own = tokens.flatMap((token) => (token?.report.valid ? [token] : []))
  const archives = covering.filter(({ checked }) => checked.report.valid)
  const stamps = [...own, ...archives.map(({ checked }) => checked)]
  if (stamps.length === 0) return 'B-B'
  if (!isSelfContained(chain, fileStatuses, anchors)) return 'B-T'
  const contained = stamps.filter((stamp) => isSelfContained(stamp.chain, stamp.fileStatuses, timestampAnchors))
  const isArchived = archives.some(({ checked, upTo }) => {
    const isProven = contained.some((stamp) => stamp !== checked && endOf(stamp.fileStatuses) <= upTo)
    return endOf(fileStatuses) <= upTo && (isProven || own.length === 0)
  })
  if (isArchived) return 'B-LTA'
  return contained.length > 0 ? 'B-LT' : 'B-T'
}
