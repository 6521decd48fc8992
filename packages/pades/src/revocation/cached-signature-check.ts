import type { Certificate } from '../certificate.ts'
import { isSignedBy } from '../certificate-signature.ts'
import type { SignedStructure } from '../cms/values.ts'

const checked = new WeakMap<SignedStructure, Map<string, boolean>>()

/**
 * Verifies a signature by a certificate's key, cached by object identity: hashing a list of 30 MB takes long, and it
 * serves every certificate of its issuer, like one response for every signature of a document.
 */
export function isSignedByCertificate(structure: SignedStructure, signer: Certificate): boolean {
  const known = checked.get(structure) ?? new Map<string, boolean>()
  checked.set(structure, known)
  const answer = known.get(signer.fingerprint) ?? isSignedBy(structure, signer.publicKey)
  known.set(signer.fingerprint, answer)
  return answer
}
