import type { Certificate } from '../certificate.ts'
import { sameName } from '../distinguished-name.ts'
import { type CertificateStatus, isSettled } from './evidence.ts'
import type { SignatureReport } from './report.ts'
import type { CheckedTimestamp } from './timestamps.ts'

/** A document timestamp and the bytes that it proves: those before `upTo`. */
export type DocumentTimestamp = { checked: CheckedTimestamp; upTo: number }

/** Facts that decide the level of a signature. */
export type LevelFacts = {
  /** True if the signature has the form of PAdES baseline. */
  baseline: boolean
  chain: readonly Certificate[]
  /** Anchors: a path may end there, root or not. */
  anchors: readonly Certificate[]
  timestampAnchors: readonly Certificate[]
  /** From the file alone. */
  fileStatuses: readonly CertificateStatus[]
  tokens: readonly (CheckedTimestamp | null)[]
  /** Document timestamps over the signature. */
  covering: readonly DocumentTimestamp[]
}

/** A path needs no proof above a root or an anchor. */
function isComplete(chain: readonly Certificate[], anchors: readonly Certificate[]): boolean {
  const last = chain.at(-1)
  if (last === undefined) return false
  return sameName(last.subjectDer, last.issuerDer) || anchors.some((anchor) => anchor.fingerprint === last.fingerprint)
}

/** True if the file contains the evidence to check a chain offline. */
const isSelfContained = (
  path: readonly Certificate[],
  statuses: readonly CertificateStatus[],
  anchors: readonly Certificate[],
): boolean => isComplete(path, anchors) && statuses.every((found) => isSettled(found) || found.status === 'revoked')

const endOf = (statuses: readonly CertificateStatus[]): number => Math.max(0, ...statuses.map(({ end }) => end ?? 0))

/**
 * The achieved baseline level (ETSI EN 319 142-1 §6): a valid timestamp gives B-T, revocation evidence in the file for
 * the chains of signer and timestamp B-LT, a document timestamp over that evidence B-LTA. A document timestamp may be
 * both, as Acrobat makes them: then it needs no evidence of its own yet. Trust in the authorities is reported
 * elsewhere.
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
