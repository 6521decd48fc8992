// Documents changed after signing: every screen shows an error with the reason.
import { appendRevision, overwrite, stream } from '@foja/pades/verify/testing/tiny-pdf'
import { sign } from '@foja/pades/sign'
import { makePdf } from '@foja/testing/pdfs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { makeTrustedSigner } from './support/keys.ts'
import { look, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { createCase, openCase, openDocument, pdfFile, readVerdict } from './support/person.ts'
import { texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { enter, trust } from './support/wire.ts'

const { signer, root } = makeTrustedSigner()
const { pdf: signed } = await sign(makePdf({ pages: 2 }), signer, { signingTime: new Date() })

const tampered = [
  {
    title: 'Un byte cambiado',
    name: 'byte-cambiado.pdf',
    // The arrow of page 1 leans: one digit of the signed content.
    bytes: overwrite(signed, '100 300 m', () => '900 300 m'),
    badge: texts.verdict.badges.broken,
    why: /el documento fue modificado dentro de lo que se había firmado/,
  },
  {
    title: 'Una revisión agregada',
    name: 'revision-agregada.pdf',
    bytes: appendRevision(
      signed,
      { 5: stream('BT /F1 24 Tf 60 200 Td (Pague 90000 a otra persona) Tj ET') },
      '/Root 1 0 R /Info 3 0 R',
    ),
    badge: texts.verdict.badges.changed,
    why: /cambi|modific|después/i,
  },
]

const { foja, browser } = await openStage()
const context = await browser.newContext()
await enter(context, foja.origin)
const buffer = Buffer.from(root.der)
await trust(context, foja.origin, { name: 'raiz.cer', mimeType: 'application/pkix-cert', buffer })
await context.close()

const devices = [
  ['desktop', desktop],
  ['phone', phone],
] as const

describe.each(variants(devices))('a document changed after signing, on %s', (device, options) => {
  let page: Page
  let faults: () => string[]

  beforeAll(async () => {
    const context = await openAs(browser, foja, people.admin, options)
    page = await context.newPage()
    faults = watch(page)
  })

  it('is valid while unchanged', async () => {
    await createCase(page, foja.origin, 'Intacto', [pdfFile('intacto.pdf', signed)])
    await openDocument(page, 'intacto.pdf')
    if (device === 'phone') await page.getByRole('button', { name: texts.documents.openPanel }).click()
    expect(await readVerdict(page)).toBe(texts.verdict.headings.valid)
  })

  it.each(tampered)('$title: invalid on the case, in the list and in the reader, with the reason', async (sample) => {
    await createCase(page, foja.origin, sample.title, [pdfFile(sample.name, sample.bytes)])
    await page.getByText(texts.domain.signed.invalid).first().waitFor()
    await page.getByText(texts.caseFile.brokenTitle(sample.name)).waitFor()
    await look(page, `${device}-${sample.name}-caso`)

    await page.goto(`${foja.origin}/solicitudes`)
    const row = page
      .getByRole(device === 'desktop' ? 'row' : 'listitem')
      .filter({ hasText: sample.title })
      .first()
    await row.getByText(texts.domain.signed.invalid).first().waitFor()
    await look(page, `${device}-${sample.name}-lista`)

    await openCase(page, foja.origin, sample.title)
    await openDocument(page, sample.name)
    if (device === 'phone') await page.getByRole('button', { name: texts.documents.openPanel }).click()
    expect(await readVerdict(page)).toBe(texts.verdict.headings.invalid)
    const card = page.getByRole('listitem').filter({ hasText: 'Lucía Fernanda' })
    await card.getByText(sample.badge, { exact: true }).waitFor()
    expect(await card.getByRole('paragraph').first().textContent()).toMatch(sample.why)
    await look(page, `${device}-${sample.name}-documento`)
  })

  it('causes no error in the browser', () => {
    expect(faults()).toEqual([])
  })
})
