import { hash as digestOf, sign } from 'node:crypto'
import { PadesError } from './errors.ts'
import type { OpenedKey } from './open-p12.ts'
import type { Signer } from './signer.ts'

/** The signature algorithm that a key makes; others (Ed25519, DSA) have no place in PAdES yet (ETSI TS 119 312). */
function algorithmOf({ privateKey }: OpenedKey): Signer['algorithm'] {
  if (privateKey.asymmetricKeyType === 'rsa') return 'rsa-pkcs1'
  if (privateKey.asymmetricKeyType === 'ec') return 'ecdsa'
  throw new PadesError('p12_unsupported_algorithm', { key: privateKey.asymmetricKeyType })
}

/**
 * A signer over a key opened on this machine. Throws 'p12_unsupported_algorithm' for keys other than RSA and EC;
 * signing rejects with 'signature_mismatch' when the digest is not that of the attributes.
 */
export function keySigner(key: OpenedKey): Signer {
  return {
    certificate: key.certificate,
    chain: key.chain,
    algorithm: algorithmOf(key),
    signDigest: async (digest, hash, signedAttributes) => {
      // node:crypto hashes by itself, so what it is about to sign is held against what was asked for
      if (!digestOf(hash, signedAttributes, 'buffer').equals(digest)) throw new PadesError('signature_mismatch')
      return new Uint8Array(sign(hash, signedAttributes, key.privateKey))
    },
  }
}
