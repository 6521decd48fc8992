// A person without an account signs and delivers in Firefox; runs where Debian's Firefox is installed, as in the gate.
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { createShortLivedAuthority } from '@foja/testing/short-lived'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { hasValidator } from '@foja/testing/validators'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { texts } from './support/spanish.ts'
import { call, makeCaseOf, trust } from './support/wire.ts'

const { recipient: words, delivery } = texts
const firefox = 'firefox-esr'
/** Milliseconds, as in Chromium: a busy machine is slow, and only a failure waits so long. */
const patience = 120_000
const passphrase = 'Ñandú~7q+Xz/Wv&Km=26'

describe.runIf(hasValidator(firefox))('in Firefox, a person without an account', async () => {
  const { foja, browser } = await openStage()
  const office = await openAs(browser, foja, people.admin)
  const authority = createShortLivedAuthority()
  const root = Buffer.from(authority.root.certificate)
  await trust(office, foja.origin, { name: 'raiz.cer', mimeType: 'application/pkix-cert', buffer: root })
  const folder = await mkdtemp(join(tmpdir(), 'foja-firefox-'))
  const own = await launch({
    browser: 'firefox',
    executablePath: `/usr/bin/${firefox}`,
    defaultViewport: null,
    extraPrefsFirefox: { 'intl.accept_languages': 'es-EC, es' },
  })
  afterAll(async () => {
    await own.close()
    await rm(folder, { recursive: true })
  })
  const made = await makeCaseOf(office, foja.origin, 'Arriendo', [{ name: 'Acta.pdf', bytes: makePdf({ pages: 2 }) }])

  /** Opens the link of a recipient on a phone's width; `faults`: errors of the page and its console. */
  async function openLink({ id }: { id: string }): Promise<{ page: Page; faults: string[] }> {
    const { url } = await call<{ url: string }>(office, foja.origin, 'recipient_link/', { id_recipient: id })
    const page = await own.newPage()
    page.setDefaultTimeout(patience)
    const faults: string[] = []
    page.on('pageerror', (error) => void faults.push(String(error)))
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    // Firefox before 144 sets the size and refuses the orientation that puppeteer sends with it.
    await page.setViewport({ width: 390, height: 844 }).catch((error: Error) => {
      if (!error.message.includes('setScreenOrientationOverride')) throw error
    })
    await page.goto(url)
    return { page, faults }
  }
  const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`
  const press = async (page: Page, name: string) => await (await page.waitForSelector(named('button', name)))!.click()
  const fileOf = async (name: string, bytes: Uint8Array) => {
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }
  const choose = async (page: Page, path: string) => {
    const input = await page.waitForSelector('input[type=file]:not([capture])')
    await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(path)
  }

  it('reads the pages and signs with their own certificate', async () => {
    const asked = await call<SigningRequest>(office, foja.origin, 'create_signing_request/', {
      documents: made.documents.map(({ id_documento }) => ({ id_documento })),
      recipients: [{ nombre: 'Ana Quishpe', email: 'ana@cliente.example', rol: 'firma' }],
    })
    const issued = authority.issue({ commonName: 'ANA QUISHPE', keyType: 'p256' })
    const p12 = await fileOf('ana.p12', writeP12({ ...issued, passphrase, variant: 'modern' }))
    const { page, faults } = await openLink(asked.recipients[0]!)
    await press(page, words.sign)
    await choose(page, p12)
    await (await page.waitForSelector('input[type=password]'))!.type(passphrase)
    await press(page, words.key.submitOne)
    await page.locator(named('heading', words.done.signed(words.oneDocument))).wait()
    const now = await call<SigningRequest>(office, foja.origin, `details_signing_request/${asked.id}/`)
    expect(now.status).toBe('completada')
    expect(faults).toEqual([])
  })

  it('delivers a document', async () => {
    const nombre = 'Cédula de identidad'
    const asked = await call<DocumentRequest>(office, foja.origin, 'create_document_request/', {
      id_solicitud: made.id_solicitud,
      recipients: [{ nombre: 'Beto Ñaupari', email: 'beto@cliente.example' }],
      requirements: [{ nombre }],
    })
    const { page, faults } = await openLink(asked.recipients[0]!)
    await choose(page, await fileOf('cedula.pdf', makePdf()))
    await page.locator(`::-p-text(${delivery.status.recibido})`).wait()
    const now = await call<DocumentRequest>(office, foja.origin, `details_document_request/${asked.id}/`)
    expect(now.requirements.map(({ status }) => status)).toEqual(['recibido'])
    expect(faults).toEqual([])
  })
})
