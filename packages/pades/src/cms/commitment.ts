import { DerError, oid, sequence } from './der.ts'
import { children, type DerNode, readOid } from './read-der.ts'

const arc = '1.2.840.113549.1.9.16.6'

/** Commitment types of ETSI TS 119 172-1 Annex B, by the identifiers of RFC 5126 §5.11.1. */
const commitmentOids = {
  proofOfOrigin: `${arc}.1`,
  proofOfReceipt: `${arc}.2`,
  proofOfDelivery: `${arc}.3`,
  proofOfSender: `${arc}.4`,
  proofOfApproval: `${arc}.5`,
  proofOfCreation: `${arc}.6`,
}

/** What the signer commits to. */
export type CommitmentType = keyof typeof commitmentOids

const isCommitmentType = (name: string): name is CommitmentType => Object.hasOwn(commitmentOids, name)

/** CommitmentTypeIndication (ETSI EN 319 122-1 §5.2.3) without qualifiers, the value of the signed attribute. */
export const encodeCommitment = (type: CommitmentType): Uint8Array => sequence(oid(commitmentOids[type]))

/**
 * The commitment of an attribute's value: one of the known types by its name, another by its dotted identifier. Null
 * without a value, and for one that is damaged: it says nothing then, and the signature is none the worse.
 */
export function readCommitment(value: DerNode | undefined): string | null {
  try {
    const identifier = value ? readOid(children(value)[0]) : null
    return Object.entries(commitmentOids).find(([, known]) => known === identifier)?.[0] ?? identifier
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

/** Like `readCommitment`; undefined unless it is a type that this package writes. */
export function readOwnCommitment(value: DerNode | undefined): CommitmentType | undefined {
  const type = readCommitment(value)
  return type !== null && isCommitmentType(type) ? type : undefined
}
