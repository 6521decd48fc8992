import { createId } from '@foja/contracts/create-id'
import { launchBrowser } from '@foja/testing/browser'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { desktop } from './devices.ts'
import { newFolder, startFoja, type Foja } from './foja.ts'
import { admin, type Colleague } from './people.ts'
import type { UploadedFile } from './person.ts'
import { call, enter, sendFiles, type WireGroup } from './wire.ts'

type OfficeOptions = {
  environment?: Record<string, string>
  /** With the sample cases. */
  sample?: boolean
  /** Changes its folder before it starts. */
  before?: (office: Pick<Foja, 'folder'>) => Promise<void>
}

/** A Foja with its administrator and users: a copy of a prepared one. */
export async function startOffice({ environment, sample = false, before }: OfficeOptions = {}): Promise<Foja> {
  const folder = await newFolder()
  // With a third of the CPU time of the asynchronous copy.
  cpSync(join(inject('offices'), sample ? 'sample' : 'plain'), folder, { recursive: true })
  await before?.({ folder })
  return startFoja(environment, folder)
}

/** Such a Foja and a browser, for the tests of a file or of a `describe`: they end with them. */
export async function openStage(options?: OfficeOptions): Promise<{ foja: Foja; browser: Browser }> {
  const foja = await startOffice(options)
  afterAll(() => foja.stop())
  const browser = await launchBrowser()
  afterAll(() => browser.close())
  return { foja, browser }
}

/** A browser with that user signed in. */
export async function openAs(
  browser: Browser,
  { origin }: Pick<Foja, 'origin'>,
  { email }: Colleague,
  options: BrowserContextOptions = desktop,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await enter(context, origin, { email, password: admin.password })
  return context
}

type Request = { titulo: string; files: readonly UploadedFile[] }

/** A case file with several requests, each with its file and attachments. */
export async function makeGroup(
  context: BrowserContext,
  origin: string,
  titulo: string,
  requests: readonly Request[],
): Promise<WireGroup> {
  const partes = [
    { nombre: 'Íñigo Núñez Íñiguez', rol: 'Arrendatario', email: 'inigo@example.com' },
    { nombre: 'Inmobiliaria La Mariscal S. A.', rol: 'Arrendadora' },
  ]
  const solicitudes = requests.map(({ titulo: own, files }) => ({
    id_solicitud: createId(),
    titulo: own,
    notas: 'La arrendadora acepta tres meses de gracia.',
    partes,
    description: files.map(() => ({})),
  }))
  const data = { id_solicitud_main: createId(), titulo, solicitudes }
  const files = requests.flatMap((one) => one.files)
  return sendFiles<WireGroup>(context, origin, 'list_solicitud_main_type/', data, files)
}

/** The signed-in user. */
export const whoIs = async (context: BrowserContext, origin: string) =>
  (await call<{ id: string }>(context, origin, 'details_users/')).id

/** A time on a future day, in wire format. */
export function dayAhead(days: number, hour = 10): string {
  const at = new Date()
  at.setDate(at.getDate() + days)
  at.setHours(hour, 0, 0, 0)
  return at.toISOString()
}

/** The same day, for URLs and date fields. */
export const localDay = (iso: string) => {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
