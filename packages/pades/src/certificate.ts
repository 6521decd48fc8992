import type { KeyObject } from 'node:crypto'
import { createHash, createPublicKey } from 'node:crypto'
import type { CertificateFields } from './certificate-fields.ts'
import { certificateEncodings, problemsOf, readCertificateFields } from './certificate-fields.ts'
import type { PadesErrorCode } from './errors.ts'
import { PadesError } from './errors.ts'

export type { DistinguishedName } from './distinguished-name.ts'
export { isForSigning } from './certificate-fields.ts'

/** An X.509 certificate (RFC 5280 §4.1), parsed but not verified. */
export type Certificate = CertificateFields & {
  /** SHA-256 of `der`, lowercase hexadecimal. */
  fingerprint: string
  publicKey: KeyObject
  /** 'RSA 2048', 'EC P-256', 'Ed25519'… */
  keyType: string
}

const curveNames: Record<string, string> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
  secp224r1: 'P-224',
  prime192v1: 'P-192',
}

function keyTypeOf(key: KeyObject): string {
  const details = key.asymmetricKeyDetails
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return `RSA ${details?.modulusLength}`
    case 'rsa-pss':
      return `RSA-PSS ${details?.modulusLength}`
    case 'ec':
      return `EC ${curveNames[details?.namedCurve ?? ''] ?? details?.namedCurve ?? 'explicit'}`
    case 'ed25519':
      return 'Ed25519'
    case 'ed448':
      return 'Ed448'
    default:
      return String(key.asymmetricKeyType).toUpperCase()
  }
}

function read(der: Uint8Array): Certificate {
  const fields = readCertificateFields(der)
  const publicKey = createPublicKey({ key: Buffer.from(fields.publicKeyDer), format: 'der', type: 'spki' })
  return {
    ...fields,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    publicKey,
    keyType: keyTypeOf(publicKey),
  }
}

/**
 * Reads one certificate in DER; its bytes are copied. Throws 'certificate_damaged' for anything else, including a
 * public key that this platform does not support.
 */
export function parseCertificate(der: Uint8Array): Certificate {
  try {
    return read(Uint8Array.from(der))
  } catch (error) {
    throw new PadesError('certificate_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}

/**
 * Reads every certificate in a file published by an authority: a PEM bundle (certificates or PKCS#7), DER (one or
 * several in a row), or a certificates-only PKCS#7. Throws 'certificate_damaged' when there is none.
 */
export function parseCertificates(bytes: Uint8Array): Certificate[] {
  try {
    const found = certificateEncodings(bytes).map(parseCertificate)
    if (found.length === 0) throw new PadesError('certificate_damaged', { reason: 'no certificate in the file' })
    return found
  } catch (error) {
    if (error instanceof PadesError) throw error
    throw new PadesError('certificate_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}

/** RSA and DSA below 2048 bits, curves below 256 bits (ETSI TS 119 312 §7). */
export function isWeakKey(key: KeyObject): boolean {
  const details = key.asymmetricKeyDetails
  if (['rsa', 'rsa-pss', 'dsa'].includes(key.asymmetricKeyType ?? '')) return (details?.modulusLength ?? 0) < 2048
  return key.asymmetricKeyType === 'ec' && /(?:112|128|160|163|192|193|224|233|239)/.test(details?.namedCurve ?? '')
}

/** Why a certificate may not sign at a given time; empty when it may. Trust and revocation are not checked. */
export function signingProblems(certificate: Certificate, at: Date): PadesErrorCode[] {
  return problemsOf(certificate, isWeakKey(certificate.publicKey), at)
}
