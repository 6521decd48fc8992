import { algorithmIdentifier, element, octetString, oid, sequence, smallInteger, Tag } from '../cms/der.ts'
import { digestOids, type SigningHash } from '../cms/oids.ts'
import { unsignedInteger } from '../cms/values.ts'

/** Contents of a TimeStampReq (RFC 3161 §2.4.1). */
export type TimestampRequestInput = {
  /** Digest, by `hash`, of the data to stamp. */
  digest: Uint8Array
  hash: SigningHash
  /** Random octets that the answer must repeat; 8 or more, against replays. */
  nonce: Uint8Array
  /** Dotted identifier of the requested policy; default the authority's own. */
  policy?: string
}

/**
 * TimeStampReq (RFC 3161 §2.4.1) with certReq TRUE: the token must contain the authority's certificate for later
 * checks.
 *
 * @returns DER, to be sent as `application/timestamp-query` (§3.4).
 */
export function timestampRequest(input: TimestampRequestInput): Uint8Array {
  // RFC 5754 §2: the SHA-2 digests have no parameters
  const imprint = sequence(algorithmIdentifier(digestOids[input.hash]), octetString(input.digest))
  return sequence(
    smallInteger(1),
    imprint,
    ...(input.policy ? [oid(input.policy)] : []),
    unsignedInteger(input.nonce),
    element(Tag.boolean, Uint8Array.of(0xff)),
  )
}
