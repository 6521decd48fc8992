// Every user error on the main path: a Spanish sentence with the remedy, and no lost input.
import { makePdf } from '@foja/testing/pdfs'
import { launchBrowser } from '@foja/testing/browser'
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { desktop } from './support/devices.ts'
import { addColleagues } from './support/create-office.ts'
import { startFoja } from './support/foja.ts'
import { p12With, passphrase, personCertificate, rootCertificate } from './support/keys.ts'
import { startLossyProxy, type LossyProxy } from './support/lossy-proxy.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { startOffice } from './support/office.ts'
import { admin } from './support/people.ts'
import { act, drawSignature, openDocument, pdfFile, signDocument, type UploadedFile } from './support/person.ts'
import { said, texts } from './support/spanish.ts'
import { variants } from './support/variants.ts'
import { call, enter, keepCertificate, listCases, makeCase, tryToEnter } from './support/wire.ts'

const day = 86_400_000
const stranger = { email: 'ines@otraoficina.ec', nombre: 'Inés Otra', role: 'gestor' as const, company: 'Otra oficina' }
const zeros = '00'.repeat(32)
const lockedPdf = Buffer.from(
  makePdf()
    .toString('latin1')
    .replace('/Root 1 0 R', `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${zeros}> /U <${zeros}> >> /Root 1 0 R`),
  'latin1',
)
const plain = (name: string, text: string): UploadedFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

const see = async (text: string, on = page) => {
  const sentence = on.getByText(text).filter({ visible: true }).first()
  await sentence.waitFor()
}
const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const press = (name: string, on = page) => button(name, on).click()

async function openPage(of = context): Promise<Page> {
  const opened = await of.newPage()
  watch(opened)
  return opened
}

const browser = await launchBrowser()
let foja = await startFoja()
const context = await browser.newContext(desktop)
let page = await openPage()
afterEach(async () => context.setOffline(false))
afterAll(async () => {
  await browser.close()
  await foja.stop()
})

describe('setting up', () => {
  it('shows what each field lacks and keeps the others', async () => {
    await page.goto(foja.origin)
    await page.waitForURL('**/bienvenida')
    await press(texts.setup.submit)
    for (const sentence of [
      texts.setup.nameMissing,
      texts.setup.personMissing,
      texts.setup.emailWrong,
      texts.passwords.short,
    ]) {
      await see(sentence)
    }
    await look(page, 'errores-bienvenida')
    await page.getByLabel(texts.setup.companyName).fill(admin.company)
    await page.getByLabel(texts.setup.name).fill(admin.name)
    await page.getByLabel(texts.setup.email).fill('lucia@condor')
    await page.getByLabel(texts.setup.password, { exact: true }).fill('corta')
    await press(texts.setup.submit)
    await see(texts.setup.emailWrong)
    await see(texts.passwords.short)
    await page.getByLabel(texts.setup.email).fill(admin.email)
    await page.getByLabel(texts.setup.password, { exact: true }).fill('administrador2026')
    await press(texts.setup.submit)
    await see(said('weak_password').detail)
    expect(await page.getByLabel(texts.setup.companyName).inputValue()).toBe(admin.company)
    expect(await page.getByLabel(texts.setup.email).inputValue()).toBe(admin.email)
    await page.reload()
    await expect.poll(() => page.getByLabel(texts.setup.name).inputValue()).toBe(admin.name)
  })

  it('keeps the typed data while the server does not answer', async () => {
    await page.getByLabel(texts.setup.password, { exact: true }).fill(admin.password)
    await context.setOffline(true)
    await press(texts.setup.submit)
    await see(texts.setup.unreachable)
    await context.setOffline(false)
    expect(await page.getByLabel(texts.setup.companyName).inputValue()).toBe(admin.company)
  })
})

describe('in an existing office', () => {
  beforeAll(async () => {
    await page.close()
    await foja.stop()
    foja = await startOffice({ before: (office) => addColleagues(office, [stranger]) })
    await enter(context, foja.origin)
    page = await openPage()
  })

  describe('the wizard', () => {
    const next = () => press(texts.wizard.next)
    const choose = async (file: UploadedFile | string) => {
      await page.locator('input[type=file]').first().setInputFiles(file)
      await button(texts.wizard.removeFile(typeof file === 'string' ? basename(file) : file.name)).waitFor()
    }
    const drop = async (name: string) => {
      await press(texts.wizard.removeFile(name))
      await button(texts.wizard.removeFile(name)).waitFor({ state: 'detached' })
    }
    const toPeople = async () => {
      await next()
      await button(texts.wizard.addPerson).waitFor()
    }

    it('requires a title', async () => {
      await page.goto(`${foja.origin}/solicitudes/nueva`)
      await next()
      await see(texts.wizard.caseTitleMissing)
      await look(page, 'errores-titulo')
      await page.getByLabel(texts.wizard.caseTitle).fill('Un caso con tropiezos')
      await page.getByLabel(texts.wizard.notes).fill('Notas que no se deben perder')
      await next()
    })

    it('requires a file', async () => {
      await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
      await next()
      await see(texts.wizard.filesMissing)
    })

    it.each([
      ['a drawing', plain('plano.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), texts.wizard.faults.type('')],
      ['an empty file', plain('vacio.pdf', ''), texts.wizard.faults.empty('')],
    ])('refuses %s', async (_, file, sentence) => {
      await choose(file)
      await see(sentence)
      await see(texts.wizard.filesNeedAttention(1))
      await next()
      expect(page.url()).toContain('paso=2')
      await look(page, `errores-${file.name}`)
      await drop(file.name)
    })

    it('refuses a file that is too large before sending it', async () => {
      const path = join(foja.folder, 'enorme.pdf')
      const handle = await open(path, 'w')
      await handle.truncate(100 * 1024 * 1024 + 1)
      await handle.close()
      await choose(path)
      await see(texts.wizard.faults.tooLarge('100 MB'))
      await drop('enorme.pdf')
      await rm(path)
    })

    it('asks for the password of a PDF in its row', async () => {
      await choose(pdfFile('con-clave.pdf', lockedPdf))
      await see(texts.unlock.label)
      await next()
      expect(page.url()).toContain('paso=2')
      await page.getByLabel(texts.unlock.label).fill('otra clave')
      await press(texts.unlock.open)
      await see(texts.unlock.wrong)
      await look(page, 'errores-con-clave.pdf')
      await drop('con-clave.pdf')
    })

    it.each([
      ['that is damaged', 'roto.pdf', Buffer.from('%PDF-1.7\nesto no sigue'), said('pdf_damaged').detail],
      ['that is something else', 'foto.pdf', Buffer.from('GIF89a no soy un PDF'), said('pdf_not_a_pdf').detail],
    ])('returns the user to a PDF %s', async (_, name, bytes, sentence) => {
      await choose(pdfFile(name, bytes))
      await toPeople()
      await next()
      await press(texts.wizard.submit)
      await see(sentence)
      expect(page.url()).toContain('paso=2')
      await look(page, `errores-${name}`)
      await drop(name)
    })

    it('resends what got no answer, without a duplicate', async () => {
      await choose(pdfFile('Contrato.pdf', makePdf()))
      await toPeople()
      await press(texts.wizard.addPerson)
      await next()
      await press(texts.wizard.back)
      await page.getByLabel(texts.wizard.role, { exact: true }).fill('Arrendatario')
      await next()
      await see(texts.wizard.nameMissing)
      await page.getByLabel(texts.wizard.name, { exact: true }).fill('Íñigo Núñez')
      await page.getByLabel(texts.wizard.email).fill('inigo@')
      await next()
      await see(texts.wizard.emailWrong)
      await page.getByLabel(texts.wizard.email).fill('inigo@nunez.ec')
      await next()
      await context.setOffline(true)
      await press(texts.wizard.submit)
      await see(texts.wizard.failedTitle)
      await see(texts.wizard.failedText)
      await look(page, 'errores-sin-respuesta')
      await context.setOffline(false)
      await press(texts.wizard.retry)
      await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
      await see('Notas que no se deben perder')
      await see('Íñigo Núñez')
      expect(await listCases(context, foja.origin)).toHaveLength(1)
    })
  })

  describe('a connection that loses answers', () => {
    let proxy: LossyProxy
    beforeAll(async () => {
      proxy = await startLossyProxy(foja.origin)
    })
    afterAll(async () => proxy.close())

    it('creates one case file, however often it is sent', async () => {
      await page.goto(`${proxy.origin}/solicitudes/nueva`)
      await page.getByLabel(texts.wizard.caseTitle).fill('Una sola vez')
      await press(texts.wizard.next)
      await page.locator('input[type=file]').setInputFiles(pdfFile('Acta.pdf', makePdf()))
      await see('Acta.pdf')
      await press(texts.wizard.next)
      await button(texts.wizard.addPerson).waitFor()
      await press(texts.wizard.next)
      proxy.loseAnswers(true)
      await press(texts.wizard.submit)
      await see(texts.wizard.failedTitle)
      await press(texts.wizard.retry)
      await see(texts.wizard.failedTitle)
      proxy.loseAnswers(false)
      await press(texts.wizard.retry)
      await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
      const found = (await listCases(context, foja.origin)).filter(({ titulo }) => titulo === 'Una sola vez')
      expect(found).toHaveLength(1)
    })
  })

  describe('the certificate', () => {
    const send = async (file: UploadedFile | null, words: string) => {
      await page.goto(`${foja.origin}/firma`)
      if (file !== null) await page.locator('input[type=file]').first().setInputFiles([file])
      await page.getByLabel(texts.signing.passphrase).fill(words)
      await press(texts.mySignature.uploadButton)
    }

    it('requires the file and its passphrase', async () => {
      await send(null, '')
      await see(texts.mySignature.uploadMissing)
      await see(texts.signing.passphraseMissing)
      await look(page, 'errores-firma-vacia')
    })

    it('keeps the chosen file when the passphrase is wrong', async () => {
      await send(p12With({ keyType: 'p256' }), 'otra clave')
      await see(said('p12_wrong_passphrase').detail)
      await see(texts.mySignature.chosen('firma-modern.p12'))
      await look(page, 'errores-clave')
    })

    // All are refused alike; each certificate has its own test in `open-p12.test.ts`.
    const refused = [
      ['is no certificate', plain('notas.txt', 'hola'), texts.mySignature.uploadType('notas.txt')],
      ['lacks its key', personCertificate(), texts.mySignature.uploadPair],
      ['is damaged', plain('roto.p12', 'esto no es un p12'), said('p12_damaged').detail],
      [
        'expired',
        p12With({ keyType: 'p256', notBefore: new Date(Date.now() - 800 * day), notAfter: new Date(Date.now() - day) }),
        said('certificate_expired').detail,
      ],
      [
        'is not valid yet',
        p12With({ keyType: 'p256', notBefore: new Date(Date.now() + day), notAfter: new Date(Date.now() + 800 * day) }),
        said('certificate_not_yet_valid').detail,
      ],
      [
        'is not for signing',
        p12With({ keyType: 'p256', keyUsage: ['keyEncipherment'] }),
        said('certificate_not_for_signing').detail,
      ],
      ['is too weak', p12With({ keyType: 'rsa1024' }), said('certificate_weak_key').detail],
      ['has no key', p12With({ keyType: 'p256' }, 'no-key'), said('p12_no_private_key').detail],
    ] as const
    it.each(variants(refused))('refuses one that %s', async (_, file, sentence) => {
      await send(file, passphrase)
      await see(sentence)
    })
  })

  describe('signing', () => {
    let document: { id_documento: string; sha256: string }

    const place = async () => drawSignature(page, [0.3, 0.3], [0.6, 0.4])

    it('requires place and passphrase, and keeps the place when the passphrase is wrong', async () => {
      await keepCertificate(context, foja.origin, p12With({ keyType: 'p256' }), passphrase)
      document = (await makeCase(context, foja.origin, 'Para firmar', 'Para firmar.pdf', makePdf())).document
      await page.goto(`${foja.origin}/documentos/${document.id_documento}`)
      await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
      await press(texts.signing.signButton)
      await see(texts.signing.placeFirst)
      await see(texts.signing.passphraseMissing)
      await look(page, 'errores-firmar')
      await place()
      await page.getByLabel(texts.signing.passphrase).fill('no es esta')
      await press(texts.signing.signButton)
      await see(said('p12_wrong_passphrase').detail)
      await page.getByRole('application').waitFor()
    })

    it('reports a signature added meanwhile, shows it, and then signs', async () => {
      await page.getByLabel(texts.signing.passphrase).fill(passphrase)
      const body = { id_documento: document.id_documento, password: passphrase, appearance: 'invisible' }
      await call(context, foja.origin, 'custom_pdf_signing/', body)
      await press(texts.signing.signButton)
      await see(texts.signFailure.staleTitle)
      await see(texts.signFailure.staleText)
      await look(page, 'errores-version')
      await press(texts.signFailure.seeNew)
      await page.getByText(texts.signing.keepsOthers(1)).first().waitFor()
      await place()
      await signDocument(page, passphrase)
      await see('2 firmas por confirmar')
    })

    it('signs once, however often a lost answer is requested again', async () => {
      const proxy = await startLossyProxy(foja.origin)
      const other = (await makeCase(context, foja.origin, 'Mala conexión', 'Mala conexión.pdf', makePdf())).document
      await page.goto(`${proxy.origin}/documentos/${other.id_documento}`)
      await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
      await untilQuiet(page)
      await place()
      await page.getByLabel(texts.signing.passphrase).fill(passphrase)
      proxy.loseAnswers(true)
      await press(texts.signing.signButton)
      await see(texts.signFailure.unanswered)
      proxy.loseAnswers(false)
      await press(texts.signing.signButton)
      await see(texts.signing.signed)
      const details = await call<{ version: number; signatures: { count: number } }>(
        context,
        foja.origin,
        `details_document/${other.id_documento}/`,
      )
      expect(details).toMatchObject({ version: 2, signatures: { count: 1 } })
      await page.goto('about:blank')
      await proxy.close()
    })
  })

  describe('sharing', () => {
    let url = ''
    let visitor: BrowserContext
    let visit: Page
    beforeAll(async () => {
      visitor = await browser.newContext(desktop)
      visit = await openPage(visitor)
    })

    it('requires a password of minimum length', async () => {
      await makeCase(context, foja.origin, 'Para compartir', 'Para compartir.pdf', makePdf())
      await page.goto(`${foja.origin}/solicitudes?q=compartir`)
      await page.getByRole('link', { name: 'Para compartir' }).first().click()
      await openDocument(page, 'Para compartir.pdf')
      await act(page, 'Compartir')
      const password = page.getByRole('dialog').locator('input[type=password]')
      await password.fill('abc')
      await press(texts.shares.create)
      await see(texts.shares.passwordShort)
      await look(page, 'errores-compartir')
      await password.fill('la clave de Íñigo')
      await press(texts.shares.create)
      url = await page.getByLabel(texts.shares.link, { exact: true }).inputValue()
    })

    it('asks the visitor for the password until it is right', async () => {
      await visit.goto(url)
      await see(texts.shares.passwordTitle, visit)
      await press(texts.shares.passwordButton, visit)
      await see(texts.shares.passwordMissing, visit)
      await visit.getByLabel(texts.shares.password, { exact: true }).fill('otra cosa')
      await press(texts.shares.passwordButton, visit)
      await see(said('password_wrong').detail, visit)
      expect(await visit.getByLabel(texts.shares.password, { exact: true }).inputValue()).toBe('otra cosa')
      await look(visit, 'errores-compartido')
      await visit.getByLabel(texts.shares.password, { exact: true }).fill('la clave de Íñigo')
      await press(texts.shares.passwordButton, visit)
      await visit.getByRole('img', { name: /Página 1 de/ }).waitFor()
    })

    it('opens nothing once revoked, exactly like a link that never existed', async () => {
      await press(texts.shares.revoke)
      await press(texts.shares.revokeYes)
      await see(texts.shares.revokedNow)
      await visit.goto(url)
      await see(texts.shares.goneTitle, visit)
      await look(visit, 'errores-anulado')
      const revoked = await visit.locator('main').innerText()
      await visit.goto(`${foja.origin}/compartido?share=${'x'.repeat(43)}`)
      await see(texts.shares.goneText, visit)
      await expect.poll(() => visit.locator('main').innerText()).toBe(revoked)
      await visit.goto(`${foja.origin}/compartido`)
      await see(texts.shares.goneTitle, visit)
      await visitor.close()
    })
  })

  describe('the authorities', () => {
    it.each([
      ['a person’s certificate', personCertificate(), said('trust_anchor_not_ca').detail],
      ['a file that is none', plain('nada.cer', 'nada'), said('certificate_damaged').detail],
    ])('refuses %s', async (_, file, sentence) => {
      await page.goto(`${foja.origin}/autoridades`)
      await page.locator('input[type=file]').setInputFiles([file])
      await see(sentence)
    })

    it('adds an authority only once', async () => {
      await page.goto(`${foja.origin}/autoridades`)
      const input = page.locator('input[type=file]')
      await input.setInputFiles([rootCertificate])
      await page.getByRole('button', { name: texts.trust.trustYes, exact: true }).click()
      await see(texts.trust.added(1))
      await input.setInputFiles([rootCertificate])
      await see(texts.trust.allKnown)
      await look(page, 'errores-autoridades')
    })
  })

  describe('missing pages', () => {
    it('show a page that says so', async () => {
      await page.goto(`${foja.origin}/esto/no/existe`)
      await see(texts.app.notFoundTitle)
      await see(texts.app.notFoundText)
      await look(page, 'errores-404')
      await page.getByRole('link', { name: texts.app.goHome }).click()
      await page.waitForURL(`${foja.origin}/`)
    })

    it('are the same for objects of another company', async () => {
      const theirs = await browser.newContext(desktop)
      await enter(theirs, foja.origin, { email: stranger.email, password: admin.password })
      const outsider = await openPage(theirs)
      const [group] = await listCases(context, foja.origin)
      const { id_solicitud, description } = group!.solicitudes[0]!
      expect(await listCases(theirs, foja.origin)).toEqual([])
      const whatIsShown = async (path: string) => {
        await outsider.goto(`${foja.origin}${path}`)
        await see(texts.refresh.missingTitle, outsider)
        await see(texts.refresh.missingText, outsider)
        await look(outsider, 'errores-ajeno')
        const text = await outsider.getByRole('main').innerText()
        // The support code is unique to this call.
        return text.split(texts.refresh.support)[0]
      }
      const absent = await whatIsShown(`/documentos/${randomUUID()}`)
      expect(await whatIsShown(`/documentos/${description[0]!.id_documento}`)).toBe(absent)
      const absentCase = await whatIsShown('/solicitudes/AAAA-BBBB-CCCC-DDDD')
      expect(await whatIsShown(`/solicitudes/${id_solicitud}`)).toBe(absentCase)
      await theirs.close()
    })
  })

  // Last: afterwards this address may not sign in for a quarter of an hour.
  describe('signing in', () => {
    it('requires both fields, reports wrong ones, and then asks to wait', async () => {
      const visitor = await browser.newContext(desktop)
      const visit = await openPage(visitor)
      await visit.goto(`${foja.origin}/ingresar`)
      await press(texts.session.signInButton, visit)
      await see(texts.session.emailMissing, visit)
      await see(texts.session.passwordMissing, visit)
      await visit.getByLabel(texts.session.email).fill('lucia@')
      await press(texts.session.signInButton, visit)
      await see(texts.session.emailWrong, visit)
      await look(visit, 'errores-ingresar')
      await visit.getByLabel(texts.session.email).fill(admin.email)
      await visit.getByLabel(texts.session.password, { exact: true }).fill('no me acuerdo')
      await press(texts.session.signInButton, visit)
      await see(texts.session.wrongTitle, visit)
      expect(await visit.getByLabel(texts.session.email).inputValue()).toBe(admin.email)
      await look(visit, 'errores-no-coinciden')
      const tries = Array.from({ length: 9 }, () => ({ email: admin.email, password: 'tampoco' }))
      for (const person of tries) await tryToEnter(visitor, foja.origin, person)
      await press(texts.session.signInButton, visit)
      await see(texts.session.tooManyTitle, visit)
      await visit.getByText(/Espera \d+ minutos y vuelve a intentarlo\./).waitFor()
      await look(visit, 'errores-demasiados')
      await visitor.close()
    })
  })
})
