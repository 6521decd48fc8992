import { DerError, Tag } from '../cms/der.ts'
import { children, contentOf, type DerNode, expectTag, readNode } from '../cms/read-der.ts'
import { copyOf, smallValue } from '../cms/values.ts'
import { PadesError } from '../errors.ts'

/** Contents of a TimeStampResp (RFC 3161 §2.4.2). */
export type TimestampResponse = {
  /** PKIStatus: 0 granted, 1 granted with modifications, 2 rejection, 3 waiting, 4 and 5 revocation warnings. */
  status: number
  statusText: string | null
  /** Names of PKIFailureInfo ('badAlg', 'unacceptedPolicy'…); 'bit N' for unnamed ones. */
  failure: string[]
  /** DER ContentInfo; present when the status is 0 or 1. */
  token: Uint8Array | null
}

/** A token with its certificates has a few kilobytes. */
const MAX_RESPONSE = 1 << 20

/** PKIFailureInfo bits (RFC 3161 §2.4.2). */
const failureNames: Record<number, string> = {
  0: 'badAlg',
  2: 'badRequest',
  5: 'badDataFormat',
  14: 'timeNotAvailable',
  15: 'unacceptedPolicy',
  16: 'unacceptedExtension',
  17: 'addInfoNotAvailable',
  25: 'systemFailure',
}

function readFailure(node: DerNode | undefined): string[] {
  if (node?.tag !== Tag.bitString) return []
  const octets = contentOf(node).subarray(1, 9)
  const names: string[] = []
  for (let bit = 0; bit < octets.length * 8; bit++) {
    if ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) names.push(failureNames[bit] ?? `bit ${bit}`)
  }
  return names
}

/** PKIFreeText: the authority's own text, joined and truncated; untrusted, for display only. */
function readText(node: DerNode | undefined): string | null {
  if (node?.tag !== Tag.sequence) return null
  const text = children(node)
    .map((part) => Buffer.from(contentOf(part)).toString('utf8'))
    .join(' ')
    // oxlint-disable-next-line no-control-regex -- control characters have no place in a log or on a page
    .replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
  return text ? text.slice(0, 500) : null
}

function read(der: Uint8Array): TimestampResponse {
  if (der.length > MAX_RESPONSE) throw new DerError('larger than a timestamp response')
  const root = expectTag(readNode(der), Tag.sequence, 'TimeStampResp')
  if (root.end !== der.length) throw new DerError('trailing bytes')
  const [statusInfo, token, ...more] = children(root)
  if (more.length > 0) throw new DerError('more than a response')
  const [status, ...details] = children(expectTag(statusInfo, Tag.sequence, 'PKIStatusInfo'))
  return {
    status: smallValue(status, 'PKIStatus'),
    statusText: readText(details.find(({ tag }) => tag === Tag.sequence)),
    failure: readFailure(details.find(({ tag }) => tag === Tag.bitString)),
    token: token ? copyOf(expectTag(token, Tag.sequence, 'token')) : null,
  }
}

/**
 * Parses TimeStampResp (RFC 3161 §2.4.2). Refusals are an answer, not an error: see `status` and `failure`.
 *
 * @throws PadesError 'timestamp_damaged' for anything else, such as an HTML page.
 */
export function readTimestampResponse(der: Uint8Array): TimestampResponse {
  try {
    return read(der)
  } catch (error) {
    throw new PadesError('timestamp_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}
