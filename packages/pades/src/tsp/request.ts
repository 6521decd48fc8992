import { algorithmIdentifier, element, octetString, oid, sequence, smallInteger, Tag } from '../cms/der.ts'
import { digestOids, type SigningHash } from '../cms/oids.ts'
import { unsignedInteger } from '../cms/values.ts'

/** What a TimeStampReq asks for (RFC 3161 §2.4.1). */
export type TimestampRequestInput = {
  /** Digest, by `hash`, of what is to be stamped. */
  digest: Uint8Array
  hash: SigningHash
  /** Random octets that the answer must repeat; 8 or more, so that an old answer cannot be played again. */
  nonce: Uint8Array
  /** Dotted identifier of the policy asked for; the authority's own when nothing is said. */
  policy?: string
}

/**
 * TimeStampReq (RFC 3161 §2.4.1) with certReq TRUE: the token must bring the authority's certificate, or nobody could
 * check it later.
 *
 * @returns DER, to be sent as `application/timestamp-query` (§3.4).
 */
export function timestampRequest(input: TimestampRequestInput): Uint8Array {
  // RFC 5754 §2: the SHA-2 digests go without parameters
  const imprint = sequence(algorithmIdentifier(digestOids[input.hash]), octetString(input.digest))
  return sequence(
    smallInteger(1),
    imprint,
    ...(input.policy ? [oid(input.policy)] : []),
    unsignedInteger(input.nonce),
    element(Tag.boolean, Uint8Array.of(0xff)),
  )
}
