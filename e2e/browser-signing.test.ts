// A key that stays in the browser: every byte the browser sends is recorded, and none of it belongs to the key.
import type { TestCertificate } from '@foja/testing/ca'
import { createShortLivedAuthority } from '@foja/testing/short-lived'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { leaksOf, secretsOf, type Secret } from './support/leaks.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import {
  downloadDocument,
  drawSignature,
  readVerdict,
  signDocument,
  signIn,
  type UploadedFile,
} from './support/person.ts'
import { startRecordingProxy, type Sent } from './support/recording-proxy.ts'
import { texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { enter, makeCase, trust } from './support/wire.ts'

const passphrase = 'Ñandú~7q+Xz/Wv&Km=26'
const authority = createShortLivedAuthority()

function makeKey(keyType: 'rsa2048' | 'p256', variant: 'legacy' | 'modern'): { p12: UploadedFile; secrets: Secret[] } {
  const person: TestCertificate = authority.issue({ commonName: 'INÉS QUISHPE GUAMÁN', keyType })
  const bytes = Buffer.from(writeP12({ ...person, passphrase, variant }))
  return {
    p12: { name: `ines-${keyType}.p12`, mimeType: 'application/x-pkcs12', buffer: bytes },
    secrets: secretsOf(bytes, person.privateKey, passphrase),
  }
}

/** Uploads documents outside the recording. */

const proxy = await startRecordingProxy()
afterAll(() => proxy.close())
const { foja, browser } = await openStage()
const office = await browser.newContext()
await enter(office, foja.origin)
const buffer = Buffer.from(authority.root.certificate)
await trust(office, foja.origin, { name: 'raiz.cer', mimeType: 'application/pkix-cert', buffer })
// Without the bypass even local addresses go through the proxy.
const context = await browser.newContext({ ...desktop, proxy: { server: proxy.server, bypass: '<-loopback>' } })
const page = await context.newPage()
const faults = watch(page)
await signIn(page, foja.origin)

/** Opens a new document, ready for a key file that stays in the browser. */
async function openToSign(source: string, file: UploadedFile): Promise<void> {
  const { document } = await makeCase(office, foja.origin, `Poder de ${file.name}`, 'poder.pdf', makePdf({ pages: 2 }))
  await page.goto(`${foja.origin}/documentos/${document.id_documento}`)
  await page.getByRole('button', { name: texts.signing.withoutStoring }).click()
  await page.getByRole('radio', { name: source }).click()
  await page.locator('input[type=file]').setInputFiles([file])
  await page.getByText(texts.mySignature.chosen(file.name)).waitFor()
}

const posts = (sent: readonly Sent[]) => sent.filter(({ method }) => method !== 'GET')
const pathOf = ({ url }: Sent) => new URL(url).pathname
const bodyOf = (sent: readonly Sent[], path: string) => {
  const found = sent.filter((one) => pathOf(one) === path)
  expect(found, path).toHaveLength(1)
  return JSON.parse(found[0]!.body.toString()) as Record<string, unknown>
}

/** The browser's storage, as one text. */
const kept = () => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])') as Promise<string>

describe('the recording', () => {
  const { secrets } = makeKey('p256', 'modern')
  it.each(secrets)('finds a run of $name in every encoding', ({ name, bytes }) => {
    const part = Buffer.from(bytes.subarray(1, 1 + Math.min(bytes.length - 1, 30)))
    const plants = [
      part,
      Buffer.from(JSON.stringify({ a: part.toString('base64') })),
      Buffer.from(`GET /x?y=${part.toString('hex').toUpperCase()}`),
      Buffer.from(JSON.stringify([...part, 0])),
      Buffer.from([...part].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
    ]
    for (const plant of plants) expect(leaksOf(plant, secrets).join()).toContain(name)
  })

  it('detects a key that is sent', async () => {
    const { p12, secrets: own } = makeKey('rsa2048', 'modern')
    await openToSign(texts.signing.sources.once, p12)
    await drawSignature(page, [0.5, 0.6], [0.9, 0.72])
    const before = proxy.sent.length
    await signDocument(page, passphrase)
    const leaks = proxy.sent.slice(before).flatMap(({ bytes }) => leaksOf(bytes, own))
    expect(leaks).toEqual(expect.arrayContaining(['the file, base64', 'the passphrase, as it is']))
    // It is sent for this signature only: the browser stores nothing of it.
    expect(leaksOf(Buffer.from(await kept()), own)).toEqual([])
  })
})

const kinds = [
  ['rsa2048', 'legacy'],
  ['p256', 'modern'],
] as const

describe.each(variants(kinds))('signing with a %s key in a %s .p12, opened in the page', (keyType, variant) => {
  const { p12, secrets } = makeKey(keyType, variant)
  let before = 0

  it('reports a wrong passphrase without sending anything', async () => {
    before = proxy.sent.length
    await openToSign(texts.signing.sources.browser, p12)
    // The last place of the signature, before it is offered again.
    await page.getByRole('application').waitFor()
    await look(page, `navegador-${keyType}`)
    const sent = proxy.sent.length
    await page.getByLabel('Clave del certificado').fill(`${passphrase}x`)
    await page.getByRole('button', { name: 'Firmar', exact: true }).click()
    await page.getByText(texts.signing.wrongPassphrase).waitFor()
    expect(posts(proxy.sent.slice(sent)).map(pathOf)).toEqual([])
    await look(page, `navegador-${keyType}-clave`)
  })

  it('signs, and sends only certificate and signature', async () => {
    const sent = proxy.sent.length
    await signDocument(page, passphrase)
    const asked = proxy.sent.slice(sent)
    const prepared = bodyOf(asked, '/api/v1/prepare_signing/')
    // Document, appearance and signer; no field could hold anything else.
    const look = ['appearance', 'position', 'repeat', 'level', 'language', 'utc_offset']
    const known = new Set(['id_documento', 'sha256', 'certificate', 'chain', ...look])
    expect(Object.keys(prepared).filter((key) => !known.has(key))).toEqual([])
    const completed = bodyOf(asked, '/api/v1/complete_signing/')
    expect(Object.keys(completed).toSorted()).toEqual(['id_preparacion', 'signature'])
    const signature = Buffer.from(String(completed['signature']), 'base64')
    if (keyType === 'rsa2048') expect(signature).toHaveLength(256)
    else expect(signature.length).toBeLessThan(73)
    expect(posts(asked).map(pathOf)).not.toContain('/api/v1/custom_pdf_signing/')
  })

  it('sent no byte of the file, the key or the passphrase', async () => {
    const asked = proxy.sent.slice(before)
    // The worker script was recorded too, at least for the first key: later it is cached.
    expect(proxy.sent.some((one) => pathOf(one).includes('browser-key.worker'))).toBe(true)
    expect(asked.filter(({ url }) => !url.startsWith(foja.origin)).map(({ url }) => url)).toEqual([])
    for (const one of asked) expect(leaksOf(one.bytes, secrets), `${one.method} ${one.url}`).toEqual([])
    expect(leaksOf(Buffer.from(await kept()), secrets)).toEqual([])
  })

  it('yields a signature that others accept as valid', async () => {
    expect(await readVerdict(page)).toBe(texts.verdict.headings.valid)
    await look(page, `navegador-${keyType}-valida`)
    const pdfsig = runValidator('pdfsig', ['-nocert'], await downloadDocument(page))
    if (pdfsig === null) return
    expect(pdfsig.output).toContain('Signature is Valid')
    expect(pdfsig.output).toContain('Total document signed')
  })
})

describe("a key in a phone's browser, in dark mode", () => {
  it('offers the same options and explains the difference in one sentence', async () => {
    const { document } = await makeCase(office, foja.origin, 'Poder en el teléfono', 'poder.pdf', makePdf())
    const other = await openAs(browser, foja, people.admin, phone)
    const small = await other.newPage()
    const smallFaults = watch(small)
    await small.goto(`${foja.origin}/documentos/${document.id_documento}`)
    await small.getByRole('button', { name: texts.documents.openPanel }).click()
    await look(small, 'navegador-telefono-sin')
    await small.getByRole('button', { name: texts.signing.withoutStoring }).click()
    await small.getByRole('button', { name: texts.signing.change, exact: true }).click()
    for (const source of ['browser', 'once', 'stored'] as const) {
      if (source !== 'stored') await small.getByText(texts.signing.sourceHints[source]).waitFor()
      await look(small, `navegador-telefono-${source}`)
      const next = { browser: 'once', once: 'stored', stored: null }[source]
      if (next !== null) await small.getByRole('radio', { name: texts.signing.sources[next as 'once'] }).click()
    }
    expect(smallFaults()).toEqual([])
    await other.close()
  })

  it('causes no unexpected error in the browser', () => {
    // A wrong passphrase is no failed request: the server is not involved.
    expect(faults()).toEqual([])
  })
})
