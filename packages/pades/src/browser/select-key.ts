import { type CertificateFields, readCertificateFields } from '../certificate-fields.ts'
import { sameBytes } from '../cms/der.ts'
import { sameName } from '../distinguished-name.ts'
import { PadesError } from '../errors.ts'
import { bestFirst } from '../pkcs12/select.ts'
import {
  type PrivateKey,
  type PublicKey,
  belongTogether,
  readPrivateKey,
  readPublicKey,
  derOfRawSignature,
  importablePkcs8,
} from './private-key.ts'
import { type SignatureAlgorithm, type SigningHash, digestLengths } from '../cms/oids.ts'
import { unshared } from './web-crypto.ts'

/** A non-extractable key in WebCrypto. */
type SigningKey = {
  algorithm: SignatureAlgorithm
  /** The value that `Signer.signDigest` returns. */
  sign(message: Uint8Array, hash: SigningHash): Promise<Uint8Array>
  /** True if a trial signature verifies under a certificate's public key (DER SubjectPublicKeyInfo). */
  fits(publicKey: Uint8Array): Promise<boolean>
}

const hashNames: Record<SigningHash, string> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }

/** CryptoKey, which the types of Node and of pages declare in different places. */
type Imported = Awaited<ReturnType<typeof crypto.subtle.importKey>>

type Algorithm = { name: string; hash?: string; namedCurve?: string }

async function holds(key: Imported, publicKey: Uint8Array, algorithm: Algorithm): Promise<boolean> {
  const probe = new Uint8Array(32)
  try {
    const imported = await crypto.subtle.importKey('spki', unshared(publicKey), algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, imported, await crypto.subtle.sign(algorithm, key, probe), probe)
  } catch {
    return false
  }
}

/** WebCrypto binds an RSA key to one hash, so there is one key per hash. */
async function importRsa(pkcs8: Uint8Array, pss: boolean): Promise<SigningKey> {
  const name = pss ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5'
  const load = (hash: SigningHash) =>
    crypto.subtle.importKey('pkcs8', unshared(pkcs8), { name, hash: hashNames[hash] }, false, ['sign'])
  const [sha256, sha384, sha512] = await Promise.all([load('sha256'), load('sha384'), load('sha512')])
  const keys = { sha256, sha384, sha512 }
  return {
    algorithm: pss ? 'rsa-pss' : 'rsa-pkcs1',
    sign: async (message, hash) => {
      const parameters = pss ? { name, saltLength: digestLengths[hash] } : { name }
      return new Uint8Array(await crypto.subtle.sign(parameters, keys[hash], unshared(message)))
    },
    fits: (publicKey) => holds(keys.sha256, publicKey, { name, hash: 'SHA-256' }),
  }
}

async function importEd25519(pkcs8: Uint8Array): Promise<SigningKey> {
  const algorithm = { name: 'Ed25519' }
  const key = await crypto.subtle.importKey('pkcs8', unshared(pkcs8), algorithm, false, ['sign'])
  return {
    algorithm: 'ed25519',
    sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, key, unshared(message))),
    fits: (publicKey) => holds(key, publicKey, algorithm),
  }
}

async function importEc(pkcs8: Uint8Array, namedCurve: string): Promise<SigningKey> {
  const key = await crypto.subtle.importKey('pkcs8', unshared(pkcs8), { name: 'ECDSA', namedCurve }, false, ['sign'])
  return {
    algorithm: 'ecdsa',
    sign: async (message, hash) => {
      const parameters = { name: 'ECDSA', hash: hashNames[hash] }
      return derOfRawSignature(new Uint8Array(await crypto.subtle.sign(parameters, key, unshared(message))))
    },
    fits: (publicKey) => holds(key, publicKey, { name: 'ECDSA', namedCurve, hash: 'SHA-256' }),
  }
}

/**
 * Imports a private key, not extractable, and wipes its temporary encoding. RSA uses RSASSA-PSS if either half is
 * restricted to it. Null when WebCrypto refuses the key: an unsupported curve (browsers before 2025 lack Ed25519), or a
 * public half of another key.
 */
async function importSigningKey(privateKey: PrivateKey, publicKey: PublicKey): Promise<SigningKey | null> {
  const pkcs8 = importablePkcs8(privateKey, publicKey)
  if (!pkcs8) return null
  try {
    if (privateKey.kind === 'ed25519') return await importEd25519(pkcs8)
    if (publicKey.kind === 'ec') return await importEc(pkcs8, publicKey.curve)
    return await importRsa(
      pkcs8,
      [privateKey, publicKey].some((half) => half.kind === 'rsa' && half.pss),
    )
  } catch {
    // WebCrypto reports every cause as DataError
    return null
  } finally {
    pkcs8.fill(0)
  }
}

/** The parts of a certificate that a page reads. */
export type KnownCertificate = { fields: CertificateFields; publicKey: PublicKey }

/** Real paths have two or three certificates. */
const MAX_CHAIN = 10

/** The readable certificates; a damaged one must not hide the right one. */
export function readable(certificates: readonly Uint8Array[]): KnownCertificate[] {
  return certificates.flatMap((der) => {
    try {
      const fields = readCertificateFields(Uint8Array.from(der))
      return [{ fields, publicKey: readPublicKey(fields.publicKeyDer) }]
    } catch {
      return []
    }
  })
}

/**
 * The issuers of a certificate among others, nearest first, by names and key identifiers. Signatures are not checked:
 * the server verifies the chain again.
 */
export function issuersByName(leaf: CertificateFields, pool: readonly CertificateFields[]): CertificateFields[] {
  const found: CertificateFields[] = []
  for (let last = leaf; found.length < MAX_CHAIN;) {
    const { issuerDer, authorityKeyId, der } = last
    const named = pool.filter(
      (candidate) =>
        ![leaf, ...found].some((seen) => sameBytes(seen.der, candidate.der)) &&
        sameName(candidate.subjectDer, issuerDer) &&
        (!authorityKeyId || !candidate.subjectKeyId || authorityKeyId === candidate.subjectKeyId),
    )
    const next = named.find((candidate) => candidate.subjectKeyId === authorityKeyId) ?? named[0]
    if (!next || sameBytes(next.der, der)) return found
    found.push(next)
    last = next
  }
  return found
}

type Pair = KnownCertificate & { privateKey: PrivateKey; certificate: CertificateFields; weak: boolean; sure: boolean }

function pairsOf(keys: readonly PrivateKey[], certificates: readonly KnownCertificate[]): Pair[] {
  return keys.flatMap((privateKey) =>
    certificates.flatMap((known) => {
      const together = belongTogether(privateKey, known.publicKey)
      if (together === false) return []
      return [{ ...known, privateKey, certificate: known.fields, weak: known.publicKey.weak, sure: together === true }]
    }),
  )
}

/**
 * Pairs keys (PKCS#8) with certificates by public key, because order, names and local key ids in the file are often
 * wrong, and imports the best pair. Throws 'p12_no_private_key', 'p12_no_matching_certificate' and, for keys that the
 * page cannot sign with, 'p12_unsupported_algorithm'.
 */
export async function selectKey(
  pkcs8s: readonly Uint8Array[],
  certificates: readonly KnownCertificate[],
): Promise<{ key: SigningKey; known: KnownCertificate }> {
  if (pkcs8s.length === 0) throw new PadesError('p12_no_private_key', { certificates: certificates.length })
  const keys = pkcs8s.map(readPrivateKey)
  const pairs = bestFirst(pairsOf(keys, certificates))
  let refused = false
  for (const pair of pairs) {
    const key = await importSigningKey(pair.privateKey, pair.publicKey)
    if (key && (pair.sure || (await key.fits(pair.fields.publicKeyDer)))) return { key, known: pair }
    // an EC key without its public half is refused even beside a foreign certificate; Ed25519 only where unsupported
    if (!key && (pair.sure || pair.publicKey.kind === 'ed25519')) refused = true
  }
  const foreign = keys.find((key) => key.kind === 'other')
  if (foreign) throw new PadesError('p12_unsupported_algorithm', { key: foreign.oid })
  if (refused) throw new PadesError('p12_unsupported_algorithm', { part: 'private key' })
  throw new PadesError('p12_no_matching_certificate', { certificates: certificates.length })
}
