import { element, oid, sequence, setOf, sortedSetContents } from './der.ts'
import { Oid } from './oids.ts'
import type { DerNode } from './read-der.ts'
import { children, encodingOf, readNode } from './read-der.ts'

/** The signature timestamp as an attribute (RFC 3161 appendix A). */
export const timestampAttribute = (token: Uint8Array): Uint8Array =>
  sequence(oid(Oid.signatureTimestamp), setOf([token]))

/** The same constructed element around other contents. */
const rebuilt = (node: DerNode, contents: readonly Uint8Array[]): Uint8Array => element(node.tag, ...contents)

/**
 * Adds an unsigned attribute to the only SignerInfo of a CMS. The signed bytes are kept: only surrounding lengths
 * change (RFC 5652 §5.3: unsignedAttrs [1] is the last field and not covered).
 *
 * @param cms One that `parseCms` accepts.
 * @throws DerError for anything else.
 */
export function addUnsignedAttribute(cms: Uint8Array, attribute: Uint8Array): Uint8Array {
  const root = readNode(cms)
  const [type, wrapped] = children(root)
  const signed = children(wrapped!)[0]!
  const fields = children(signed)
  const infos = fields.at(-1)!
  const info = children(infos)[0]!
  const parts = children(info)
  const unsigned = parts.at(-1)?.tag === 0xa1 ? parts.pop()! : null
  const attributes = [...(unsigned ? children(unsigned).map(encodingOf) : []), attribute]
  const grown = rebuilt(info, [...parts.map(encodingOf), element(0xa1, sortedSetContents(attributes))])
  const data = rebuilt(signed, [...fields.slice(0, -1).map(encodingOf), rebuilt(infos, [grown])])
  return rebuilt(root, [encodingOf(type!), rebuilt(wrapped!, [data])])
}
