import { hash as digestOf } from 'node:crypto'
import { PadesError } from './errors.ts'
import type { OpenedKey } from './open-p12.ts'
import { type SignatureAlgorithm, signatureAlgorithmOf, signBytes } from './signature-algorithm.ts'
import type { Signer } from './signer.ts'

/** The algorithm of a key with its certificate: RSASSA-PSS if either is restricted to it. */
function algorithmOf({ privateKey, certificate }: OpenedKey): SignatureAlgorithm {
  const algorithms = [signatureAlgorithmOf(certificate.publicKey), signatureAlgorithmOf(privateKey)]
  const algorithm = algorithms.find((candidate) => candidate === 'rsa-pss') ?? algorithms[1]
  if (!algorithm || algorithms.includes(null))
    throw new PadesError('p12_unsupported_algorithm', { key: privateKey.asymmetricKeyType })
  return algorithm
}

/**
 * A signer for a key opened on this machine. `pss`: an ordinary RSA key uses RSASSA-PSS instead of PKCS#1 v1.5; a
 * restricted key always does. Throws 'p12_unsupported_algorithm' for keys that `signatureAlgorithmOf` does not know;
 * signing rejects with 'signature_mismatch' when the digest is not that of the attributes.
 */
export function keySigner(key: OpenedKey, { pss = false }: { pss?: boolean } = {}): Signer {
  const { privateKey } = key
  const usual = algorithmOf(key)
  const algorithm = pss && usual === 'rsa-pkcs1' ? 'rsa-pss' : usual
  return {
    certificate: key.certificate,
    chain: key.chain,
    algorithm,
    signDigest: async (digest, hash, signedAttributes) => {
      // node:crypto hashes the data itself, so the data is compared with the requested digest
      if (!digestOf(hash, signedAttributes, 'buffer').equals(digest)) throw new PadesError('signature_mismatch')
      return signBytes(algorithm, hash, signedAttributes, privateKey)
    },
  }
}
