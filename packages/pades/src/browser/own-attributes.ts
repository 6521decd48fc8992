import { sameBytes, Tag } from '../cms/der.ts'
import { Oid, type SigningHash } from '../cms/oids.ts'
import { children, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'
import { encodeSignedAttributes } from '../cms/signed-attributes.ts'
import { PadesError } from '../errors.ts'
import type { CryptoPort } from '../pkcs12/crypto-port.ts'

function messageDigest(attributes: Uint8Array): Uint8Array | null {
  for (const attribute of children(expectTag(readNode(attributes), Tag.set, 'attributes'))) {
    const [type, values] = children(attribute)
    if (readOid(type) === Oid.messageDigest) return readOctets(children(expectTag(values, Tag.set, 'values'))[0])
  }
  return null
}

/**
 * The digest of the document that PAdES attributes ask a signature for. The bytes come from a server, and a key that
 * signed whatever it is handed could be made to log in somewhere, to request a certificate, or to sign another kind of
 * document: so they have to be, octet for octet, the attributes of a PAdES signature by this very certificate.
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
    const contentDigest = messageDigest(attributes)
    if (contentDigest?.length === certificateDigest.length) {
      const expected = encodeSignedAttributes({ contentDigest, certificate, certificateDigest, hash })
      if (sameBytes(attributes, expected)) return contentDigest
    }
  } catch {
    // no attributes at all: answered below
  }
  throw new PadesError('signature_mismatch', { reason: 'not the attributes of a signature by this certificate' })
}
