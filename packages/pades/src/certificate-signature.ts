import type { KeyObject } from 'node:crypto'
import { encodingOf, children, readNode } from './cms/read-der.ts'
import type { SignedStructure } from './cms/values.ts'
import { fitsMethod, isValueOf, type SignatureMethod, signatureMethod } from './signature-method.ts'

type Algorithm = Pick<SignedStructure, 'signatureAlgorithm' | 'signatureAlgorithmDer'>

function methodOf({ signatureAlgorithm, signatureAlgorithmDer }: Algorithm): SignatureMethod | null {
  try {
    const parameters = children(readNode(signatureAlgorithmDer))[1]
    return signatureMethod(signatureAlgorithm, parameters ? encodingOf(parameters) : null, null)
  } catch {
    return null
  }
}

/** The digest under the signature of a certificate, CRL or OCSP response; null when the algorithm is unknown. */
export function signatureHash(structure: Algorithm): string | null {
  const method = methodOf(structure)
  // Ed25519 and Ed448 digest the message themselves (RFC 8032 §5)
  if (method?.hash === null) return method.key === 'ed448' ? 'shake256' : 'sha512'
  return method?.hash ?? null
}

/**
 * True if the public key made the signature of a certificate, CRL or OCSP response; false also for an unknown or
 * unsuitable algorithm.
 */
export function isSignedBy(structure: SignedStructure, key: KeyObject): boolean {
  const method = methodOf(structure)
  if (!method || !fitsMethod(method, key)) return false
  try {
    return isValueOf(method, key, [structure.tbs], structure.signature)
  } catch {
    return false
  }
}
