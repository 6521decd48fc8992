import { expect, it } from 'vitest'
import { createTestAuthority } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import { trustIn } from '@foja/testing/revocation-lists'
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { parseCertificate } from '../certificate.ts'
import type { SigningHash } from '../cms/oids.ts'
import { sign } from '../sign.ts'
import type { Signer } from '../signer.ts'
import { verify } from '../verify.ts'
import { openP12InBrowser } from './open-p12.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const passphrase = 'clave'

it.each([
  ['rsa2048', 'sha256'],
  ['rsa4096', 'sha512'],
  ['p256', 'sha256'],
  ['p384', 'sha384'],
  ['rsa-pss', 'sha256'],
  ['rsa-pss-sha384', 'sha384'],
  ['ed25519', 'sha512'],
] as const)('a PDF signed by a %s key in a page is valid (%s)', async (keyType, hash: SigningHash) => {
  const user = authority.issue({ commonName: 'María Peña', keyType })
  const key = await openP12InBrowser(writeP12({ ...user, passphrase, variant: 'legacy' }), passphrase)
  const signer: Signer = {
    certificate: parseCertificate(key.certificate),
    chain: key.chain.map(parseCertificate),
    algorithm: key.algorithm,
    signDigest: (_, wanted, attributes) => key.sign(attributes, wanted),
  }
  const { pdf } = await sign(makePdf(), signer, { signingTime: new Date(), hash })
  const report = verify(pdf, trustIn(authority))
  expect(report.summary).toBe('valid')
  // its NSS supports neither RSASSA-PSS keys nor Ed25519: see sign-keys.test.ts
  if (keyType.startsWith('rsa-pss') || keyType === 'ed25519') return
  const judged = runValidator('pdfsig', ['-nocert'], pdf)
  if (judged) expect(judged.output).toContain('Signature Validation: Signature is Valid.')
})
