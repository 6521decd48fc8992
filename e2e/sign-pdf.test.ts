// Signing PDFs without a case file: from the home page of an empty office in four actions, and several at once.
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readZip } from '../apps/server/test/zip.ts'
import { desktop, phone } from './support/devices.ts'
import { p12File, passphrase } from './support/keys.ts'
import { refusal } from './support/refusal.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { drawSignature, pdfFile, type UploadedFile } from './support/person.ts'
import { said, texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { call, fetchDocument, makeCase } from './support/wire.ts'

const { signFiles: words, signedFiles, signMany, loose, signing, batch } = texts

const { foja, browser } = await openStage()
const context = await openAs(browser, foja, people.admin)
const page = await context.newPage()
const faults = watch(page)

/** Drops files from the desktop on an element. */
async function drop(on: Page, selector: string, files: readonly UploadedFile[]): Promise<void> {
  const data = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
  await on.locator(selector).first().waitFor()
  await on.evaluate(`{
    const dataTransfer = new DataTransfer()
    for (const { name, mimeType, base64 } of ${JSON.stringify(data)}) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    const element = document.querySelector(${JSON.stringify(selector)})
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
  }`)
}

const sign = (count: number) => page.getByRole('button', { name: signMany.button(count) })
const chooseKey = async (on: Page) => {
  await on
    .getByRole('complementary', { name: words.panel })
    .locator('input[type=file]')
    .setInputFiles([p12File('modern', 'p256')])
  await on.getByLabel(signing.passphrase).fill(passphrase)
}

function checkWithOthers(pdf: Buffer): void {
  const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
  if (pdfsig === null) return
  expect(pdfsig.output).toContain('Signature is Valid')
  expect(pdfsig.output).toContain('Total document signed')
}

describe('a PDF in an empty office', () => {
  it('is signed in four actions: drop, place, key, sign', async () => {
    await page.goto(foja.origin)
    await page.getByText(texts.home.door.title).waitFor()
    await look(page, 'firmar-puerta')
    const actions = {
      drop: () => drop(page, '#door-title', [pdfFile('Poder especial.pdf', makePdf({ pages: 2 }))]),
      place: async () => {
        await page.waitForURL('**/firmar?ids=**')
        await page.getByRole('application').waitFor()
        const box = (await page.getByRole('application').boundingBox())!
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width / 2 - 120, box.y + box.height / 2 - 90, { steps: 4 })
        await page.mouse.up()
      },
      key: () => chooseKey(page),
      sign: () => sign(1).click(),
    }
    await actions.drop()
    await actions.place()
    await look(page, 'firmar-lugar')
    await actions.key()
    await look(page, 'firmar-clave')
    await actions.sign()
    await page.getByRole('heading', { name: signedFiles.signed(1) }).waitFor()
    expect(Object.keys(actions)).toHaveLength(4)
    await page
      .getByRole('region', { name: texts.signOptions.preflight })
      .getByText('FirmaEC', { exact: true })
      .waitFor()
    await look(page, 'firmar-listo')
  })

  it('downloads as a valid signature on its last page', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: signedFiles.download, exact: true }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
    const pdf = Buffer.concat(chunks)
    checkWithOthers(pdf)
    const id = new URL(page.url()).searchParams.get('ids')!
    expect(pdf.equals(await fetchDocument(context, foja.origin, id))).toBe(true)
    const { signatures } = await call<{ signatures: { indication: string; covers_whole_file: boolean }[] }>(
      context,
      foja.origin,
      'verify_document/',
      { id_documento: id },
    )
    expect(signatures).toMatchObject([{ covers_whole_file: true }])
    expect(signatures[0]!.indication).not.toBe('TOTAL_FAILED')
  })

  it('is saved in a new case file', async () => {
    await page.getByRole('radio', { name: signedFiles.saveNew }).check()
    await page.getByLabel(signedFiles.saveNewTitle).fill('Poderes')
    await page.getByRole('button', { name: signedFiles.save(1), exact: true }).click()
    await page.getByText(signedFiles.saved(1)).waitFor()
    await page.getByRole('link', { name: signedFiles.seeCase }).click()
    await page.waitForURL('**/solicitudes/**')
    await page.getByText('Poder especial.pdf').first().waitFor()
  })

  it('is listed among the loose documents and found', async () => {
    await page.goto(`${foja.origin}/documentos`)
    await page.getByRole('link', { name: 'Poder especial.pdf', exact: true }).waitFor()
    await look(page, 'sueltos')
    await page.getByRole('searchbox', { name: loose.search }).fill('contrato')
    await page.getByText(loose.looseNone('contrato')).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('poder')
    await page
      .getByRole('option', { name: /Poder especial\.pdf/ })
      .getByText(texts.commands.loose)
      .waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('several PDFs', () => {
  const three = [1, 2, 3].map((pages) => pdfFile(`Pagaré ${pages}.pdf`, makePdf({ pages })))

  it('are taken when dropped on a page without a drop zone', async () => {
    await page.goto(`${foja.origin}/agenda`)
    // While the page loads: nothing takes them yet.
    await drop(page, 'main', three)
    await page.waitForURL('**/firmar?ids=**')
    await sign(3).waitFor()
    await look(page, 'firmar-varios')
  })

  it('keep their place and survive a reload', async () => {
    await drawSignature(page, [0.1, 0.1], [0.45, 0.2])
    await page.getByRole('button', { name: 'Pagaré 3.pdf', exact: true }).click()
    await page.getByRole('application').waitFor()
    await page.reload()
    await sign(3).waitFor()
    await page.getByRole('button', { name: 'Pagaré 3.pdf', exact: true }).waitFor()
  })

  it('refuse a wrong passphrase and are signed with the right one', async () => {
    await chooseKey(page)
    await page.getByLabel(signing.passphrase).fill('otra clave')
    await sign(3).click()
    await page.getByText(signing.wrongPassphrase).waitFor()
    await page.getByLabel(signing.passphrase).fill(passphrase)
    await sign(3).click()
    await page.getByRole('heading', { name: signedFiles.signed(3) }).waitFor()
    await look(page, 'firmar-varios-listo')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: batch.downloadAll }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
    const files = await readZip(new Uint8Array(Buffer.concat(chunks)))
    const pdfs = [...files].filter(([name]) => name.endsWith('.pdf'))
    expect(pdfs.map(([name]) => name).toSorted()).toEqual(three.map(({ name }) => name))
    for (const [, bytes] of pdfs) checkWithOthers(Buffer.from(bytes))
  })

  it('say which file cannot be signed', async () => {
    await page.getByRole('button', { name: signedFiles.more }).click()
    await page.getByRole('heading', { name: words.title }).waitFor()
    await look(page, 'firmar-vacio')
    await drop(page, 'main', [pdfFile('Vacío.pdf', Buffer.alloc(0)), pdfFile('Roto.pdf', Buffer.from('no es un PDF'))])
    await page.getByText(words.empty).waitFor()
    await page.getByText(said('pdf_not_a_pdf').detail.split('«')[0]!.trim()).first().waitFor()
    await look(page, 'firmar-fallo')
  })

  it('ask for the password of a locked file, and sign its copy', async () => {
    const { unlock } = texts
    await page.goto(`${foja.origin}/firmar`)
    const locked = makePdf({ encryption: { mode: 'aes-256', userPassword: 'abrir' } })
    await drop(page, 'main', [pdfFile('Estado de cuenta.pdf', locked)])
    await page.getByLabel(unlock.label).fill('otra')
    await page.keyboard.press('Enter')
    await page.getByText(unlock.wrong).waitFor()
    await look(page, 'firmar-protegido')
    await page.getByLabel(unlock.label).fill('abrir')
    await page.getByRole('button', { name: unlock.open, exact: true }).click()
    await page.getByRole('application').waitFor()
    await chooseKey(page)
    await sign(1).click()
    await page.getByRole('heading', { name: signedFiles.signed(1) }).waitFor()
  })
})

/** Two fingers that move apart around a point; distances from it in pixels. */
async function pinch(on: Page, at: { x: number; y: number }, from: number, to: number): Promise<void> {
  const session = await on.context().newCDPSession(on)
  const fingers = (away: number) => [-away, away].map((by, id) => ({ x: at.x + by, y: at.y, id }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) })
  for (let step = 1; step <= 4; step += 1)
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: fingers(from + ((to - from) * step) / 4),
    })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Makes the stamp smaller with a finger that touches just inside the 44 px of its corner. */
async function dragCorner(on: Page): Promise<void> {
  const box = on.getByRole('application')
  await expect.poll(async () => Math.round((await box.boundingBox())!.width)).toBe(320)
  const { x, y, width, height } = (await box.boundingBox())!
  const session = await on.context().newCDPSession(on)
  const finger = (by: number) => [{ x: x + width + 21.5 - by, y: y + height + 21.5 - by, id: 1 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger(0) })
  for (let step = 1; step <= 4; step += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: finger(step * 15) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(async () => (await box.boundingBox())!.width).toBeLessThan(280)
}

const broken = pdfFile('Roto.pdf', Buffer.from('no es un PDF'))
const held = () => {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  return { until, release: () => release() }
}

describe('a run that has ended', () => {
  const signOne = async (name: string) => {
    await page.goto(`${foja.origin}/firmar`)
    await page.getByText(words.drop, { exact: true }).waitFor()
    await page.locator('input[type=file]').setInputFiles([pdfFile(name, makePdf())])
    await sign(1).waitFor()
    await chooseKey(page)
    await sign(1).click()
  }
  /** Drops a file until the page, which takes drops shortly after it was loaded, shows `text`. */
  const dropUntil = (name: string, text: string) =>
    expect
      .poll(async () => {
        const seen = (await page.getByText(text).count()) > 0
        if (!seen && (await page.getByRole('complementary', { name: words.panel }).count()) === 0)
          await drop(page, 'main', [pdfFile(name, makePdf())])
        return seen
      })
      .toBe(true)

  it('is over when other files are dropped on its outcomes', async () => {
    await signOne('Primero.pdf')
    await page.getByRole('heading', { name: signedFiles.signed(1) }).waitFor()
    await dropUntil('Segundo.pdf', 'Segundo.pdf')
    await page.getByRole('button', { name: 'Segundo.pdf', exact: true }).waitFor()
    expect(await page.getByText('Primero.pdf').count()).toBe(0)
  })

  it('keeps its outcomes while it runs, and refuses further files', async () => {
    const { until, release } = held()
    await page.route('**/prepare_signing/', async (route) => {
      await until
      await route.continue()
    })
    await page.setViewportSize({ width: 700, height: 900 })
    await signOne('Tercero.pdf')
    await page.getByText(batch.states.signing).first().waitFor()
    await dropUntil('Tarde.pdf', words.running)
    await page.getByRole('link', { name: texts.app.nav.sign, exact: true }).click()
    await page.waitForURL('**/firmar?ids=**')
    await page.getByText('Tercero.pdf').waitFor()
    release()
    await page.getByRole('heading', { name: signedFiles.signed(1) }).waitFor()
    await page.unroute('**/prepare_signing/')
  })

  it('is gone on the way to the empty page', async () => {
    await page.getByRole('link', { name: texts.app.nav.sign, exact: true }).click()
    await page.getByText(words.drop, { exact: true }).waitFor()
    expect(await page.getByText(signedFiles.notSigned).count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it.each(variants([429, 500]))('says why the server refused it with %i', async (status) => {
    await page.route('**/prepare_signing/', (route) => route.fulfill(refusal(status)))
    await signOne('Rechazado.pdf')
    const heading = page.getByRole('heading', { name: signedFiles.notSigned })
    await heading.waitFor()
    const notice = page.getByRole('group', { name: texts.failure.actions['prepare_signing']! })
    await notice.getByText('El servidor dice por qué.').waitFor()
    if (status === 429) await notice.getByText(/Puedes reintentar en/).waitFor()
    await page.getByText(signedFiles.notReached).waitFor()
    expect(await page.getByText(texts.signFailure.unanswered).count()).toBe(0)
    await page.unroute('**/prepare_signing/')
    await look(page, `firmar-rechazo-${status}`)
    // Above the heading, which it does not cover.
    const [message, title] = [await notice.boundingBox(), await heading.boundingBox()]
    expect(message!.y + message!.height).toBeLessThanOrEqual(title!.y)
  })
})

describe('without the column of files', () => {
  it('opens another document on a tablet', async () => {
    const other = await openAs(browser, foja, people.admin, { ...desktop, viewport: { width: 820, height: 1100 } })
    const tablet = await other.newPage()
    await tablet.goto(`${foja.origin}/firmar`)
    await tablet
      .locator('input[type=file]')
      .setInputFiles([pdfFile('Uno.pdf', makePdf()), pdfFile('Dos.pdf', makePdf({ pages: 2 }))])
    await tablet.getByRole('button', { name: signMany.button(2) }).waitFor()
    await tablet.getByRole('button', { name: `2 ${words.count.other}` }).click()
    const list = tablet.getByRole('dialog')
    await list.getByRole('radio', { name: words.each }).waitFor()
    await look(tablet, 'firmar-archivos-tableta')
    await list.getByRole('button', { name: 'Dos.pdf', exact: true }).click()
    await list.waitFor({ state: 'hidden' })
    await tablet.getByRole('img', { name: /Página 1 de 2/ }).waitFor()
    await other.close()
  })

  it('removes a broken file on a phone, and signs', async () => {
    const other = await openAs(browser, foja, people.admin, phone)
    const small = await other.newPage()
    await small.goto(`${foja.origin}/firmar`)
    await small.locator('input[type=file]').setInputFiles([pdfFile('Sano.pdf', makePdf()), broken])
    await small.getByRole('application').waitFor()
    await chooseKey(small)
    await small.getByRole('button', { name: signMany.button(1) }).click()
    await small.getByText(words.someFailed).waitFor()
    await look(small, 'firmar-telefono-roto')
    await small.getByRole('button', { name: words.seeFiles }).click()
    const list = small.getByRole('dialog')
    const remove = list.getByRole('button', { name: words.remove('Roto.pdf') })
    await remove.waitFor()
    await look(small, 'firmar-telefono-archivos')
    await remove.click()
    await remove.waitFor({ state: 'hidden' })
    await small.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await small.getByRole('button', { name: signMany.button(1) }).click()
    await small.getByRole('heading', { name: signedFiles.signed(1) }).waitFor()
    await other.close()
  })
})

describe('the reader on a phone', () => {
  it('shows the whole stamp above a sheet of a third', async () => {
    const { document } = await makeCase(context, foja.origin, 'Poder', 'Poder.pdf', makePdf())
    const other = await openAs(browser, foja, people.admin, phone)
    const small = await other.newPage()
    await small.goto(`${foja.origin}/documentos/${document.id_documento}?tab=firmar`)
    await small.getByRole('button', { name: signing.withoutStoring }).click()
    const panel = small.getByRole('complementary', { name: texts.documents.panel })
    await panel.locator('input[type=file]').setInputFiles([p12File('modern', 'p256')])
    const box = small.getByRole('application')
    const inSight = async () => {
      await box.waitFor()
      await expect.poll(async () => Math.round((await box.boundingBox())!.width / 10)).toBe(32)
      await look(small, 'documento-telefono-firmar')
      const sheet = (await panel.boundingBox())!
      expect(sheet.height).toBeLessThan(844 / 3)
      const stamp = (await box.boundingBox())!
      expect(stamp.y).toBeGreaterThan(56)
      expect(stamp.y + stamp.height).toBeLessThan(sheet.y)
    }
    await small.getByRole('button', { name: signing.placeHere }).click()
    await inSight()
    await small.reload()
    await small.getByRole('button', { name: signing.change }).waitFor()
    await panel.locator('input[type=file]').setInputFiles([p12File('modern', 'p256')])
    await inSight()
    await panel.getByLabel(signing.passphrase).fill(passphrase)
    await panel.getByRole('button', { name: signing.signButton, exact: true }).click()
    await panel.getByRole('heading', { name: texts.verdict.headings.indeterminate }).waitFor()
    await other.close()
  })
})

describe('on a phone', () => {
  it('signs with the file chosen there', async () => {
    await makeCase(context, foja.origin, 'Arriendo', 'Contrato.pdf', makePdf())
    const other = await openAs(browser, foja, people.admin, phone)
    const small = await other.newPage()
    const smallFaults = watch(small)
    await small.goto(foja.origin)
    await small.getByText(texts.home.door.title).waitFor()
    await look(small, 'firmar-puerta-telefono')
    await small
      .locator('section[aria-labelledby=door-title] input[type=file]')
      .setInputFiles([pdfFile('Acta.pdf', makePdf({ pages: 2 })), pdfFile('Anexo.pdf', makePdf())])
    await small.getByRole('application').waitFor()
    await look(small, 'firmar-telefono')
    await chooseKey(small)
    await look(small, 'firmar-telefono-clave')
    const sheet = (await small.getByRole('complementary', { name: words.panel }).boundingBox())!
    expect(sheet.height).toBeLessThan(844 / 3)
    const stamp = (await small.getByRole('application').boundingBox())!
    expect(Math.abs(stamp.width - 320)).toBeLessThan(3)
    expect(stamp.y).toBeGreaterThan(56)
    expect(stamp.y + stamp.height).toBeLessThan(sheet.y)
    await pinch(small, { x: 195, y: 150 }, 60, 90)
    await expect.poll(async () => (await small.getByRole('application').boundingBox())!.width).toBeGreaterThan(440)
    await small.getByRole('button', { name: signing.seePage }).click()
    await expect.poll(async () => (await small.getByRole('application').boundingBox())!.width).toBeLessThan(200)
    await small.getByRole('button', { name: signing.seeStamp }).click()
    await dragCorner(small)
    await small.getByRole('button', { name: signMany.button(2) }).click()
    await small.getByRole('heading', { name: signedFiles.signed(2) }).waitFor()
    await look(small, 'firmar-telefono-listo')
    expect(smallFaults()).toEqual([])
    await other.close()
  })

  it('causes no unexpected error in the browser', () => {
    expect(faults().filter((fault) => !/status of (400|401|403|422|429|500)/.test(fault))).toEqual([])
  })
})
