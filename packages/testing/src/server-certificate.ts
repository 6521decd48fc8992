import { element, octetString, oid, sequence } from '@foja/pades/cms/der'
import { createTestAuthority } from './ca.ts'

const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`

/** Key and certificates (PEM) of a TLS server on 127.0.0.1, and the authority to trust. */
export function makeServerCertificate(): { key: string; cert: string; ca: string } {
  const authority = createTestAuthority({ keyType: 'p256' })
  // RFC 5280, 4.2.1.6: subjectAltName with an iPAddress.
  const address = element(0x87, Uint8Array.of(127, 0, 0, 1))
  const issued = authority.issue({
    commonName: '127.0.0.1',
    keyType: 'p256',
    keyUsage: ['digitalSignature'],
    extensions: [sequence(oid('2.5.29.17'), octetString(sequence(address)))],
  })
  return {
    key: issued.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(issued.certificate) + pem(authority.intermediate.certificate),
    ca: pem(authority.root.certificate),
  }
}
