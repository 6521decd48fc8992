import { createPublicKey, X509Certificate } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestAuthority } from '@foja/testing/ca'
import type { P12Variant } from '@foja/testing/p12'
import { p12Variants, writeP12 } from '@foja/testing/p12'
import { openP12 } from './open-p12.ts'

/** Tests against OpenSSL in both directions: our writer and reader could share a mistake. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const passphrase = 'contraseña-1'
const user = createTestAuthority({ keyType: 'p256' }).issue({ commonName: 'María Peña', keyType: 'rsa2048' })
const openable = (Object.keys(p12Variants) as P12Variant[]).filter((name) => name !== 'unsupported-cipher')

const folder = mkdtempSync(join(tmpdir(), 'foja-p12-'))
writeFileSync(join(folder, 'key.pem'), user.privateKey.export({ type: 'pkcs8', format: 'pem' }))
writeFileSync(join(folder, 'user.pem'), new X509Certificate(user.certificate).toString())
writeFileSync(join(folder, 'chain.pem'), user.chain.map((der) => new X509Certificate(der).toString()).join(''))
afterAll(() => rmSync(folder, { recursive: true }))

const openssl = (...parameters: string[]) =>
  spawnSync('openssl', parameters, { cwd: folder, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })

describe('key files of OpenSSL', () => {
  const kinds: [string, string[]][] = [
    ['modern', []],
    ['legacy', ['-legacy']],
    ['legacy with RC2-128', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-40']],
    ['AES-128 with a SHA-512 MAC', ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-128-CBC', '-macalg', 'sha512']],
    ['no MAC', ['-nomac']],
    ['plain certificates', ['-certpbe', 'NONE']],
    ['one iteration', ['-legacy', '-noiter', '-nomaciter']],
  ]

  it.runIf(hasOpenssl).each(kinds)('opens %s', (_, options) => {
    for (const secret of [passphrase, 'ascii', '']) {
      const source = ['-inkey', 'key.pem', '-in', 'user.pem', '-certfile', 'chain.pem', '-name', 'José']
      const made = openssl('pkcs12', '-export', ...options, ...source, '-out', 'out.p12', '-passout', `pass:${secret}`)
      expect(made.status, made.stderr).toBe(0)
      const opened = openP12(readFileSync(join(folder, 'out.p12')), secret)
      expect(createPublicKey(opened.privateKey).equals(createPublicKey(user.privateKey))).toBe(true)
      expect(opened.chain).toHaveLength(2)
      expect(() => openP12(readFileSync(join(folder, 'out.p12')), 'otra')).toThrow('p12_wrong_passphrase')
    }
  })
})

describe('our test key files', () => {
  // PBMAC1 needs OpenSSL 3.4; the platform's own one is asked for it below
  const known = openable.filter((name) => !name.startsWith('pbmac1'))
  it.runIf(hasOpenssl).each(known)('%s: OpenSSL opens it too', (variant) => {
    writeFileSync(join(folder, 'in.p12'), writeP12({ ...user, passphrase, variant }))
    const { status, stderr } = openssl('pkcs12', '-in', 'in.p12', '-legacy', '-nodes', '-passin', `pass:${passphrase}`)
    expect(status, stderr).toBe(0)
  })

  it.each(['modern', 'ber', 'pbmac1', 'pbmac1-sha512', 'legacy-3des'] as const)(
    '%s: the platform opens it as well',
    (variant) => {
      const pfx = Buffer.from(writeP12({ ...user, passphrase: 'ascii', variant }))
      expect(() => createSecureContext({ pfx, passphrase: 'ascii' })).not.toThrow()
      expect(() => createSecureContext({ pfx, passphrase: 'otra' })).toThrow()
    },
  )
})
