// Verification without an account: of a file, of a printed code, of a stamp's QR; and the evidence report.
import { sign } from '@foja/pades/sign'
import { overwrite } from '@foja/pades/verify/testing/tiny-pdf'
import { makePdf } from '@foja/testing/pdfs'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { makeTrustedSigner, p12File, passphrase, rootCertificate } from './support/keys.ts'
import { look, lookNow, untilQuiet, watch } from './support/look.ts'
import { filledForm } from './support/filled-form.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { textOf } from './support/pdf-text.ts'
import { pdfFile } from './support/person.ts'
import { said, texts } from './support/spanish.ts'
import { call, fetchDocument, keepCertificate, makeCase, trust } from './support/wire.ts'

const { verify, verdict } = texts
/** A marker in every submitted file, to find stored copies. */
const mark = 'marca-zq-7731-verificar'
const base = makePdf({ pages: 2, catalog: `/Marca (${mark})` })
const { signer, root } = makeTrustedSigner()
const { pdf: signed } = await sign(base, signer, { signingTime: new Date() })
const fingerprint = createHash('sha256').update(signed).digest('hex')
const valid = pdfFile('Convenio firmado.pdf', signed)
const altered = pdfFile(
  'Convenio alterado.pdf',
  overwrite(signed, '100 300 m', () => '900 300 m'),
)
const unsigned = pdfFile('Sin firmar.pdf', base)
const longName = 'MARÍA DE LOS ÁNGELES FERNÁNDEZ-SALVADOR ECHEVERRÍA DE BUSTAMANTE Y SANTAMARÍA'
const author = makeTrustedSigner(longName)
const form = await filledForm(author.signer)
const filled = pdfFile('Convenio con un monto llenado después de firmar y un nombre que no acaba.pdf', form.filled)
const encryption = { mode: 'aes-256', userPassword: 'secreta-1928' } as const
const locked = pdfFile('Cerrado.pdf', makePdf({ encryption }))
const noPdf = pdfFile('Foto.pdf', Buffer.from(`GIF89a ${mark}`))

const stamp = { page: 1, x: 300, y: 600, width: 238, height: 84 }

const { foja, browser } = await openStage()
const office = await openAs(browser, foja, people.admin, { ...desktop, deviceScaleFactor: 2 })
await keepCertificate(office, foja.origin, p12File('modern', 'p256'), passphrase)
// Anchors of the administrator count for every company and for visitors.
await trust(office, foja.origin, rootCertificate)
for (const [name, { der }] of [
  ['otra.cer', root],
  ['tercera.cer', author.root],
] as const)
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  await trust(office, foja.origin, { name, mimeType: 'application/pkix-cert', buffer: Buffer.from(der) })
const { document } = await makeCase(office, foja.origin, 'Poder especial', 'Poder especial.pdf', makePdf({ pages: 2 }))
const { id_documento } = document
const body = { id_documento, password: passphrase, appearance: 'qr', position: stamp, language: 'es' }
const reply = await call<{ documents: { code: string; sha256: string }[] }>(
  office,
  foja.origin,
  'custom_pdf_signing/',
  body,
)
const printed = reply.documents[0]!
const visitor = await browser.newContext(desktop)
const page = await visitor.newPage()
const faults = watch(page)

/** Every file under a folder, by relative path. */
function listing(folder: string, under = ''): string[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = join(under, entry.name)
    return entry.isDirectory() ? listing(folder, path) : [path]
  })
}

/** Foja's stored files; the database's own files change, so they are searched for the marker instead. */
const data = () => join(foja.folder, 'data')
const keptFiles = () =>
  listing(data())
    .filter((path) => !path.startsWith('db'))
    .toSorted()
const holding = (text: string) =>
  listing(data()).filter((path) => {
    const file = join(data(), path)
    const stat = statSync(file)
    return stat.isFile() && stat.size < 64_000_000 && readFileSync(file).includes(text)
  })

/** Width of the loaded image; 0 before. */
const pixelsOf = (image: Locator) =>
  image.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth)

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const drop = async (file: typeof valid) => {
  if (new URL(page.url()).pathname !== '/verificar') await page.goto(`${foja.origin}/verificar`)
  await page.locator('input[type=file]').first().setInputFiles([file])
}

describe('verifying a file without an account', () => {
  let before: string[] = []

  it('asks for a file', async () => {
    // Page images of both kept versions are prefetched: afterwards nothing needs to change.
    const drawn = ({ sha256 }: { sha256: string }) =>
      keptFiles().filter((path) => path.includes(sha256) && path.endsWith('.webp')).length
    for (const version of [document, printed]) await expect.poll(() => drawn(version)).toBeGreaterThanOrEqual(2)
    before = keptFiles()
    await page.goto(`${foja.origin}/verificar`)
    await heading(verify.title).waitFor()
    await page.getByText(verify.private).waitFor()
    await look(page, 'verificar-inicio')
  })

  it('reports a valid file', async () => {
    await drop(valid)
    await heading(verdict.headings.valid).waitFor()
    await page.getByText(valid.name).first().waitFor()
    await page.getByText(verdict.badges.valid, { exact: true }).first().waitFor()
    await look(page, 'verificar-valido')
  })

  it('prints on one sheet', async () => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    await page.locator('[data-sheet]').getByText(fingerprint, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: verdict.print }).isVisible()).toBe(false)
    await lookNow(page, 'verificar-papel')
    const paper = await page.pdf({ format: 'A4' })
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
    const words = textOf(paper)
    if (words !== null) {
      expect(words.replaceAll(' ', '')).toContain(fingerprint)
      expect(words).toContain(verdict.headings.valid)
      expect(words).toContain('Convenio firmado.pdf')
    }
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await page.emulateMedia({ media: 'screen' })
  })

  it('reports a field filled after signing', async () => {
    await drop(filled)
    await heading(verdict.headings.clarify('monto')).waitFor()
    const card = page.locator('section', { has: page.getByRole('heading', { name: verdict.whatChanged }) })
    await card.getByText('1.000.000', { exact: true }).waitFor()
    // The marker covers the field, and the image is loaded.
    const image = page.getByRole('img', { name: verdict.pageAlt(1, 2) })
    await expect.poll(() => pixelsOf(image)).toBeGreaterThan(400)
    const paper = (await image.boundingBox())!
    const mark = (await page.locator('[data-mark="1"]').boundingBox())!
    expect((mark.x - paper.x) / paper.width).toBeCloseTo(100 / 595, 2)
    expect((mark.y - paper.y) / paper.height).toBeCloseTo((842 - 634) / 842, 2)
    await look(page, 'verificar-llenado')
    await page.getByRole('radio', { name: verdict.thenBy('María') }).check()
    const before = page.getByRole('img', { name: verdict.pageAltThen(1, 2) })
    await expect.poll(() => pixelsOf(before)).toBeGreaterThan(400)
    await look(page, 'verificar-cuando-firmo')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: verdict.downloadSigned('María') }).click(),
    ])
    expect(readFileSync(await download.path()).equals(form.signed)).toBe(true)
    await page.getByRole('button', { name: verdict.enlarge }).click()
    await page.getByRole('dialog').waitFor()
    await look(page, 'verificar-ampliado', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('reports one altered byte', async () => {
    await drop(altered)
    await heading(verdict.headings.invalid).waitFor()
    await page.getByText(verdict.badges.broken, { exact: true }).first().waitFor()
    await look(page, 'verificar-alterado')
  })

  it('reports a missing signature', async () => {
    await drop(unsigned)
    await heading(verdict.headings.unsigned).waitFor()
    await page.getByText(verdict.unsignedText).waitFor()
    await look(page, 'verificar-sin-firma')
  })

  it('refuses other file types', async () => {
    await drop(noPdf)
    await heading(said('pdf_not_a_pdf').title).waitFor()
    await look(page, 'verificar-no-pdf')
    await page.getByRole('button', { name: verify.again }).click()
    await heading(verify.title).waitFor()
  })

  it('opens an encrypted file with its password', async () => {
    await drop(locked)
    await heading(verify.passwordTitle).waitFor()
    await look(page, 'verificar-contrasena')
    await page.getByLabel(verify.password).fill('otra')
    await page.keyboard.press('Enter')
    await page.getByText(verify.passwordWrong).waitFor()
    await page.getByLabel(verify.password).fill('secreta-1928')
    await page.keyboard.press('Enter')
    await heading(verdict.headings.unsigned).waitFor()
    await look(page, 'verificar-con-contrasena')
  })

  it('stores nothing', async () => {
    await expect.poll(keptFiles).toEqual(before)
    // Database files may disappear during the search.
    await expect.poll(() => holding(mark)).toEqual([])
  })
})

const inFours = (code: string) => code.match(/.{4}/g)!.join('-')

describe('verifying a printed document', () => {
  it('finds it by the typed code', async () => {
    await page.goto(`${foja.origin}/verificar`)
    await page.getByRole('button', { name: verify.codeButton, exact: true }).click()
    await page.getByText(verify.codeMissing).waitFor()
    // As typed by people: lower case, no dashes, the letter o for zero.
    await page.getByLabel(verify.code).pressSequentially(printed.code.toLowerCase().replaceAll('0', 'o'))
    await expect.poll(() => page.getByLabel(verify.code).inputValue()).toBe(inFours(printed.code))
    await look(page, 'verificar-codigo')
    await page.keyboard.press('Enter')
    await heading(verify.compareTitle).waitFor()
    await page.getByText('Poder especial.pdf').waitFor()
    await page.locator('[data-mark="3"]').waitFor()
    const image = page.getByRole('img', { name: verdict.pageAlt(1, 2) })
    await expect.poll(() => pixelsOf(image)).toBeGreaterThan(400)
    expect(page.url()).toContain(printed.code)
    await look(page, 'verificar-por-codigo')
  })

  it('finds nothing for an unknown code', async () => {
    await page.goto(`${foja.origin}/verificar?codigo=7K3M9QTX2B5DW8RH`)
    await heading(said('code_unknown').title).waitFor()
    await look(page, 'verificar-codigo-desconocido')
  })

  it('finds it by a photo of its QR', async () => {
    const desk = await office.newPage()
    watch(desk)
    await desk.goto(`${foja.origin}/documentos/${document.id_documento}`)
    const image = desk.getByRole('img', { name: /Página 1 de/ })
    await image.scrollIntoViewIfNeeded()
    await image.evaluate((node) =>
      (node as unknown as { scrollIntoView: (block: boolean) => void }).scrollIntoView(false),
    )
    await untilQuiet(desk)
    await image.evaluate((node) => (node as unknown as { decode: () => Promise<void> }).decode())
    const box = (await image.boundingBox())!
    const scale = box.width / 595
    const clip = { x: box.x + 290 * scale, y: box.y + 590 * scale, width: 258 * scale, height: 104 * scale }
    const photo = await desk.screenshot({ clip })
    await desk.close()
    await page.goto(`${foja.origin}/verificar`)
    await page.getByRole('button', { name: verify.scan }).click()
    await page.getByRole('dialog').waitFor()
    await page.getByText(verify.scanNoCamera).waitFor()
    await look(page, 'verificar-escanear')
    const pick = (name: string, buffer: Buffer) =>
      page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles([{ name, mimeType: 'image/png', buffer }])
    await pick('nada.png', await page.screenshot())
    await page.getByText(verify.scanNothing).waitFor()
    await look(page, 'verificar-escanear-nada')
    await pick('foto.png', photo)
    await heading(verify.compareTitle).waitFor()
    expect(page.url()).toContain(printed.code)
  })

  it('fits a phone in dark mode', async () => {
    const context = await browser.newContext(phone)
    const small = await context.newPage()
    const smallFaults = watch(small)
    await small.goto(`${foja.origin}/verificar`)
    await small.getByRole('heading', { name: verify.title }).waitFor()
    await look(small, 'verificar-telefono')
    await small.locator('input[type=file]').first().setInputFiles([altered])
    await small.getByRole('heading', { name: verdict.headings.invalid }).first().waitFor()
    await look(small, 'verificar-telefono-alterado')
    await small.locator('input[type=file]').first().setInputFiles([filled])
    await small.getByRole('heading', { name: verdict.headings.clarify('monto') }).waitFor()
    // `look` fails on horizontal overflow; the actions stay reachable.
    await look(small, 'verificar-telefono-llenado')
    const bar = (await small.getByRole('button', { name: verify.another }).boundingBox())!
    expect(bar.y + bar.height).toBeLessThanOrEqual(844)
    expect(bar.height).toBe(48)
    const long = await small.getByRole('button', { name: verdict.downloadSigned('María') }).boundingBox()
    expect(long!.x + long!.width).toBeLessThanOrEqual(390 - 16)
    await small.getByRole('button', { name: verdict.enlarge }).click()
    await small.getByRole('dialog').waitFor()
    await look(small, 'verificar-telefono-ampliado', '[role=dialog]')
    await small.goto(`${foja.origin}/verificar?codigo=${printed.code}`)
    await small.getByRole('heading', { name: verify.compareTitle }).first().waitFor()
    await look(small, 'verificar-telefono-codigo')
    expect(smallFaults()).toEqual([])
    await context.close()
  })
})

describe('the evidence report', () => {
  it("is downloaded as a PDF that contains the document's hash", async () => {
    const desk = await office.newPage()
    watch(desk)
    await desk.goto(`${foja.origin}/documentos/${document.id_documento}?panel=firmas`)
    await desk.getByRole('tab', { name: /Firmas/ }).click()
    const button = desk.getByRole('button', { name: texts.documents.evidence })
    await button.waitFor()
    const [download] = await Promise.all([desk.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/^Evidencias de Poder especial\.pdf$/)
    const report = readFileSync(await download.path())
    expect(report.subarray(0, 5).toString()).toBe('%PDF-')
    const words = textOf(report)
    if (words !== null) {
      const now = await fetchDocument(office, foja.origin, document.id_documento)
      const together = words.replaceAll(' ', '')
      expect(together).toContain(createHash('sha256').update(now).digest('hex'))
      expect(together).toContain(document.sha256)
      expect(words).toContain('Poder especial.pdf')
      expect(words).toContain(inFours(printed.code))
    }
    await look(desk, 'evidencias')
    await desk.close()
  })

  it('causes no unexpected error in the browser', () => {
    expect(faults().filter((fault) => !/status of (400|404|422)/.test(fault))).toEqual([])
  })
})
