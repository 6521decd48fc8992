import { createId, type Calls } from '@foja/client'
import { randomUUID } from 'node:crypto'
import { basename, extname } from 'node:path'
import { readPdf } from './files.ts'
import { openClientWithKey, type Environment } from './settings.ts'
import { CommandError, type Terminal } from './terminal.ts'

type NewRequest = Calls['POST']['/api/v1/create_signing_request/']['body']
type NewRecipient = NewRequest['recipients'][number]

/** Reads `Ana Torres <ana@cliente.example>`. Throws CommandError for anything else. */
function personOf(text: string): { nombre: string; email: string } {
  const [, nombre = '', email = ''] = /^([^<>]+)<([^<>\s]+@[^<>\s]+)>$/.exec(text.trim()) ?? []
  if (nombre.trim() === '') throw new CommandError(`No entiendo «${text}»: escribe "Nombre Apellido <correo>".`)
  return { nombre: nombre.trim(), email }
}

export type AskOptions = {
  files: string[]
  people: string[]
  rol: 'firma' | 'firma_simple' | 'aprueba'
  inOrder: boolean
  titulo: string | undefined
  mensaje: string | undefined
  days: string | undefined
}

/** Makes a case file with the documents and asks for signatures. */
export async function askSignatures({ say }: Terminal, environment: Environment, options: AskOptions): Promise<number> {
  const recipients = options.people.map((text, at): NewRecipient => ({
    ...personOf(text),
    rol: options.rol,
    ...(options.inOrder && { turno: at + 1 }),
  }))
  const days = options.days === undefined ? undefined : Number(options.days)
  if (days !== undefined && !(Number.isInteger(days) && days > 0))
    throw new CommandError('--dias es un número entero, por ejemplo --dias 15.')
  const client = await openClientWithKey(environment)
  const files = await Promise.all(options.files.map(readPdf))
  const titulo = options.titulo ?? basename(options.files[0]!, extname(options.files[0]!))
  const made = await client.upload('/api/v1/list_solicitud_main_type/', {
    files,
    data: {
      id_solicitud_main: createId(),
      titulo,
      solicitudes: [{ id_solicitud: createId(), titulo, description: files.map(() => ({})) }],
    },
  })
  const solicitud = made.solicitudes[0]!
  say(`Expediente ${solicitud.id_solicitud}: «${titulo}»`)
  const body: NewRequest = {
    key: randomUUID(),
    titulo,
    documents: solicitud.description.map(({ id_documento }) => ({ id_documento })),
    recipients,
    mensaje: options.mensaje,
    ...(days !== undefined && { expires_at: new Date(Date.now() + days * 24 * 3_600_000).toISOString() }),
  }
  const request = await client.call('POST', '/api/v1/create_signing_request/', { body }).catch((error: unknown) => {
    say('El expediente quedó creado, sin el pedido: pide allí las firmas, o elimínalo y repite la orden.')
    throw error
  })
  say(`Pedido ${request.id}, vence el ${request.expires_at.slice(0, 10)}`)
  for (const { nombre, email, status } of request.recipients)
    say(`  ${nombre} <${email}>: ${status === 'en_espera' ? 'espera su turno' : 'se le pidió'}`)
  return 0
}
