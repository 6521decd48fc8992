import { createTestAuthority } from '@foja/testing/ca'
import { writeP12, type P12Variant } from '@foja/testing/p12'
import type { UploadedFile } from './person.ts'

export const passphrase = 'Clave-de-mi-firma-2026'
export const signerName = 'LUCÍA FERNANDA PEÑAHERRERA NARVÁEZ'

const authority = createTestAuthority()

/** The certificate of the authority's root, as its web page would offer it. */
export const rootCertificate: UploadedFile = {
  name: 'autoridad-raiz.cer',
  mimeType: 'application/pkix-cert',
  buffer: Buffer.from(authority.root.certificate),
}

/** A person's .p12, as an authority hands it out: `legacy` is RC2-40 and 3DES, `modern` is AES. */
export function p12File(variant: P12Variant, keyType: 'rsa2048' | 'p256' = 'rsa2048'): UploadedFile {
  const { privateKey, certificate, chain } = authority.issue({
    commonName: signerName,
    serialNumber: '1712345678',
    keyType,
  })
  const bytes = writeP12({ privateKey, certificate, chain, passphrase, variant })
  return { name: `firma-${variant}.p12`, mimeType: 'application/x-pkcs12', buffer: Buffer.from(bytes) }
}
