import type { Role } from '@foja/contracts/roles'
import { createId } from '@foja/contracts/ids'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { desktop } from './devices.ts'
import { startFoja, type Foja } from './foja.ts'
import { admin, type UploadedFile } from './person.ts'
import { addColleagues, call, enter, installOffice, sendFiles, type WireGroup } from './wire.ts'

/** Somebody of the office; all have the administrator's password. */
export type Colleague = { name: string; email: string; role: Role }

export const people = {
  admin: { name: admin.name, email: admin.email, role: 'admin' },
  gestor: { name: 'Gustavo Andrade Peña', email: 'gustavo@condorandino.ec', role: 'gestor' },
  mediador: { name: 'Marta Ibáñez Cañizares', email: 'marta@condorandino.ec', role: 'mediador' },
  otherMediador: { name: 'Elena Ruiz Muñoz', email: 'elena@condorandino.ec', role: 'mediador' },
  usuario: { name: 'Úrsula Vega Ñauñay', email: 'ursula@condorandino.ec', role: 'usuario' },
} as const satisfies Record<string, Colleague>

/** A Foja with the sample cases and the people above. */
export async function startOffice(
  browser: Browser,
  environment: Record<string, string> = {},
  sample = true,
): Promise<Foja> {
  const first = await startFoja()
  const context = await browser.newContext(desktop)
  await installOffice(context, first.origin, sample)
  await context.close()
  await first.end()
  await addColleagues(
    first,
    Object.values(people).flatMap(({ name: nombre, email, role }) =>
      role === 'admin' ? [] : [{ nombre, email, role }],
    ),
  )
  return startFoja(environment, first.folder)
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
