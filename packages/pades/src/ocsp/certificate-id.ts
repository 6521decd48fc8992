import { createHash } from 'node:crypto'
import type { Certificate } from '../certificate.ts'
import { sameBytes } from '../cms/der.ts'
import { children, readNode } from '../cms/read-der.ts'
import { wholeBits } from '../cms/values.ts'

/** CertID of OCSP: a certificate named by digests of its issuer's name and key (RFC 6960 §4.1.1). */
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

/** Hash of the DER of a Name, as CertID carries it (RFC 6960 §4.1.1). */
export const nameHash = (nameDer: Uint8Array, hash: string): Uint8Array => createHash(hash).update(nameDer).digest()

/** SHA-1 here only names, so its collisions do no harm: the key hash is held against the very issuer. */
const knownHashes = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

/** Whether a CertID names this certificate of this issuer. */
export function namesCertificate(id: OcspCertificateId, certificate: Certificate, issuer: Certificate): boolean {
  if (id.serial !== certificate.serialNumber || !knownHashes.has(id.hash)) return false
  // the name as the certificate writes it; an issuer that writes its own name otherwise is the same by its key
  const sameIssuer = [certificate.issuerDer, issuer.subjectDer].some((name) =>
    sameBytes(id.nameHash, nameHash(name, id.hash)),
  )
  return sameIssuer && sameBytes(id.keyHash, publicKeyHash(issuer, id.hash))
}
