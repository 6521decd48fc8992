import { createId } from '@foja/contracts/ids'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { desktop } from './devices.ts'
import { newFolder, startFoja, type Foja } from './foja.ts'
import { admin, type Colleague } from './people.ts'
import type { UploadedFile } from './person.ts'
import { call, enter, sendFiles, type WireGroup } from './wire.ts'

type OfficeOptions = {
  environment?: Record<string, string>
  /** With the sample cases. */
  sample?: boolean
  /** What is done to its folder before it starts. */
  before?: (office: Pick<Foja, 'folder'>) => Promise<void>
}

/** A Foja in which the administrator and the other people are at work: a copy of one that was made before. */
export async function startOffice({ environment, sample = false, before }: OfficeOptions = {}): Promise<Foja> {
  const folder = await newFolder()
  await cp(join(inject('offices'), sample ? 'sample' : 'plain'), folder, { recursive: true })
  await before?.({ folder })
  return startFoja(environment, folder)
}

/** A browser in which that person has signed in. */
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

/** Whoever is signed in there. */
export const whoIs = async (context: BrowserContext, origin: string) =>
  (await call<{ id: string }>(context, origin, 'details_users/')).id

/** An hour of a day to come, as the wire has it. */
export function dayAhead(days: number, hour = 10): string {
  const at = new Date()
  at.setDate(at.getDate() + days)
  at.setHours(hour, 0, 0, 0)
  return at.toISOString()
}

/** The same day as an address and a date field have it. */
export const localDay = (iso: string) => {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
