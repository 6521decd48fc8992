import { nullElement } from '@foja/pades/cms/der'
import { encodeExtension } from '@foja/testing/certificate-encoding'
import { createTestAuthority, type CertificateOptions, type TestAuthority } from '@foja/testing/ca'
import { writeP12, type P12Variant } from '@foja/testing/p12'
import { expect } from 'vitest'
import type { Caller, TestFile } from './office.ts'

export const signerPath = '/api/v1/upload_signer/'
export const passphrase = 'Clave de prueba: ñandú 2026'

let authority: TestAuthority | undefined

/** id-etsi-ext-valassured-ST-certs (ETSI EN 319 412-1 §5.2): nobody need be asked whether the certificate was revoked. */
const validityAssured = encodeExtension('0.4.0.194121.2.1', false, nullElement())

function createAuthority(): TestAuthority {
  const created = createTestAuthority({ keyType: 'p256' })
  return {
    ...created,
    issue: (options) => {
      const hasSource = options.ocspUrl !== undefined || options.crlUrl !== undefined
      return created.issue(hasSource ? options : { issuer: created.root, extensions: [validityAssured], ...options })
    },
  }
}

/**
 * The one authority of a test file; its keys take a while to make. Certificates that do not say where to ask are issued by
 * its root and never revoked: where the root is trusted, what they sign is valid without asking anybody.
 */
export const testAuthority = () => (authority ??= createAuthority())

export type KeyFileOptions = Partial<CertificateOptions> & { variant?: P12Variant; with?: string }

/** A .p12 of somebody whom the test authority certifies; `with` is its passphrase. */
export function p12File({ variant, with: secret = passphrase, ...options }: KeyFileOptions = {}): TestFile {
  const request = { commonName: 'María José Ñáñez Zambrano', serialNumber: '1712345678', keyType: 'p256' as const }
  const issued = testAuthority().issue({ ...request, ...options })
  return { name: 'firma.p12', bytes: writeP12({ ...issued, passphrase: secret, ...(variant ? { variant } : {}) }) }
}

/** Gives `caller` a signature of their own. */
export async function giveSigner(caller: Caller, commonName: string, options: KeyFileOptions = {}): Promise<void> {
  const file = p12File({ commonName, ...options })
  const response = await caller.upload(signerPath, [file], { password: options.with ?? passphrase })
  expect(response.status, await response.clone().text()).toBe(200)
}
