import type { Convocation } from '@foja/contracts/convocations'
import { createId } from '@foja/contracts/create-id'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { sign } from '@foja/pades/sign'
import { startSmtpServer } from '@foja/testing/smtp'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll } from 'vitest'
import type { Foja } from './foja.ts'
import { makeTrustedSigner, p12File, passphrase, rootCertificate } from './keys.ts'
import { openAs } from './office.ts'
import { people } from './people.ts'
import { pdfFile, type UploadedFile } from './person.ts'
import { call, keepCertificate, listCases, makeCaseOf, sendFiles, trust, type WireGroup } from './wire.ts'

const paper = (file: string): Buffer =>
  readFileSync(new URL(`../../apps/server/assets/samples/${file}`, import.meta.url))

/** Files that the pictures choose on a page. */
export const files = {
  claim: pdfFile('Demanda de mediación.pdf', paper('arrendamiento-demanda.pdf')),
  contract: pdfFile('Contrato de arrendamiento.pdf', paper('arrendamiento-contrato.pdf')),
}

/** What the pictures of the help show: case files, documents and signed files. */
export type PictureOffice = {
  /** Id of the first request of a sample case file. */
  sample: (titulo: string) => string
  template: (name: string) => string
  /** A case file whose people have an address. */
  ownCase: string
  document: string
  /** Signed by a trusted and by an unknown signer. */
  signed: { valid: UploadedFile; unknown: UploadedFile }
  /** The Monday of the week with two appointments. */
  week: string
  /** Addresses that open without an account. */
  links: { sign: string; deliver: string; attend: string; shared: string }
}

/** A time in the week that begins on the third Monday from now: no sample case has its appointment there. */
function hearingDay(day: number, hour: number): string {
  const at = new Date()
  at.setDate(at.getDate() - ((at.getDay() + 6) % 7) + 21 + day)
  at.setHours(hour, 0, 0, 0)
  return at.toISOString()
}

/** A mail server that refuses one address, in the settings of the office. */
async function connectMail(context: BrowserContext, origin: string): Promise<void> {
  const smtp = await startSmtpServer()
  afterAll(() => smtp.close())
  smtp.behaviour.recipient = (address) =>
    address.endsWith('@gmial.com') ? { code: 550, text: '5.1.1 No existe ese buzón' } : undefined
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', username: null }
  const from = { from_name: people.admin.name, from_address: people.admin.email }
  await call(context, origin, 'mail_settings/', { ...settings, ...from }, 'PUT')
}

async function makeSigned(context: BrowserContext, origin: string): Promise<PictureOffice['signed']> {
  const known = makeTrustedSigner('Rocío Maldonado Vaca')
  const buffer = Buffer.from(known.root.der)
  await trust(context, origin, { name: 'autoridad.cer', mimeType: 'application/pkix-cert', buffer })
  const signAs = async ({ signer }: Pick<typeof known, 'signer'>) => {
    const { pdf } = await sign(paper('vehiculo-acta.pdf'), signer, { signingTime: new Date() })
    return pdfFile('Acta de acuerdo total.pdf', pdf)
  }
  return { valid: await signAs(known), unknown: await signAs(makeTrustedSigner('Esteban Carrión Luzuriaga')) }
}

async function uploadLoose(context: BrowserContext, origin: string, nombre: string, file: string): Promise<string> {
  type Uploaded = { documents: { id_documento: string }[] }
  const { documents } = await sendFiles<Uploaded>(context, origin, 'upload_document/', {}, [
    pdfFile(nombre, paper(file)),
  ])
  return documents[0]!.id_documento
}

/** What recipients without an account open, on case files of their own. */
async function askOutsiders(context: BrowserContext, origin: string): Promise<PictureOffice['links']> {
  const ximena = { nombre: 'Ximena Ordóñez Vera', email: 'ximena.ordonez@correo.example' }
  const inigo = { nombre: 'Íñigo Núñez Íñiguez', email: 'inigo.nunez@correo.example' }
  const linkOf = async ({ recipients: [recipient] }: { recipients: { id: string }[] }) => {
    const data = { id_recipient: recipient!.id }
    const { url } = await call<{ url: string }>(context, origin, 'recipient_link/', data)
    return url.slice(origin.length)
  }
  const files = [{ name: 'Convenio de pago.pdf', bytes: paper('deuda-convenio.pdf') }]
  const { id_solicitud, documents } = await makeCaseOf(context, origin, 'Convenio de pago', files)
  const { id_documento } = documents[0]!
  const toSign = await call<SigningRequest>(context, origin, 'create_signing_request/', {
    titulo: 'Convenio de pago',
    documents: [{ id_documento }],
    recipients: [
      { ...ximena, rol: 'firma' },
      { ...inigo, rol: 'firma' },
    ],
  })
  const toDeliver = await call<DocumentRequest>(context, origin, 'create_document_request/', {
    id_solicitud,
    recipients: [ximena],
    requirements: [{ nombre: 'Cédula de identidad', ayuda: 'Los dos lados' }, { nombre: 'Rol de pagos' }],
  })
  const hearing = await makeCaseOf(context, origin, 'Linderos de la finca', files)
  await call(context, origin, 'update_solicitud_type/', {
    id_solicitud: hearing.id_solicitud,
    version: 1,
    partes: [{ ...ximena, rol: 'Demandante' }],
  })
  const at = { id_solicitud: hearing.id_solicitud, fecha_agendada: hearingDay(2, 9), lugar: 'Sala 1' }
  await call(context, origin, 'send_solicitud/', at)
  const { id_solicitud: convened } = hearing
  const { convocation } = await call<Convocation>(context, origin, 'convene_parties/', { id_solicitud: convened })
  const shared = { id_documento: hearing.documents[0]!.id_documento }
  const { share } = await call<{ share: string }>(context, origin, 'create_share_document/', shared)
  return {
    sign: await linkOf(toSign),
    deliver: await linkOf(toDeliver),
    attend: await linkOf(convocation!),
    shared: `/compartido?share=${encodeURIComponent(share)}`,
  }
}

/** Adds to the sample office what the pictures show. */
export async function preparePictures(browser: Browser, { origin }: Foja): Promise<PictureOffice> {
  const context = await openAs(browser, { origin }, people.admin)
  await keepCertificate(context, origin, p12File('modern', 'p256'), passphrase)
  await trust(context, origin, rootCertificate)
  await connectMail(context, origin)
  const cases = await listCases(context, origin)
  const templates = await call<{ id: string; name: string }[]>(context, origin, 'list_template/')

  const partes = [
    { nombre: 'Íñigo Núñez Íñiguez', rol: 'Arrendatario', email: 'inigo.nunez@correo.example' },
    { nombre: 'Ximena Ordóñez Vera', rol: 'Arrendadora', email: 'ximena.ordonez@correo.example' },
  ]
  const request = { id_solicitud: createId(), titulo: 'Arriendo del local', partes, description: [{}] }
  const data = { id_solicitud_main: createId(), titulo: 'Arriendo del local', solicitudes: [request] }
  const own = await sendFiles<WireGroup>(context, origin, 'list_solicitud_main_type/', data, [files.contract])
  const { id_solicitud: ownCase, description } = own.solicitudes[0]!
  const document = description[0]!.id_documento

  const bytes = paper('condominio-convenio.pdf')
  for (const [titulo, fecha_agendada, lugar] of [
    ['Alícuotas impagas', hearingDay(0, 9), 'Sala 1'],
    ['Muro medianero', hearingDay(1, 10), 'Sala 2'],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one case file after the other
    const { id_solicitud } = await makeCaseOf(context, origin, titulo, [{ name: 'Convenio.pdf', bytes }])
    await call(context, origin, 'send_solicitud/', { id_solicitud, fecha_agendada, lugar })
    // oxlint-enable no-await-in-loop
  }
  for (const [nombre, file] of [
    ['Poder especial.pdf', 'venta-poder.pdf'],
    ['Carta de compromiso.pdf', 'deuda-convenio.pdf'],
    ['Acta de constatación.pdf', 'linderos-acta.pdf'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- one document after the other
    await uploadLoose(context, origin, nombre, file)
  for (const nombre of ['Contrato repetido.pdf', 'Borrador del acta.pdf']) {
    // oxlint-disable no-await-in-loop -- one document after the other
    const id_documento = await uploadLoose(context, origin, nombre, 'obra-contrato.pdf')
    await call(context, origin, 'delete_document/', { id_documento }, 'DELETE')
    // oxlint-enable no-await-in-loop
  }
  for (const to of ['inigo@nunez.ec', 'ximena@gmial.com'])
    // oxlint-disable-next-line no-await-in-loop -- the second is the first in the list
    await call(context, origin, 'send_document_by_email/', {
      id_documento: document,
      to: [to],
      subject: 'Contrato de arrendamiento',
      as: 'attachment',
    })
  const signed = await makeSigned(context, origin)
  const links = await askOutsiders(context, origin)
  await context.close()
  return {
    sample: (titulo) => cases.find((one) => one.titulo === titulo)!.solicitudes[0]!.id_solicitud,
    template: (name) => templates.find((one) => one.name === name)!.id,
    ownCase,
    document,
    signed,
    week: hearingDay(0, 12).slice(0, 10),
    links,
  }
}
