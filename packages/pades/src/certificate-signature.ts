import type { KeyObject } from 'node:crypto'
import { constants, createHash, publicDecrypt, verify } from 'node:crypto'
import { algorithmIdentifier, octetString, sameBytes, sequence } from './cms/der.ts'
import { digestNames, digestOids, Oid, signatureSchemes, type SigningHash } from './cms/oids.ts'
import type { DerNode } from './cms/read-der.ts'
import { children, readNode, readOid } from './cms/read-der.ts'
import type { SignedStructure } from './cms/values.ts'

/** RSASSA-PSS-params: [0] hash, [1] mask generation, [2] salt length; SHA-1 and 20 when absent (RFC 4055 §3.1). */
function pssParameters(algorithm: DerNode): { hash: string; saltLength: number } | null {
  const parameters = children(algorithm)[1]
  const fields = parameters ? children(parameters) : []
  const inner = (tag: number) => {
    const field = fields.find((candidate) => candidate.tag === tag)
    return field && children(field)[0]
  }
  const hashNode = inner(0xa0)
  const maskNode = inner(0xa1)
  const saltNode = inner(0xa2)
  const hash = hashNode ? digestNames[readOid(children(hashNode)[0])] : 'sha1'
  const maskHashNode = maskNode && children(maskNode)[1]
  const maskHash = maskHashNode ? digestNames[readOid(children(maskHashNode)[0])] : 'sha1'
  // node:crypto takes one hash for both; nobody uses two
  if (!hash || hash !== maskHash) return null
  return { hash, saltLength: saltNode ? (saltNode.bytes[saltNode.contentEnd - 1] ?? 20) : 20 }
}

/** The digest under the signature of a certificate, CRL or OCSP response; null when the algorithm is unknown. */
export function signatureHash(
  certificate: Pick<SignedStructure, 'signatureAlgorithm' | 'signatureAlgorithmDer'>,
): string | null {
  const scheme = signatureSchemes[certificate.signatureAlgorithm]
  if (scheme?.key === 'rsa-pss') return pssParameters(readNode(certificate.signatureAlgorithmDer))?.hash ?? null
  if (scheme?.key === 'ed25519') return 'sha512'
  return scheme?.hash ?? null
}

function keyFits(key: KeyObject, kind: string): boolean {
  return kind === key.asymmetricKeyType || (kind === 'rsa-pss' && key.asymmetricKeyType === 'rsa')
}

/**
 * RSASSA-PKCS1-v1_5 whose DigestInfo leaves out the NULL parameters of SHA-2, as some authorities write it. RFC 8017
 * appendix B.1 has verifiers accept both forms; OpenSSL accepts only the one with NULL. The whole DigestInfo is compared.
 */
function isSignedWithoutNull({ tbs, signature }: SignedStructure, key: KeyObject, hash: string): boolean {
  const digestOid = digestOids[hash as SigningHash] as string | undefined
  if (digestOid === undefined) return false
  const digest = createHash(hash).update(tbs).digest()
  const expected = sequence(algorithmIdentifier(digestOid), octetString(digest))
  return sameBytes(publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature), expected)
}

/**
 * Whether a public key made the signature of a certificate, CRL or OCSP response; false also when the algorithm is
 * unknown or does not fit.
 */
export function isSignedBy(certificate: SignedStructure, key: KeyObject): boolean {
  const scheme = signatureSchemes[certificate.signatureAlgorithm]
  if (!scheme || certificate.signatureAlgorithm === Oid.rsaEncryption || !keyFits(key, scheme.key)) return false
  try {
    if (scheme.key === 'ed25519') return verify(null, certificate.tbs, key, certificate.signature)
    if (scheme.key === 'rsa-pss') {
      const parameters = pssParameters(readNode(certificate.signatureAlgorithmDer))
      if (!parameters) return false
      const padding = constants.RSA_PKCS1_PSS_PADDING
      return verify(
        parameters.hash,
        certificate.tbs,
        { key, padding, saltLength: parameters.saltLength },
        certificate.signature,
      )
    }
    if (scheme.hash === null) return false
    if (verify(scheme.hash, certificate.tbs, key, certificate.signature)) return true
    return scheme.key === 'rsa' && isSignedWithoutNull(certificate, key, scheme.hash)
  } catch {
    return false
  }
}
