import { expect } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import { admin } from './people.ts'

/** User steps. Each waits for what the user would wait for. */

export type UploadedFile = { name: string; mimeType: string; buffer: Buffer }

export const pdfFile = (name: string, bytes: Uint8Array): UploadedFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
})

/** First visit: creates company and administrator; ends at home, signed in. */
export async function setUpOffice(page: Page, origin: string, sample: boolean): Promise<void> {
  await page.goto(origin)
  await page.waitForURL('**/bienvenida')
  await page.getByLabel('Nombre de la empresa').fill(admin.company)
  await page.getByLabel('Nombre y apellido').fill(admin.name)
  await page.getByLabel('Correo').fill(admin.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(admin.password)
  await page.getByLabel('Cargar datos de ejemplo').setChecked(sample)
  await page.getByRole('button', { name: 'Crear e ingresar' }).click()
  await page.waitForURL(`${origin}/`)
}

export async function signIn(page: Page, origin: string, person = admin): Promise<void> {
  await page.goto(`${origin}/ingresar`)
  await page.getByLabel('Correo').fill(person.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.waitForURL(`${origin}/`)
}

/** The wizard from its first step to the created case file. */
export async function createCase(page: Page, origin: string, title: string, files: UploadedFile[]): Promise<void> {
  await page.goto(`${origin}/solicitudes/nueva`)
  await page.getByLabel('Título del expediente').fill(title)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.getByText(files[0]!.name).first().waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Agregar persona' }).first().click()
  await page.getByLabel('Nombre', { exact: true }).fill('Íñigo Núñez Íñiguez')
  await page.getByLabel('Rol', { exact: true }).fill('Arrendatario')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Crear expediente' }).click()
  await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
}

/** Opens a case file from the list by its title. */
export async function openCase(page: Page, origin: string, title: string): Promise<void> {
  await page.goto(`${origin}/solicitudes`)
  await page.getByRole('link', { name: title }).first().click()
  await page.waitForURL(/\/solicitudes\/[A-Z0-9-]{19}/)
}

/** Opens a document of the current case file, ready to be signed. */
export async function openDocument(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click()
  await page.waitForURL(/\/documentos\//)
  await page.getByRole('img', { name: /Página 1 de/ }).waitFor()
}

/** Uploads a certificate in the signing panel. */
export async function uploadCertificate(
  page: Page,
  origin: string,
  p12: UploadedFile,
  passphrase: string,
): Promise<void> {
  await page.goto(`${origin}/firma`)
  const replace = page.getByRole('button', { name: 'Reemplazar', exact: true })
  await page
    .getByText(/Aún no tienes certificado|Titular/)
    .first()
    .waitFor()
  if (await replace.isVisible()) await replace.click()
  await page.locator('input[type=file]').first().setInputFiles([p12])
  await page.getByLabel('Clave del certificado').fill(passphrase)
  await page.getByRole('button', { name: 'Guardar certificado' }).click()
  await page.getByText('Certificado guardado').first().waitFor()
}

/** Drags the signature's rectangle on the first page, in fractions of the page's width and height. */
export async function drawSignature(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const image = page.getByRole('img', { name: /Página 1 de/ })
  // The drawing layer appears shortly after the page.
  await page.getByTestId('placement-1').waitFor()
  // The mouse reaches only visible parts.
  type Scrolls = { scrollIntoView: (options: { block: string }) => void }
  const scroll = (node: unknown, block: string) => (node as Scrolls).scrollIntoView({ block })
  await image.evaluate(scroll, to[1] > 0.5 ? 'end' : 'start')
  const box = await image.boundingBox()
  if (box === null) throw new Error('the page is not on the screen')
  const at = ([x, y]: [number, number]): [number, number] => [box.x + box.width * x, box.y + box.height * y]
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
  await page.getByRole('application').waitFor()
}

/** Types the passphrase and signs; waits for the confirmation. */
export async function signDocument(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('Clave del certificado').fill(passphrase)
  await page.getByRole('button', { name: 'Firmar', exact: true }).click()
  await page.getByText('Documento firmado').first().waitFor()
}

/** Runs an action of the document: a toolbar button, or a menu entry on a phone. */
export async function act(page: Page, action: 'Descargar' | 'Compartir'): Promise<void> {
  const button = page.getByRole('button', { name: action }).first()
  if (await button.isVisible()) return await button.click()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The bytes of the current document from its download button. */
export async function downloadDocument(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act(page, 'Descargar')])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array))
  const bytes = Buffer.concat(chunks)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return bytes
}

/** The heading of the signature panel. */
export async function readVerdict(page: Page): Promise<string> {
  await page.getByRole('tab', { name: /Firmas/ }).click()
  const heading = page.getByRole('heading', {
    name: /Las firmas son válidas|Falta confirmar|Consulta otra vez|No lo aceptes|Revisa|No aceptes|no tiene firmas/,
  })
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('combobox', { name: label }).getByText(option).waitFor()
}

/** A photograph like a phone's: a JPEG with content. */
export async function takePhoto(context: BrowserContext, what = 'Foto'): Promise<Buffer> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 600, height: 800 })
  await page.setContent(`<body style="background:linear-gradient(#8ac,#fed);font:80px sans-serif">${what}</body>`)
  const photo = await page.screenshot({ type: 'jpeg' })
  await page.close()
  return photo
}
