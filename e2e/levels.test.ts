// Signature levels, from the settings to the archive, with authorities that answer, fail and revoke.
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startAuthorities } from './support/authorities.ts'
import { phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { choose, downloadDocument, drawSignature, readVerdict, signDocument } from './support/person.ts'
import { texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { keepCertificate, makeCase, trust } from './support/wire.ts'

const passphrase = 'Clave-de-mi-firma-2026'
const { settings, signFailure, signOptions, signing, verdict } = texts

const authorities = await startAuthorities()
afterAll(() => authorities.close())
const { foja, browser } = await openStage({ environment: authorities.environment })
const context = await openAs(browser, foja, people.admin)
await keepCertificate(context, foja.origin, authorities.issue(passphrase).p12, passphrase)
const page = await context.newPage()
const faults = watch(page)
beforeEach(() => authorities.pki.behave({ tsa: 'ok', ocsp: 'ok', crl: 'ok', ca: 'ok' }))

async function openNew(title: string): Promise<void> {
  const { document } = await makeCase(context, foja.origin, title, `${title}.pdf`, makePdf())
  await page.goto(`${foja.origin}/documentos/${document.id_documento}`)
  await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
  await page.getByLabel(signing.passphrase).waitFor()
}

/** Document timestamps in a file (ISO 32000-2 §12.8.5). */
const archiveStamps = (file: Buffer) => file.toString('latin1').split('/Type /DocTimeStamp').length - 1
const sign = async (secret = passphrase) => {
  await page.getByLabel(signing.passphrase).fill(secret)
  await page.getByRole('button', { name: signing.signButton, exact: true }).click()
}
const signed = () => page.getByText(signing.signed).first().waitFor()

describe('signing settings of the office', () => {
  it('require an authority for levels above the basic one', async () => {
    await page.goto(`${foja.origin}/firma`)
    await page.getByRole('link', { name: texts.mySignature.settings }).click()
    await page.waitForURL('**/firma/ajustes')
    await page.getByLabel(settings.url).waitFor()
    await look(page, 'ajustes-vacios')
    await choose(page, signOptions.level, signOptions.levels['B-T'])
    await page.getByRole('button', { name: settings.save }).click()
    await page.getByText(settings.urlNeeded).waitFor()
    await look(page, 'ajustes-sin-autoridad')
  })

  it('save the authority and test it', async () => {
    await page.getByLabel(settings.url).fill(authorities.pki.tsaUrl)
    await page.getByRole('button', { name: settings.save }).click()
    await page.getByText(settings.saved).first().waitFor()
    await page.getByRole('button', { name: settings.test }).click()
    await page.getByText(/Sello de Tiempo de Pruebas respondió/).waitFor()
    await page.getByText(settings.testedUntrusted).waitFor()
    await look(page, 'ajustes-probado')
    await trust(context, foja.origin, authorities.root)
    await page.getByRole('button', { name: settings.test }).click()
    await page.getByText(settings.testedUntrusted).waitFor({ state: 'detached' })
    await page.getByText(/Sello de Tiempo de Pruebas respondió/).waitFor()
  })

  it('show why the authority does not answer', async () => {
    authorities.pki.behave({ tsa: 'error_500' })
    await page.getByRole('button', { name: settings.test }).click()
    await page.getByText(/error HTTP 500/).waitFor()
    await look(page, 'ajustes-fallo')
  })

  it('fit a phone in dark mode', async () => {
    const other = await openAs(browser, foja, people.admin, phone)
    const small = await other.newPage()
    watch(small)
    await small.goto(`${foja.origin}/firma/ajustes`)
    await small.getByLabel(settings.url).waitFor()
    await look(small, 'ajustes-telefono')
    await other.close()
  })
})

const levels = [
  ['B-LTA', 1],
  ['B-LT', 0],
  ['B-T', 0],
] as const

describe.each(variants(levels))('a signature of level %s', (level, stamps) => {
  it('is created, and its card shows the proof', async () => {
    await openNew(`Acta ${level}`)
    if (level !== 'B-T') await choose(page, signOptions.level, signOptions.levels[level])
    if (level === 'B-LTA') await drawSignature(page, [0.5, 0.7], [0.9, 0.8])
    await look(page, `nivel-${level}`)
    await signDocument(page, passphrase)
    expect(await readVerdict(page)).toBe(verdict.headings.valid)
    await page.getByText(verdict.facts).first().click()
    const card = page.getByRole('tabpanel')
    await card.getByText(verdict.levels[level] ?? '').waitFor()
    await card
      .getByText(/con sello de tiempo$/)
      .first()
      .waitFor()
    await card
      .getByText(/por Sello de Tiempo de Pruebas$/)
      .first()
      .waitFor()
    await card
      .getByText(/^No revocado/)
      .first()
      .waitFor()
    await look(page, `nivel-${level}-tarjeta`)
    const file = await downloadDocument(page)
    expect(archiveStamps(file)).toBe(stamps)
    const pdfsig = runValidator('pdfsig', ['-nocert'], file)
    if (pdfsig !== null) expect(pdfsig.output).toContain('Signature is Valid')
  })
})

describe('when the timestamp authority is down', () => {
  it('says so, and continues at the lower level that the user chose', async () => {
    await openNew('Acta sin sello')
    authorities.pki.behave({ tsa: 'error_500' })
    await sign()
    await page.getByText(/error HTTP 500/).waitFor()
    await page.getByRole('button', { name: signOptions.tryAgain }).waitFor()
    await look(page, 'sello-fallido')
    await page.getByRole('button', { name: signFailure.signLower['B-B'] }).click()
    await signed()
    expect(await readVerdict(page)).toBe(verdict.headings.valid)
    await page.getByText(verdict.facts).first().click()
    await page.getByText(verdict.levels['B-B'] ?? '').waitFor()
  })

  it('retries, and reaches the wanted level', async () => {
    await openNew('Acta con sello al final')
    authorities.pki.behave({ tsa: 'html' })
    await sign()
    await page.getByRole('button', { name: signOptions.tryAgain }).waitFor()
    authorities.pki.behave({ tsa: 'ok' })
    await page.getByRole('button', { name: signOptions.tryAgain }).click()
    await signed()
    await readVerdict(page)
    await page.getByText(verdict.facts).first().click()
    await page.getByText(verdict.levels['B-T'] ?? '').waitFor()
  })

  it('does not ask again for a key on this computer', async () => {
    await openNew('Acta con la clave aquí')
    await page.getByRole('radio', { name: signing.sources.browser }).click()
    await page.locator('input[type=file]').setInputFiles([authorities.issue(passphrase).p12])
    authorities.pki.behave({ tsa: 'error_500' })
    const prepared: string[] = []
    page.on('request', (one) => {
      if (one.url().endsWith('_signing/')) prepared.push(new URL(one.url()).pathname)
    })
    await sign()
    await page.getByRole('button', { name: signOptions.tryAgain }).waitFor()
    await page.getByRole('button', { name: signFailure.signLower['B-B'] }).click()
    await signed()
    expect(prepared.filter((path) => !path.includes('preflight'))).toEqual([
      '/api/v1/prepare_signing/',
      '/api/v1/complete_signing/',
      '/api/v1/complete_signing/',
    ])
  })
})

describe('a revoked certificate', () => {
  it('is refused with a sentence', async () => {
    const { person, p12 } = authorities.issue(passphrase, { commonName: 'ROSA TITUAÑA LEMA' })
    await keepCertificate(context, foja.origin, p12, passphrase)
    authorities.pki.revoke(person, undefined, 'keyCompromise')
    await openNew('Acta revocada')
    await choose(page, signOptions.level, signOptions.levels['B-LT'])
    await sign()
    await page
      .getByText(/está revocado|se revocó/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: signFailure.signLower['B-B'] }).isVisible()).toBe(false)
    await look(page, 'revocado')
  })
})

describe('an old signature', () => {
  it('is extended for the archive', async () => {
    await keepCertificate(context, foja.origin, authorities.issue(passphrase).p12, passphrase)
    await openNew('Acta para el archivo')
    await choose(page, signOptions.level, signOptions.levels['B-B'])
    await signDocument(page, passphrase)
    await readVerdict(page)
    await page.getByRole('button', { name: texts.mySignature.strengthen }).click()
    await page.getByText(texts.mySignature.strengthened).first().waitFor()
    await page
      .getByText(/versión 3/)
      .first()
      .waitFor()
    expect(await readVerdict(page)).toBe(verdict.headings.valid)
    await look(page, 'reforzado')
    const pdfsig = runValidator('pdfsig', ['-nocert'], await downloadDocument(page))
    if (pdfsig !== null) expect(pdfsig.output.match(/Signature is Valid/g)?.length).toBeGreaterThan(0)
  })

  it('causes no unexpected error in the browser', () => {
    const wanted = /status of (400|409|422|502)/
    expect(faults().filter((fault) => !wanted.test(fault))).toEqual([])
  })
})
