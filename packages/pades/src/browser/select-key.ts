import type { CertificateFields } from '../certificate-fields.ts'
import { readCertificateFields } from '../certificate-fields.ts'
import { sameBytes } from '../cms/der.ts'
import { sameName } from '../distinguished-name.ts'
import { PadesError } from '../errors.ts'
import { bestFirst } from '../pkcs12/select.ts'
import type { PrivateKey, PublicKey } from './private-key.ts'
import { belongTogether, readPrivateKey, readPublicKey } from './private-key.ts'
import type { SigningKey } from './signing-key.ts'
import { importSigningKey } from './signing-key.ts'

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
