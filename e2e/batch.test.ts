// Signing many documents with one passphrase: each has its own result, and the user may stop.
import { sign } from '@foja/pades/sign'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readZip } from '../apps/server/test/zip.ts'
import { phone } from './support/devices.ts'
import { keyboardOn } from './support/keyboard.ts'
import { p12File, passphrase } from './support/keys.ts'
import { look, lookNow, watch } from './support/look.ts'
import { refusal } from './support/refusal.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { said, texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { fetchDocument, keepCertificate, makeCaseOf } from './support/wire.ts'

const { batch: words, signMany, signing } = texts
const names = (count: number, title: string) =>
  Array.from({ length: count }, (_, at) => ({
    name: `${title} ${at + 1}.pdf`,
    bytes: makePdf({ pages: (at % 3) + 1 }),
  }))

/** Certified by another signer: no changes allowed. */
const closed = await sign(makePdf(), makeTestSigner().signer, { signingTime: new Date(), certify: 1 })
/** Readers repair it silently; signing requires rewriting it. */
const broken = Buffer.from(
  makePdf()
    .toString('latin1')
    .replace(/xref\n0[\s\S]*trailer/, 'trailer')
    .replace(/startxref\n\d+/, 'startxref\n7'),
  'latin1',
)
const twelve = [
  ...names(10, 'Cláusula'),
  { name: 'Acta cerrada.pdf', bytes: Buffer.from(closed.pdf) },
  { name: 'Acta dañada.pdf', bytes: broken },
]

const { foja, browser } = await openStage()
const context = await openAs(browser, foja, people.admin)
await keepCertificate(context, foja.origin, p12File('modern', 'p256'), passphrase)
const made = await makeCaseOf(context, foja.origin, 'Contrato con doce anexos', twelve)
const page = await context.newPage()
const faults = watch(page)

const submit = (count: number) => page.getByRole('button', { name: signMany.button(count) })
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

describe('signing twelve documents of a case file', () => {
  it('starts from its page', async () => {
    await page.goto(`${foja.origin}/solicitudes/${made.id_solicitud}`)
    await page.getByRole('link', { name: texts.caseFile.signAll }).click()
    await page.waitForURL('**/firma/lote**')
    await submit(12).waitFor()
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(12)
    await look(page, 'lote-elegidos')
  })

  it('refuses a wrong passphrase', async () => {
    await page.getByLabel(signing.passphrase).fill('otra clave')
    await submit(12).click()
    await page.getByText(said('p12_wrong_passphrase').detail).first().waitFor()
    await submit(12).waitFor()
    await look(page, 'lote-clave')
  })

  it('signs all except the certified one', async () => {
    // The second request is delayed, so that progress is visible.
    let requests = 0
    let release: () => void = () => {}
    const looked = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/custom_pdf_signing/', async (route) => {
      requests += 1
      if (requests === 2) await looked
      await route.continue()
    })
    await page.getByLabel(signing.passphrase).fill(passphrase)
    await submit(12).click()
    await expect.poll(() => requests).toBe(2)
    await page.getByText(words.running(5, 12)).waitFor()
    await lookNow(page, 'lote-en-curso')
    release()
    await page.getByText(words.done(11, 12)).waitFor()
    await page.unroute('**/custom_pdf_signing/')
    await look(page, 'lote-terminado')
    expect(requests).toBeGreaterThan(2)
    await row('Acta dañada.pdf').getByText(signing.repaired).waitFor()
    const refused = await row('Acta cerrada.pdf').innerText()
    expect(refused).toContain(words.states.failed)
    expect(refused).not.toContain(texts.signFailure.unanswered)
    await expect.poll(() => page.getByText(words.states.signed).count()).toBeGreaterThanOrEqual(11)
  })

  it('downloads as one archive', async () => {
    await row('Cláusula 3.pdf').getByText('Contrato con doce anexos').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.downloadAll }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
    const files = await readZip(new Uint8Array(Buffer.concat(chunks)))
    expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(11)
  })

  it('matches what the page says', async () => {
    for (const [at, { id_documento }] of made.documents.entries()) {
      const { bytes } = twelve[at]!
      const now = await fetchDocument(context, foja.origin, id_documento)
      if (at === 10) expect(now.equals(bytes)).toBe(true)
      else expect(now.includes('/ETSI.CAdES.detached')).toBe(true)
    }
    await row('Cláusula 3.pdf').getByRole('link').click()
    await page.waitForURL('**/documentos/**')
    await page.getByRole('tab', { name: /Firmas/ }).click()
    await page.getByRole('heading', { name: texts.verdict.headings.indeterminate }).waitFor()
    await page.goBack()
  })

  it('leaves out what the user signed, unless chosen', async () => {
    await page.goto(`${foja.origin}/solicitudes/${made.id_solicitud}`)
    await page.getByRole('link', { name: texts.caseFile.signAll }).click()
    await submit(1).waitFor()
    const checked = page.getByRole('checkbox', { checked: true })
    await expect.poll(() => checked.count()).toBe(1)
    expect(await page.getByRole('checkbox', { name: 'Acta cerrada.pdf' }).isChecked()).toBe(true)
    await page.getByText(words.leftOut(11)).waitFor()
    await look(page, 'lote-ya-firmados')
    await page.getByRole('button', { name: words.showLeftOut, exact: true }).click()
    await row('Cláusula 3.pdf').getByText(words.mine).waitFor()
    await page.getByRole('checkbox', { name: 'Cláusula 3.pdf' }).check()
    await submit(2).waitFor()
  })

  it.each([
    ['desktop', 1440, 900],
    ['tablet', 820, 1100],
    ['phone', 390, 844],
  ])('has its button in sight on a %s, before and after scrolling', async (name, width, height) => {
    await page.setViewportSize({ width, height })
    for (const scroll of ['scrollTo(0, 0)', 'scrollTo(0, document.body.scrollHeight)']) {
      await page.evaluate(scroll)
      const box = (await submit(2).boundingBox())!
      expect(box.y).toBeGreaterThan(0)
      expect(box.y + box.height).toBeLessThanOrEqual(height)
    }
    await page.evaluate('scrollTo(0, 0)')
    await look(page, `lote-boton-${name}`)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('a batch of one document', () => {
  it('downloads it as it is', async () => {
    const { documents } = await makeCaseOf(context, foja.origin, 'Un solo recibo', names(1, 'Comprobante'))
    await page.goto(`${foja.origin}/firma/lote?ids=${documents[0]!.id_documento}`)
    await submit(1).waitFor()
    await page.getByLabel(signing.passphrase).fill(passphrase)
    await submit(1).click()
    await page.getByText(words.done(1, 1)).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.download, exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Comprobante 1.pdf')
  })
})

describe('a refused batch', () => {
  it.each(variants([429, 500]))('sends one request and says why it was refused with %i', async (status) => {
    const refused = await makeCaseOf(context, foja.origin, `Rechazo ${status}`, names(7, 'Oficio'))
    let requests = 0
    await page.route('**/custom_pdf_signing/', (route) => {
      requests += 1
      return route.fulfill(refusal(status))
    })
    await page.goto(`${foja.origin}/firma/lote?ids=${refused.documents.map((one) => one.id_documento).join(',')}`)
    await submit(7).waitFor()
    await page.getByLabel(signing.passphrase).fill(passphrase)
    await submit(7).click()
    await page.getByText(words.done(0, 7)).waitFor()
    expect(requests).toBe(1)
    const notice = page.getByRole('group', { name: texts.failure.actions['custom_pdf_signing']! })
    await notice.getByText('El servidor dice por qué.').waitFor()
    if (status === 429) await notice.getByText(/Puedes reintentar en/).waitFor()
    await expect.poll(() => page.getByText(words.notReached).count()).toBe(7)
    await look(page, `lote-rechazo-${status}`)
    await page.unroute('**/custom_pdf_signing/')
    await page.getByRole('button', { name: words.again }).click()
    await submit(7).waitFor()
  })
})

describe('a stopped batch', () => {
  it('finishes the current document and starts no other', async () => {
    // Under its own name: documents left unsigned by a previous attempt are not found.
    const title = `Siete pagarés ${randomUUID().slice(0, 8)}`
    await makeCaseOf(context, foja.origin, title, names(7, 'Pagaré'))
    await page.goto(`${foja.origin}/firma`)
    await page.getByRole('link', { name: texts.mySignature.batch }).click()
    await page.getByRole('searchbox', { name: words.search }).fill(title)
    await page.getByRole('checkbox', { name: 'Pagaré 7.pdf' }).waitFor()
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(7)
    for (let at = 1; at <= 7; at += 1) await page.getByRole('checkbox', { name: `Pagaré ${at}.pdf` }).check()
    let release: () => void = () => {}
    const stopped = new Promise<void>((resolve) => (release = resolve))
    let asked = 0
    await page.route('**/custom_pdf_signing/', async (route) => {
      asked += 1
      await stopped
      await route.continue()
    })
    await page.getByLabel(signing.passphrase).fill(passphrase)
    await submit(7).click()
    await expect.poll(() => asked).toBe(1)
    await page.getByRole('button', { name: words.stop }).click()
    await page.getByText(words.stopping).waitFor()
    await lookNow(page, 'lote-deteniendo')
    release()
    await page.getByText(words.done(5, 7)).waitFor()
    await page.unroute('**/custom_pdf_signing/')
    await expect.poll(() => page.getByText(words.notReached).count()).toBe(2)
    await look(page, 'lote-detenido')
    await page.getByRole('button', { name: words.again }).click()
    await submit(2).waitFor()
  })
})

describe('batch signing by keyboard alone', () => {
  const { key, to, type } = keyboardOn(() => page)

  it('selects, types, signs and opens', async () => {
    await makeCaseOf(context, foja.origin, 'Recibos', names(2, 'Recibo'))
    await page.goto(`${foja.origin}/firma/lote`)
    await page.getByRole('checkbox', { name: 'Recibo 1.pdf' }).first().waitFor()
    await to(/^Recibo 1/)
    await key('Space')
    await to(/^Recibo 2/)
    await key('Space')
    await to(/^Datos$|^QR y datos$/)
    await key('ArrowRight')
    await to(/^Clave del certificado/)
    await type(passphrase)
    await look(page, 'lote-teclado')
    await key('Enter')
    await page.getByText(words.done(2, 2)).waitFor()
    await to(/^Abrir Recibo 1/)
    await key('Enter')
    await page.waitForURL('**/documentos/**')
  })
})

describe('batch signing on a phone, with a key that stays in it', () => {
  it('works the same way', async () => {
    await makeCaseOf(context, foja.origin, 'Letras de cambio', names(3, 'Letra'))
    const other = await openAs(browser, foja, people.admin, phone)
    const small = await other.newPage()
    const smallFaults = watch(small)
    await small.goto(`${foja.origin}/firma/lote`)
    for (let at = 1; at <= 3; at += 1)
      await small
        .getByRole('checkbox', { name: `Letra ${at}.pdf` })
        .first()
        .check()
    await look(small, 'lote-telefono')
    await small.getByRole('radio', { name: signing.sources.browser }).check()
    await small.locator('input[type=file]').setInputFiles([p12File('modern', 'p256')])
    await small.getByLabel(signing.passphrase).fill(passphrase)
    await look(small, 'lote-telefono-formulario')
    await small.getByRole('button', { name: signMany.button(3) }).click()
    await small.getByText(words.done(3, 3)).waitFor()
    await look(small, 'lote-telefono-terminado')
    expect(smallFaults()).toEqual([])
    await other.close()
  })

  it('causes no unexpected error in the browser', () => {
    expect(faults().filter((fault) => !/status of (400|401|403|422|429|500)/.test(fault))).toEqual([])
  })
})
