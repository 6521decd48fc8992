import type { Notification } from '@foja/contracts/notifications'
import { expect, it } from 'vitest'
import { openStream } from '../../../test/event-stream.ts'
import { createCase, openOffice, type Caller } from '../../../test/office.ts'
import { giveSigner } from '../../../test/people.ts'
import { sign, signedOf } from '../../../test/signing.ts'

const office = await openOffice()
await giveSigner(office.gestor, 'Gael Gestor')

const noticesOf = async (caller: Caller) =>
  (await caller.read<{ results: Notification[] }>('/api/v1/list_notifications/')).results

it('notifies the author, the mediator and open screens of a signature', async () => {
  const { usuario, gestor, mediador, colega, server } = office
  const { solicitud, document, main } = await createCase(usuario)
  const { id_solicitud } = solicitud
  const assigned = { asignado_a: mediador.id }
  await server.deps.db.updateTable('solicitud').set(assigned).where('id_solicitud', '=', id_solicitud).execute()
  const stream = await openStream(usuario)
  await signedOf(await sign(gestor, document))
  const { id_documento } = document
  for (const caller of [usuario, mediador]) {
    const data = { nombre: document.nombre, titulo: main.titulo }
    const notice = { kind: 'document.signed', actor: 'Gael Gestor', id_solicitud, id_documento, data, read: false }
    expect(await noticesOf(caller)).toMatchObject([notice])
  }
  for (const caller of [gestor, colega]) expect(await noticesOf(caller)).toEqual([])
  const change = { type: 'changed', id_solicitud_main: main.id_solicitud_main, id_documento }
  expect(await stream.next(({ type }) => type === 'changed')).toEqual(change)
  stream.close()
})
