// The words of pages in the reader, on the shared page and at /verificar: selected, copied, found and read, with links.
import { beforeAll, describe, expect, it } from 'vitest'
import { onePagePdf } from '../packages/pdf/test/build-pdf.ts'
import { desktop } from './support/devices.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { pdfFile } from './support/person.ts'
import { texts } from './support/spanish.ts'
import { call, makeCase } from './support/wire.ts'

const sentence = 'El comprador paga mil dolares en Quito.'
const address = 'https://acuerdos.example/guia?pagina=2'
const link = `<</Type/Annot/Subtype/Link/Rect[72 640 260 662]/Border[0 0 0]/A<</S/URI/URI(${address})>>>>`
const script =
  '<</Type/Annot/Subtype/Link/Rect[72 600 260 622]/Border[0 0 0]/A<</S/URI/URI(javascript:alert\\(1\\))>>>>'
const pdf = onePagePdf({
  mediaBox: '0 0 595 842',
  page: '/Annots[5 0 R 6 0 R]',
  resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>>>',
  content: {
    dictionary: '',
    stream: `BT /F 14 Tf 72 750 Td (${sentence}) Tj 0 -24 Td (Segunda linea del acuerdo.) Tj 0 -80 Td (Guia de acuerdos) Tj ET`,
  },
  more: [link, script],
})

const { foja, browser } = await openStage()
const office = await openAs(browser, foja, people.admin, {
  ...desktop,
  permissions: ['clipboard-read', 'clipboard-write'],
})
const { document } = await makeCase(office, foja.origin, 'Compraventa', 'Compraventa.pdf', pdf)
const { id_documento } = document
const { url } = await call<{ url: string }>(office, foja.origin, 'create_share_document/', { id_documento })
const places: Record<string, string> = {
  reader: `/documentos/${id_documento}?tab=versiones`,
  'shared page': url.slice(new URL(url).origin.length),
  verification: '/verificar',
}
let page = await office.newPage()
const faults = watch(page)

/** The words of the page image, in the place named last. */
const layer = () => page.locator('[data-page-text]').first()
const line = (text: string) => layer().locator('div', { hasText: text }).first()

async function open(place: string): Promise<void> {
  await page.goto(foja.origin + places[place]!)
  if (place === 'verification') {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([pdfFile('Compraventa.pdf', pdf)])
  }
  await line(sentence).waitFor()
  await untilQuiet(page)
}

describe.each(['reader', 'shared page', 'verification'])('the text of a page: %s', (place) => {
  beforeAll(async () => open(place))

  it('lies on the words of the image', async () => {
    const { x, width } = (await layer().boundingBox())!
    const scale = width / 595
    const first = (await line(sentence).boundingBox())!
    expect((first.x - x) / scale).toBeCloseTo(72, 0)
    // Times at 14 points: 231 points for this sentence.
    const words = line(sentence).locator('span')
    const last = (await words.last().boundingBox())!
    expect((last.x + last.width - first.x) / scale).toBeGreaterThan(215)
    expect((last.x + last.width - first.x) / scale).toBeLessThan(245)
    await look(page, `texto-${place.replace(' ', '-')}`)
  })

  it('is selected with the pointer and copied', async () => {
    const from = (await line(sentence).boundingBox())!
    const to = (await line('Segunda').boundingBox())!
    await page.mouse.move(from.x + 1, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    await page.keyboard.press('Control+c')
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied.split(/\n+/).map((row) => row.trim())).toEqual([sentence, 'Segunda linea del acuerdo.'])
  })

  it('is found by the browser and read by assistive technology', async () => {
    // Browsers search the text of a block: each line is one.
    expect(await line(sentence).textContent()).toBe(sentence)
    const read = await page.locator('body').ariaSnapshot()
    expect(read).toContain(sentence)
    expect(read.indexOf('Segunda linea')).toBeGreaterThan(read.indexOf(sentence))
  })

  it('has links that are followed after a question, but no scripts', async () => {
    const { pageText } = texts
    const buttons = layer().getByRole('button')
    expect(await buttons.count()).toBe(1)
    await layer()
      .getByRole('button', { name: pageText.link('acuerdos.example') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(address, { exact: true }).waitFor()
    await look(page, `enlace-${place.replace(' ', '-')}`)
    await dialog.getByRole('button', { name: pageText.stay }).click()
    await dialog.waitFor({ state: 'detached' })
    await office.route('https://acuerdos.example/**', async (route) => await route.fulfill({ body: 'Guía' }))
    await layer().getByRole('button').click()
    const follow = dialog.getByRole('link', { name: pageText.open })
    expect(await follow.getAttribute('rel')).toBe('noopener noreferrer')
    const [opened] = await Promise.all([office.waitForEvent('page'), follow.click()])
    await opened.waitForURL(address)
    expect(await opened.evaluate('window.opener')).toBeNull()
    await opened.close()
    await dialog.waitFor({ state: 'detached' })
    expect(faults()).toEqual([])
  })
})
