import { sameBytes, Tag } from '../cms/der.ts'
import { type CommitmentType, readOwnCommitment } from '../cms/commitment.ts'
import { Oid, type SigningHash } from '../cms/oids.ts'
import { children, type DerNode, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'
import { encodeSignedAttributes } from '../cms/signed-attributes.ts'
import { PadesError } from '../errors.ts'
import type { CryptoPort } from '../pkcs12/crypto-port.ts'

type OwnAttributes = { contentDigest: Uint8Array; commitmentType: CommitmentType | undefined }

function readAttributes(attributes: Uint8Array): OwnAttributes {
  const values = new Map<string, DerNode | undefined>()
  for (const attribute of children(expectTag(readNode(attributes), Tag.set, 'attributes'))) {
    const [type, set] = children(attribute)
    values.set(readOid(type), children(expectTag(set, Tag.set, 'values'))[0])
  }
  return {
    contentDigest: readOctets(values.get(Oid.messageDigest)),
    commitmentType: readOwnCommitment(values.get(Oid.commitmentType)),
  }
}

/**
 * Extracts the document digest from PAdES attributes to be signed. The bytes come from a server, and a key that signed
 * arbitrary data could be abused to log in, to request a certificate, or to sign another kind of document: so they must
 * be, octet for octet, the attributes of a PAdES signature by this certificate, with a known commitment type or none.
 * Throws 'signature_mismatch'.
 */
export function digestOfOwnAttributes(
  attributes: Uint8Array,
  certificate: Uint8Array,
  hash: SigningHash,
  crypto: CryptoPort,
): Uint8Array {
  const certificateDigest = crypto.digest(hash, certificate)
  try {
    const own = readAttributes(attributes)
    if (own.contentDigest.length === certificateDigest.length) {
      const expected = encodeSignedAttributes({ ...own, certificate, certificateDigest, hash })
      if (sameBytes(attributes, expected)) return own.contentDigest
    }
  } catch {
    // no attributes: handled below
  }
  throw new PadesError('signature_mismatch', { reason: 'not the attributes of a signature by this certificate' })
}
