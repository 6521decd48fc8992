import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { parseCertificate } from '@foja/pades/certificate'
import { concatBytes, element, octetString, oid, sequence } from '@foja/pades/cms/der'
import { children, contentOf, type DerNode, readNode } from '@foja/pades/cms/read-der'
import { type CertificateHash, encodeInteger, signatureAlgorithm } from './certificate-encoding.ts'
import { publicKeyDerOf, type TestCertificate } from './ca.ts'

/** GeneralizedTime to the second, in Zulu (RFC 5280 §4.1.2.5.2). */
export function generalizedTime(date: Date): Uint8Array {
  const digits = date.toISOString().replace(/\.\d+/, '').replaceAll(/[-:T]/g, '')
  return element(0x18, Buffer.from(digits))
}

export const enumerated = (value: number): Uint8Array => Uint8Array.of(0x0a, 1, value)

export const bitString = (bytes: Uint8Array): Uint8Array => element(0x03, Uint8Array.of(0), bytes)

/** INTEGER from uppercase hexadecimal, as `Certificate.serialNumber` writes it. */
export const serialInteger = (hex: string): Uint8Array => encodeInteger(Buffer.from(hex, 'hex'))

export const extension = (type: string, value: Uint8Array, critical = false): Uint8Array =>
  sequence(oid(type), ...(critical ? [Uint8Array.of(0x01, 0x01, 0xff)] : []), octetString(value))

export const digest = (hash: string, bytes: Uint8Array): Uint8Array => createHash(hash).update(bytes).digest()

/** Digest of the subjectPublicKey bits, as in key identifiers and OCSP. */
export function keyBitsHash(privateKey: KeyObject, hash: string): Uint8Array {
  const bits = children(readNode(publicKeyDerOf(privateKey)))[1]
  if (!bits) throw new Error('not a public key')
  return digest(hash, contentOf(bits).subarray(1))
}

/** End of an X.509 structure: algorithm and signature. */
export function signedParts(tbs: Uint8Array, privateKey: KeyObject, hash: CertificateHash = 'sha256'): Uint8Array[] {
  const algorithm = signatureAlgorithm(createPublicKey(privateKey).asymmetricKeyType, hash)
  return [algorithm, bitString(sign(hash, tbs, privateKey))]
}

export const subjectOf = ({ certificate }: TestCertificate): Uint8Array => parseCertificate(certificate).subjectDer

/** The element at a path of child numbers. */
export function at(node: DerNode, ...path: number[]): DerNode {
  let found = node
  for (const place of path) {
    const child = children(found)[place]
    if (!child) throw new Error('the request is malformed')
    found = child
  }
  return found
}

export const joined = (parts: readonly Uint8Array[]): Uint8Array => concatBytes(parts)
