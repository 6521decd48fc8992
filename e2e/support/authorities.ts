import { createTestAuthority, type CertificateOptions, type TestCertificate } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import { startPkiServices, type PkiServices } from '@foja/testing/pki-services'
import type { UploadedFile } from './person.ts'

export type Authorities = {
  pki: PkiServices
  /** Settings of a Foja that allow authorities on this computer. */
  environment: Record<string, string>
  root: UploadedFile
  /** A user's certificate with its revocation addresses, and its key file. */
  issue: (passphrase: string, options?: Partial<CertificateOptions>) => { person: TestCertificate; p12: UploadedFile }
  close: () => Promise<void>
}

/** Timestamp authority, OCSP responder and CRLs with configurable behaviour. */
export async function startAuthorities(): Promise<Authorities> {
  const authority = createTestAuthority({ keyType: 'p256' })
  const pki = await startPkiServices({ authority })
  return {
    pki,
    environment: { FOJA_PRIVATE_HOSTS: new URL(pki.origin).host },
    root: { name: 'raiz.cer', mimeType: 'application/pkix-cert', buffer: Buffer.from(authority.root.certificate) },
    issue: (passphrase, options) => {
      const person = pki.issue({
        commonName: 'ANA DÍAZ CORDERO',
        serialNumber: '1712345678',
        keyType: 'p256',
        ...options,
      })
      const buffer = Buffer.from(writeP12({ ...person, passphrase }))
      return { person, p12: { name: 'ana.p12', mimeType: 'application/x-pkcs12', buffer } }
    },
    close: () => pki.close(),
  }
}
