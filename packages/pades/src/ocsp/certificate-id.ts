import { createHash } from 'node:crypto'
import type { Certificate } from '../certificate.ts'
import { sameBytes } from '../cms/der.ts'
import { children, readNode } from '../cms/read-der.ts'
import { wholeBits } from '../cms/values.ts'

/** CertID of OCSP: a certificate identified by digests of its issuer's name and key (RFC 6960 §4.1.1). */
export type OcspCertificateId = {
  /** 'sha1', 'sha256'… or the dotted identifier of an unknown one. */
  hash: string
  nameHash: Uint8Array
  keyHash: Uint8Array
  /** Uppercase hexadecimal, as `Certificate.serialNumber`. */
  serial: string
}

/** Digest of the subjectPublicKey bits alone, without tag, length and unused bits (RFC 6960 §4.1.1). */
export function publicKeyHash(certificate: Certificate, hash: string): Uint8Array {
  const bits = children(readNode(certificate.publicKeyDer))[1]
  return createHash(hash).update(wholeBits(bits, 'public key')).digest()
}

/** Digest of the DER of a Name, as in CertID (RFC 6960 §4.1.1). */
export const nameHash = (nameDer: Uint8Array, hash: string): Uint8Array => createHash(hash).update(nameDer).digest()

/** SHA-1 only identifies here, so collisions are harmless: the key hash is compared with the actual issuer. */
const knownHashes = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

export function namesCertificate(id: OcspCertificateId, certificate: Certificate, issuer: Certificate): boolean {
  if (id.serial !== certificate.serialNumber || !knownHashes.has(id.hash)) return false
  // the name as encoded in the certificate; an issuer with another encoding of its name has the same key
  const sameIssuer = [certificate.issuerDer, issuer.subjectDer].some((name) =>
    sameBytes(id.nameHash, nameHash(name, id.hash)),
  )
  return sameIssuer && sameBytes(id.keyHash, publicKeyHash(issuer, id.hash))
}
