import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { keySigner } from '@foja/pades/key-signer'
import type { Signer } from '@foja/pades/signer'
import type { CertificateOptions } from '@foja/testing/ca'
import { writeP12, type P12Variant } from '@foja/testing/p12'
import { createShortLivedAuthority } from '@foja/testing/short-lived'
import type { UploadedFile } from './person.ts'

export const passphrase = 'Clave-de-mi-firma-2026'
const signerName = 'LUCÍA FERNANDA PEÑAHERRERA NARVÁEZ'

const authority = createShortLivedAuthority()

/** A signer whose signatures are valid where the root is trusted. */
export function makeTrustedSigner(commonName = 'Lucía Fernanda Peñaherrera Narváez'): {
  signer: Signer
  root: Certificate
} {
  const by = createShortLivedAuthority({ keyType: 'p256' })
  const { privateKey, certificate, chain } = by.issue({ commonName, keyType: 'p256' })
  return {
    signer: keySigner({ privateKey, certificate: parseCertificate(certificate), chain: chain.map(parseCertificate) }),
    root: parseCertificate(by.root.certificate),
  }
}

/** The root certificate, as offered on the authority's web page. */
export const rootCertificate: UploadedFile = {
  name: 'autoridad-raiz.cer',
  mimeType: 'application/pkix-cert',
  buffer: Buffer.from(authority.root.certificate),
}

/** A user's .p12: `legacy` is RC2-40 and 3DES, `modern` is AES. */
export const p12File = (variant: P12Variant, keyType: 'rsa2048' | 'p256' = 'rsa2048'): UploadedFile =>
  p12With({ keyType }, variant)

/** A .p12 with an unusual certificate: expired, not for signing, of another person. */
export function p12With(options: Partial<CertificateOptions>, variant: P12Variant = 'modern'): UploadedFile {
  const certificate = authority.issue({ commonName: signerName, serialNumber: '1712345678', ...options })
  const bytes = writeP12({ ...certificate, passphrase, variant })
  return { name: `firma-${variant}.p12`, mimeType: 'application/x-pkcs12', buffer: Buffer.from(bytes) }
}

/** A user's certificate without the key, which is easily mistaken for an authority's. */
export function personCertificate(): UploadedFile {
  const { certificate } = authority.issue({ commonName: signerName, keyType: 'p256' })
  return { name: 'lucia.cer', mimeType: 'application/pkix-cert', buffer: Buffer.from(certificate) }
}
