import type { CertificateOptions, TestAuthority } from '@foja/testing/ca'
import { writeP12, type P12Variant } from '@foja/testing/p12'
import { createShortLivedAuthority } from '@foja/testing/short-lived'
import { expect } from 'vitest'
import type { Caller, TestFile } from './office.ts'

export const signerPath = '/api/v1/upload_signer/'
export const passphrase = 'Clave de prueba: ñandú 2026'

let authority: TestAuthority | undefined

/** The authority of a test file, created once, because its keys take a while. */
export const testAuthority = () => (authority ??= createShortLivedAuthority({ keyType: 'p256' }))

export type KeyFileOptions = Partial<CertificateOptions> & { variant?: P12Variant; with?: string }

/** A .p12 of a person certified by the test authority; `with` is its passphrase. */
export function p12File({ variant, with: secret = passphrase, ...options }: KeyFileOptions = {}): TestFile {
  const request = { commonName: 'María José Ñáñez Zambrano', serialNumber: '1712345678', keyType: 'p256' as const }
  const issued = testAuthority().issue({ ...request, ...options })
  return { name: 'firma.p12', bytes: writeP12({ ...issued, passphrase: secret, ...(variant ? { variant } : {}) }) }
}

/** Stores a signing key for `caller`. */
export async function giveSigner(caller: Caller, commonName: string, options: KeyFileOptions = {}): Promise<void> {
  const file = p12File({ commonName, ...options })
  const response = await caller.upload(signerPath, [file], { password: options.with ?? passphrase })
  expect(response.status, await response.clone().text()).toBe(200)
}
