// A user's key opened in real Chromium, in a worker under the product's content policy; node:crypto checks its
// signatures with the public half of the original key.
import { signedAttributes } from '@foja/pades/cms/build'
import { parseCertificate } from '@foja/pades/certificate'
import type { SigningHash } from '@foja/pades/cms/oids'
import { launchBrowser } from '@foja/testing/browser'
import { createTestAuthority, type TestKeyType } from '@foja/testing/ca'
import { writeCertificateAndKey, writeP12, type P12Variant } from '@foja/testing/p12'
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { webPolicy } from '../apps/server/src/http/security.ts'
import { bundleBrowserKey } from '../apps/web/src/test/bundle-browser-key.ts'
import { whole } from './support/variants.ts'

const passphrase = 'Contraseña-ñandú-1'
const authority = createTestAuthority({ keyType: 'p256' })
const user = authority.issue({ commonName: 'María Peña', serialNumber: '1712345678', keyType: 'rsa2048' })

const types: Record<string, string> = { js: 'text/javascript', html: 'text/html' }

async function serve(files: Map<string, string | Uint8Array>, seen: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    seen.push(`${request.method} ${path}`)
    const content = files.get(path)
    response.writeHead(content === undefined ? 404 : 200, {
      'content-security-policy': webPolicy([]),
      'x-content-type-options': 'nosniff',
      'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

type Chosen = { name: string; bytes: Uint8Array }
type Answer =
  | { code: string }
  | { subject: { commonName: string }; keyType: string; problems: string[]; signatures: string[] }

describe('a key in the browser', async () => {
  const seen: string[] = []
  const faults: string[] = []

  const server = await serve(await bundleBrowserKey(), seen)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launchBrowser()
  const page = await browser.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) faults.push(message.text())
  })
  await page.goto(`${origin}/`)
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  /** Opens files in the page, signs each of the attributes, and discards the key. */
  const open = (files: Chosen[], secret: string, wanted: { attributes: string; hash: SigningHash }[] = []) =>
    page.evaluate(
      async ({ chosen, secret: word, asked }) => {
        const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
        const { openBrowserKey } = globalThis as unknown as {
          openBrowserKey: (
            files: unknown[],
            passphrase: string,
          ) => Promise<{
            sign: (attributes: string, hash: string) => Promise<string>
            forget: () => void
          }>
        }
        try {
          const made = chosen.map(({ name, base64 }) => new File([bytesOf(base64)], name))
          const { sign, forget, ...facts } = await openBrowserKey(made, word)
          const signatures: string[] = []
          for (const { attributes, hash } of asked) signatures.push(await sign(attributes, hash))
          forget()
          return { ...facts, signatures }
        } catch (error) {
          return { code: (error as { code?: string }).code ?? String(error) }
        }
      },
      {
        chosen: files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
        secret,
        asked: wanted,
      },
    ) as Promise<Answer>

  const p12 = (bytes: Uint8Array): Chosen[] => [{ name: 'firma.p12', bytes }]

  async function expectSigns(
    files: Chosen[],
    owner: { certificate: Uint8Array; privateKey: KeyObject },
    secret = passphrase,
  ) {
    const certificate = parseCertificate(owner.certificate)
    const wanted = (['sha256', 'sha384', 'sha512'] as const).map((hash) => {
      const contentDigest = new Uint8Array({ sha256: 32, sha384: 48, sha512: 64 }[hash]).fill(5)
      return { hash, bytes: signedAttributes({ contentDigest, certificate, hash }) }
    })
    const asked = wanted.map(({ hash, bytes }) => ({ hash, attributes: Buffer.from(bytes).toString('base64') }))
    const answer = await open(files, secret, asked)
    if ('code' in answer) throw new Error(answer.code)
    expect(answer.keyType).toBe(certificate.keyType)
    for (const [i, { hash, bytes }] of wanted.entries()) {
      const signature = Buffer.from(answer.signatures[i] ?? '', 'base64')
      expect(verify(hash, bytes, createPublicKey(owner.privateKey), signature)).toBe(true)
    }
  }

  const variants: P12Variant[] = [
    'modern',
    'legacy',
    'legacy-rc2-128',
    'legacy-3des-2key',
    'legacy-ber',
    'aes-192-sha224',
    'aes-256-sha512',
    'pbes1-des-md5',
    'pbmac1',
    'legacy-no-mac',
    'ca-first',
    'many-iterations',
  ]
  it.each(variants)('%s: opens with its passphrase only', async (variant) => {
    const file = p12(writeP12({ ...user, passphrase, variant }))
    await expectSigns(file, user)
    expect(await open(file, 'otra')).toEqual({ code: 'p12_wrong_passphrase' })
  })

  it.each(['rsa2048', 'rsa4096', 'p256', 'p384', 'p521'] as TestKeyType[])('signs with %s', async (keyType) => {
    const owner = authority.issue({ commonName: 'Otra', keyType })
    await expectSigns(p12(writeP12({ ...owner, passphrase })), owner)
  })

  it('opens a certificate with its key, and an empty passphrase', async () => {
    const { certificate, key } = writeCertificateAndKey(user, passphrase)
    const pair = [
      { name: 'firma.key', bytes: key },
      { name: 'firma.cer', bytes: certificate },
    ]
    await expectSigns(pair, user)
    await expectSigns(p12(writeP12({ ...user, passphrase: '', variant: 'legacy' })), user, '')
  })

  it('names the problem', async () => {
    expect(await open(p12(writeP12({ ...user, passphrase, variant: 'unsupported-cipher' })), passphrase)).toEqual({
      code: 'p12_unsupported_algorithm',
    })
    expect(await open(p12(Buffer.from('%PDF-1.7')), passphrase)).toEqual({ code: 'p12_damaged' })
    const [asked] = [{ attributes: Buffer.from('an oath').toString('base64'), hash: 'sha256' as const }]
    expect(await open(p12(writeP12({ ...user, passphrase })), passphrase, [asked])).toEqual({
      code: 'signature_mismatch',
    })
    const expired = authority.issue({ commonName: 'Vencida', keyType: 'p256', notAfter: new Date(Date.now() - 1000) })
    expect(await open(p12(writeP12({ ...expired, passphrase })), passphrase)).toMatchObject({
      problems: ['certificate_expired'],
    })
  })

  it.runIf(whole)('opens 600,000 iterations of the old derivation in time', async () => {
    const file = writeP12({
      ...user,
      passphrase,
      variant: 'legacy',
      layout: { iterations: 600_000, certificates: 'none' },
    })
    const started = performance.now()
    await expectSigns(p12(file), user)
    console.info(`600,000 iterations of SHA-1, four times: ${Math.round(performance.now() - started)} ms`)
  })

  it('requests only its own scripts, and violates no content policy', () => {
    const asked = seen.filter((line) => !line.includes('favicon')).map((line) => line.replace(/-[\w-]{8}\.js$/, '.js'))
    expect([...new Set(asked)].toSorted()).toEqual([
      'GET /assets/browser-key.worker.js',
      'GET /assets/index.js',
      'GET /index.html',
    ])
    expect(faults).toEqual([])
  })
})
