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
 * The commitment in an attribute's value: a known type by its name, another by its dotted identifier. Null without a
 * value, and for a damaged one, which does not affect the signature.
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

/** Like `readCommitment`; undefined unless this package can write the type. */
export function readOwnCommitment(value: DerNode | undefined): CommitmentType | undefined {
  const type = readCommitment(value)
  return type !== null && isCommitmentType(type) ? type : undefined
}
