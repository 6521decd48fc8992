// The parties of a case are convened to their appointment, answer from a phone without an account, and the office sees it.
import { makePdf } from '@foja/testing/pdfs'
import { startSmtpServer } from '@foja/testing/smtp'
import { afterAll, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { look, watch } from './support/look.ts'
import { dayAhead, localDay, openAs, openStage } from './support/office.ts'
import { people } from './support/people.ts'
import { english, texts } from './support/spanish.ts'
import { call, makeCaseOf } from './support/wire.ts'

const { ask, caseFile, convened, convocation } = texts
const smtp = await startSmtpServer()
afterAll(() => smtp.close())
const environment = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Foja <foja@condorandino.ec>' }
const { foja, browser } = await openStage({ environment })
const office = await openAs(browser, foja, people.admin)

const linksTo = (address: string) =>
  smtp.messages
    .filter(({ to }) => to.includes(address))
    .flatMap(({ mail }) => /\S+\/pedido\?p=[\w-]+/.exec(mail.text ?? '')?.[0] ?? [])
async function newLink(address: string, before = 0): Promise<string> {
  await expect.poll(() => linksTo(address).length, { interval: 200, timeout: 20_000 }).toBe(before + 1)
  return linksTo(address).at(-1)!
}

it('convened parties answer from a phone, the office sees it, and another date starts over', async () => {
  const { id_solicitud } = await makeCaseOf(office, foja.origin, 'Linderos', [{ name: 'Acta.pdf', bytes: makePdf() }])
  const ximena = { nombre: 'Ximena Ordóñez', rol: 'Demandante', email: 'ximena@correo-ordonez.ec' }
  const partes = [ximena, { nombre: 'Íñigo Núñez', rol: 'Demandado' }]
  await call(office, foja.origin, 'update_solicitud_type/', { id_solicitud, version: 1, partes })
  const fecha_agendada = dayAhead(6)
  const place = { fecha_agendada, lugar: 'https://reunion.example/linderos' }
  await call(office, foja.origin, 'send_solicitud/', { id_solicitud, ...place })

  const sender = await office.newPage()
  const faults = watch(sender)
  await sender.goto(`${foja.origin}/solicitudes/${id_solicitud}`)
  await sender.getByRole('button', { name: convocation.convene }).click()
  await sender.getByLabel(convocation.message).fill('Traiga su cédula y la escritura.')
  await look(sender, 'convocar')
  await sender.getByRole('dialog').getByRole('button', { name: convocation.convene }).click()
  await sender.getByText(convocation.unmailed).waitFor()
  await look(sender, 'convocatoria-enviada')

  const outsider = await (await browser.newContext(phone)).newPage()
  const outsiderFaults = watch(outsider)
  const link = await newLink(ximena.email)
  await outsider.goto(link)
  await outsider.getByRole('button', { name: convened.confirm, exact: true }).waitFor()
  await look(outsider, 'convocada-telefono')
  await outsider.getByRole('button', { name: convened.otherDate }).click()
  await outsider.getByLabel(convened.reason).fill('Ese día viajo.')
  await outsider.getByLabel(convened.date).fill(localDay(dayAhead(8)))
  await outsider.getByLabel(convened.time).fill('11:00')
  await look(outsider, 'convocada-otra-fecha')
  await outsider.getByRole('button', { name: convened.send }).click()
  await outsider.getByRole('heading', { level: 1, name: convened.states.otra_fecha }).waitFor()
  await look(outsider, 'convocada-contestada')
  // Live, without a reload.
  await sender.getByText(convocation.because(convocation.answers.otra_fecha, 'Ese día viajo.')).waitFor()
  await look(sender, 'convocatoria-contestada')
  await sender.goto(`${foja.origin}/agenda?vista=lista&semana=${localDay(fecha_agendada)}`)
  await sender.getByText(texts.agenda.answers.otra_fecha('1'), { exact: false }).waitFor()

  const { version } = await call<{ version: number }>(office, foja.origin, `details_solicitud/${id_solicitud}/`)
  await call(office, foja.origin, 'update_solicitud_type/', { id_solicitud, version, fecha_agendada: dayAhead(8, 11) })
  await sender.goto(`${foja.origin}/solicitudes/${id_solicitud}`)
  await sender.getByText(convocation.moved).waitFor()
  await look(sender, 'convocatoria-otra-fecha')
  await sender.getByRole('button', { name: convocation.again }).click()
  await sender.getByRole('dialog').getByRole('button', { name: convocation.convene }).click()
  const fresh = await newLink(ximena.email, 1)
  expect(fresh).not.toBe(link)
  await outsider.reload()
  await outsider.getByRole('heading', { level: 1, name: convened.movedTitle }).waitFor()
  await look(outsider, 'convocada-enlace-anterior')

  const wide = await (await browser.newContext({ ...desktop, colorScheme: 'dark', locale: 'en-GB' })).newPage()
  await wide.goto(fresh)
  await wide.getByRole('button', { name: english.convened.confirm, exact: true }).click()
  await wide.getByRole('heading', { level: 1, name: english.convened.states.confirma }).waitFor()
  await look(wide, 'convocada-escritorio-oscuro')
  await sender.getByText(convocation.progress('1', '2')).waitFor()

  // The minutes go to all parties with an address in one step.
  await sender.getByRole('link', { name: caseFile.ask, exact: true }).first().click()
  await sender.getByText(ask.goesTo(ask.toName(ximena.nombre.split(' ')[0]!), false)).waitFor()
  expect(faults()).toEqual([])
  expect(outsiderFaults()).toEqual([])
})
