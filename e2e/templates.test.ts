// Templates: from an office's form to a signed document, and from a CSV to a ZIP.
import { runValidator } from '@foja/testing/signing'
import { describe, expect, it } from 'vitest'
import { officeForm } from './support/form-pdf.ts'
import { p12File, passphrase } from './support/keys.ts'
import { look, lookNow, untilQuiet, watch } from './support/look.ts'
import { openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { textOf } from './support/pdf-text.ts'
import { makePdf } from '@foja/testing/pdfs'
import { choose, downloadDocument, pdfFile, signDocument } from './support/person.ts'
import { said, texts } from './support/spanish.ts'
import { keepCertificate, makeCase } from './support/wire.ts'
import { namesInZip } from './support/zip.ts'

const { templates, templateNew, templateFill, templateCsv, caseFile, signOptions } = texts

let idSolicitud = ''
/** URL of the template of the first test. */
let made = ''

const { foja, browser } = await openStage()
const context = await openAs(browser, foja, people.admin)
await keepCertificate(context, foja.origin, p12File('modern', 'p256'), passphrase)
idSolicitud = (await makeCase(context, foja.origin, 'Linderos de la finca', 'Plano.pdf', makePdf())).id_solicitud
const page = await context.newPage()
const faults = watch(page)

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const preview = () => page.getByRole('region', { name: templateFill.previewRegion })
/** Waits until the preview shows the form's values. */
const untilDrawn = async () => {
  await page.locator(`[aria-label="${templateFill.previewRegion}"][aria-busy=false]`).waitFor()
  await untilQuiet(page)
}

/** The file downloaded by pressing that button. */
async function download(name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()])
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

describe('a new template', () => {
  it('starts from an empty list with instructions', async () => {
    await page.goto(`${foja.origin}/plantillas`)
    await page.getByText(templates.emptyTitle).waitFor()
    await look(page, 'plantillas-vacia')
    await button(templates.new).first().click()
    await dialog().waitFor()
    await look(page, 'plantillas-nueva')
  })

  it('refuses invalid base files with a sentence', async () => {
    await page.goto(`${foja.origin}/plantillas?nueva=1`)
    const take = (name: string, bytes: Uint8Array) =>
      dialog()
        .locator('input[type=file]')
        .setInputFiles([pdfFile(name, bytes)])
    await take('dinamico.pdf', makePdf({ form: 'direct', xfa: 'dynamic' }))
    await dialog().getByText(said('pdf_xfa').detail).waitFor()
    await look(page, 'plantillas-xfa')
    await take('roto.pdf', Buffer.from('%PDF-1.7\nnada de esto'))
    await dialog().getByText(said('pdf_damaged').title).waitFor()
  })

  it('detects the fields of a form and lists them', async () => {
    await page.goto(`${foja.origin}/plantillas?nueva=1`)
    const form = pdfFile('solicitud_de-mediacion.pdf', officeForm())
    await dialog().locator('input[type=file]').setInputFiles([form])
    await dialog().getByText(templateNew.found(6)).waitFor()
    await dialog().getByText(templateNew.skipped(1)).waitFor()
    expect(await dialog().getByLabel(templateNew.name).inputValue()).toBe('Solicitud de mediacion')
    await look(page, 'plantillas-encontrados')
    await dialog().getByLabel(templateNew.name).fill('Solicitud de mediación')
    await button(templateNew.create).click()
    await page.waitForURL(/\/plantillas\/[0-9a-f-]{36}$/)
    made = page.url()
  })

  it('is listed, found, renamed, copied, exported and archived', async () => {
    await page.goto(`${foja.origin}/plantillas`)
    const name = 'Solicitud de mediación'
    await page.getByRole('link', { name, exact: true }).waitFor()
    await look(page, 'plantillas')
    await page.getByRole('searchbox', { name: templates.search }).fill('contrato')
    await page.getByText(templates.nothingTitle('contrato')).waitFor()
    expect(page.url()).toContain('?q=contrato')
    await button(templates.clearFilters).click()
    const act = async (of: string, entry: string) => {
      await button(templates.actionsOf(of)).click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }
    await act(name, templates.duplicate)
    const copy = templates.copyOf(name)
    await page.getByRole('link', { name: copy, exact: true }).waitFor()
    await act(copy, templates.rename)
    await dialog().getByLabel(templates.name).fill('Solicitud corta')
    await look(page, 'plantillas-nombre')
    await dialog().getByRole('button', { name: templates.save, exact: true }).click()
    await page.getByRole('link', { name: 'Solicitud corta', exact: true }).waitFor()
    await act(name, templates.versions)
    await dialog().getByText(templates.version(1)).waitFor()
    await look(page, 'plantillas-versiones')
    await page.keyboard.press('Escape')
    const [file] = await Promise.all([page.waitForEvent('download'), act(name, templates.export)])
    const exported = await file.createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of exported) chunks.push(Buffer.from(chunk as Uint8Array))
    await act('Solicitud corta', templates.delete)
    await page.getByRole('alertdialog').getByRole('button', { name: templates.delete, exact: true }).click()
    await page.getByText(templates.deletedDone('Solicitud corta')).first().waitFor()
    await page.getByRole('link', { name: 'Solicitud corta', exact: true }).waitFor({ state: 'detached' })

    await button(templates.new).click()
    await dialog().getByText(templateNew.sources.import).click()
    const json = { name: file.suggestedFilename(), mimeType: 'application/json', buffer: Buffer.concat(chunks) }
    await dialog().locator('input[type=file]').setInputFiles([json])
    await page.waitForURL(/\/plantillas\/[0-9a-f-]{36}$/)
    expect(page.url()).not.toBe(made)
  })

  it('can be based on a stored document', async () => {
    await page.goto(`${foja.origin}/plantillas?nueva=1`)
    await dialog().getByText(templateNew.sources.document).click()
    await dialog()
      .getByRole('option', { name: /Plano\.pdf/ })
      .waitFor()
    await look(page, 'plantillas-documento')
    await page.keyboard.press('Tab')
    await dialog().getByRole('combobox').fill('plano')
    await dialog()
      .getByRole('option', { name: /Plano\.pdf/ })
      .click()
    await dialog().getByText(templateNew.foundNone).waitFor()
    await look(page, 'plantillas-sin-formulario')
    await button(templateNew.another).click()
    await button(texts.ui.cancel).click()
    await dialog().waitFor({ state: 'detached' })
  })
})

describe('a document from a template', () => {
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}`))

  it('starts in a case', async () => {
    await page.goto(`${foja.origin}/solicitudes/${idSolicitud}`)
    await button(caseFile.fromTemplate).click()
    await dialog()
      .getByRole('option', { name: /Solicitud de mediación/ })
      .first()
      .waitFor()
    await look(page, 'caso-plantilla')
    await dialog()
      .getByRole('option', { name: /Solicitud de mediación/ })
      .first()
      .click()
    await page.waitForURL(/\/usar\?solicitud=/)
    await preview().waitFor()
    await preview().getByRole('img').waitFor()
    await untilDrawn()
    await look(page, 'rellenar')
  })

  it('lists missing values, and jumps to them', async () => {
    await button(templateFill.create).click()
    await page.getByText(templateFill.toCorrect(1)).waitFor()
    await page.locator('[data-field=nombre] :focus').waitFor()
    await look(page, 'rellenar-falta')
  })

  it('is previewed while typing, and shows the place', async () => {
    const image = preview().getByRole('img').first()
    const before = await image.getAttribute('src')
    await field('Nombre del solicitante').fill('Íñigo Núñez Íñiguez')
    await field('Cédula').fill('1712345678')
    await field('Motivo de la solicitud').fill('La cerca está dos metros dentro del lindero.\nPido que se mida.')
    await page.locator('[data-mark=motivo]').waitFor()
    await choose(page, 'Modalidad', 'Virtual')
    await page.getByRole('checkbox', { name: /Acepto el reglamento/ }).check()
    await expect.poll(() => image.getAttribute('src')).not.toBe(before)
    await untilDrawn()
    await expect
      .poll(() => image.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0)
    await look(page, 'rellenar-escrito')
  })

  it('keeps the typed values when the page is left', async () => {
    await page.reload()
    await expect.poll(() => field('Nombre del solicitante').inputValue()).toBe('Íñigo Núñez Íñiguez')
    await expect.poll(() => page.getByRole('checkbox', { name: /Acepto el reglamento/ }).isChecked()).toBe(true)
  })

  it('is signed in its waiting field, and validators confirm it', async () => {
    await page.getByLabel(templateFill.name, { exact: true }).fill('Solicitud de Íñigo')
    await page.getByLabel(templateFill.flatten).check()
    await button(templateFill.create).click()
    await page.waitForURL(/\/documentos\/[0-9a-f-]{36}\?tab=firmar/)
    await page.getByRole('heading', { name: /Solicitud de Íñigo/, level: 1 }).waitFor()
    await page.getByText(signOptions.fieldHint).waitFor()
    await look(page, 'rellenado')
    const waiting = signOptions.fieldOn('Firma del solicitante', 1)
    await page.getByRole('combobox', { name: signOptions.field }).getByText(waiting).waitFor()
    await page.getByTestId('field-mark').waitFor()
    await signDocument(page, passphrase)
    const pdf = await downloadDocument(page)
    const pdfsig = runValidator('pdfsig', ['-nocert'], pdf)
    if (pdfsig !== null) {
      expect(pdfsig.output).toContain('Signature is Valid')
      expect(pdfsig.output).toContain('Total document signed')
    }
    const words = textOf(pdf)
    if (words !== null) {
      expect(words).toContain('Íñigo Núñez Íñiguez')
      expect(words).toContain('Pido que se mida.')
      expect(words).toContain('Virtual')
    }
  })

  it('is in its case, and counted by the template', async () => {
    await page.goto(`${foja.origin}/solicitudes/${idSolicitud}`)
    await page.getByRole('link', { name: /Solicitud de Íñigo/ }).waitFor()
    await page.goto(`${foja.origin}/plantillas`)
    await page.getByText(templates.used(1)).waitFor()
  })
})

describe('many documents from a CSV', () => {
  const rows = [
    'Nombre del solicitante;Cédula;Motivo de la solicitud;Modalidad;Acepto el reglamento',
    'Ana Pérez;1712345678;"Linderos; el muro";virtual;sí',
    ';0912345678;Sin nombre;Presencial;no',
    'Luis Ñáñez;1812345678;Deuda;Por teléfono;x',
    'Eva Ruiz;1012345678;Herencia;PRESENCIAL;1',
  ]
  /** As Excel writes it: Windows-1252, with semicolons. */
  const csv = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n'), 'latin1') }

  it('shows wrong rows and reasons before sending', async () => {
    await page.goto(`${made}/usar?modo=varios`)
    await button(templateCsv.model).waitFor()
    await look(page, 'csv')
    const model = await download(templateCsv.model)
    expect(model.toString('utf8')).toBe(
      '\uFEFFNombre del solicitante;Cédula;Motivo de la solicitud;Modalidad;Acepto el reglamento;' +
        'Nombre Firma del solicitante;Correo Firma del solicitante\r\n',
    )
    await page.locator('input[type=file]').setInputFiles([csv])
    await page.getByText(templateCsv.someWrong(2)).waitFor()
    await page.getByText(templateCsv.matched(5, 5)).waitFor()
    await look(page, 'csv-filas')
    const wrong = (await download(templateCsv.downloadWrong)).toString('utf8')
    expect(
      wrong
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(';')[1]),
    ).toEqual(['0912345678', '1812345678'])
  })

  it('continues on the server when the page is left, and ends in a ZIP', async () => {
    await choose(page, templateCsv.nameBy, 'Nombre del solicitante')
    await button(templateCsv.submit(2)).click()
    await page.waitForURL(/lote=/)
    await page.goto(`${foja.origin}/plantillas`)
    await page.goBack()
    await page.getByText(templateCsv.doneTitle(2)).waitFor()
    await lookNow(page, 'csv-listo')
    const names = namesInZip(await download(templateCsv.zip))
    expect(names.filter((name) => name.endsWith('.pdf')).toSorted()).toEqual(['Ana Pérez.pdf', 'Eva Ruiz.pdf'])
  })
})

describe('the command bar', () => {
  it('finds a template and opens it', async () => {
    await page.goto(`${foja.origin}/`)
    await page.getByText(texts.home.activity).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: texts.commands.title }).fill('solicitud de med')
    await page.getByRole('group', { name: texts.commands.groups.template }).getByRole('option').first().click()
    await page.waitForURL(/\/plantillas\/[0-9a-f-]{36}$/)
  })

  it('causes no unexpected error in the browser', () => {
    // A refused file answers 400, which the browser logs.
    expect(faults().filter((fault) => !/status of 400/.test(fault))).toEqual([])
  })
})
