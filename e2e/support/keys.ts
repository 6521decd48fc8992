import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { keySigner } from '@foja/pades/key-signer'
import type { Signer } from '@foja/pades/signer'
import { createTestAuthority, type CertificateOptions, type TestAuthority } from '@foja/testing/ca'
import { writeP12, type P12Variant } from '@foja/testing/p12'
import type { UploadedFile } from './person.ts'

export const passphrase = 'Clave-de-mi-firma-2026'
const signerName = 'LUCÍA FERNANDA PEÑAHERRERA NARVÁEZ'

const authority = createTestAuthority()
/**
 * noRevAvail (RFC 9608 §2): nobody has to be asked whether it was revoked, which no test could answer. Issued by the
 * root, as an authority between would have to be asked about too.
 */
const withoutRevocation = (by: TestAuthority) => ({
  issuer: by.root,
  extensions: [Buffer.from('30090603551d3804020500', 'hex')],
})

/** A signer whose signatures are valid where the root is trusted. */
export function makeTrustedSigner(commonName = 'Lucía Fernanda Peñaherrera Narváez'): {
  signer: Signer
  root: Certificate
} {
  const by = createTestAuthority({ keyType: 'p256' })
  const { privateKey, certificate, chain } = by.issue({ commonName, keyType: 'p256', ...withoutRevocation(by) })
  return {
    signer: keySigner({ privateKey, certificate: parseCertificate(certificate), chain: chain.map(parseCertificate) }),
    root: parseCertificate(by.root.certificate),
  }
}

/** The certificate of the authority's root, as its web page would offer it. */
export const rootCertificate: UploadedFile = {
  name: 'autoridad-raiz.cer',
  mimeType: 'application/pkix-cert',
  buffer: Buffer.from(authority.root.certificate),
}

/** A person's .p12, as an authority hands it out: `legacy` is RC2-40 and 3DES, `modern` is AES. */
export const p12File = (variant: P12Variant, keyType: 'rsa2048' | 'p256' = 'rsa2048'): UploadedFile =>
  p12With({ keyType }, variant)

/** A .p12 whose certificate is not like the others: expired, not for signing, of another person. */
export function p12With(options: Partial<CertificateOptions>, variant: P12Variant = 'modern'): UploadedFile {
  const own = { commonName: signerName, serialNumber: '1712345678', ...withoutRevocation(authority) }
  const certificate = authority.issue({ ...own, ...options })
  const bytes = writeP12({ ...certificate, passphrase, variant })
  return { name: `firma-${variant}.p12`, mimeType: 'application/x-pkcs12', buffer: Buffer.from(bytes) }
}

/** The certificate of a person, without the key: what somebody may mistake for an authority's. */
export function personCertificate(): UploadedFile {
  const { certificate } = authority.issue({ commonName: signerName, keyType: 'p256' })
  return { name: 'lucia.cer', mimeType: 'application/pkix-cert', buffer: Buffer.from(certificate) }
}
