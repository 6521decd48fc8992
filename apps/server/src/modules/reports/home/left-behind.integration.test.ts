import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, signedIn, openOffice, type Caller } from '../../../../test/office.ts'
import { userPaths } from '../../../../test/people-calls.ts'
import { caseIn, send, solicitudOf } from '../../../../test/steps.ts'
import { addCompany } from '../../../../test/test-server.ts'
import type { Summary } from './read-summary.ts'

const office = await openOffice()

describe('requests of an author who left', () => {
  const change = (id: string, body: object) => office.admin.put(userPaths.update(id), body)
  const goes: [string, (id: string, entregar_a: string) => Promise<Response>][] = [
    ['was removed', (id, to) => office.admin.remove(`${userPaths.remove(id)}?entregar_a=${to}`)],
    ['was deactivated', (id, to) => change(id, { activo: false, entregar_a: to })],
    ['went to another company', (id, to) => change(id, { id_company: office.otherCompany, entregar_a: to })],
  ]
  const toSend = async (caller: Caller) => {
    const { counts, todo } = await caller.read<Summary>('/api/v1/summary/')
    return { count: counts.send, ids: todo.filter(({ kind }) => kind === 'send').map((one) => one.id_solicitud) }
  }
  const enterUser = (role: 'mediador' | 'usuario') =>
    signedIn(office.server, { role, nombre: 'Otra Persona', id_company: office.company })

  it.each(goes)('are to be sent by their assignee when the author %s', async (_, go) => {
    const [author, mine] = [await enterUser('usuario'), await enterUser('mediador')]
    const { solicitud } = await createCase(author)
    const id = solicitud.id_solicitud
    expect(await toSend(author)).toEqual({ count: 1, ids: [id] })
    await bodyOf(await go(author.id, mine.id), 200)
    expect(await toSend(mine)).toEqual({ count: 1, ids: [id] })
    for (const other of [office.mediador, office.gestor]) expect((await toSend(other)).ids).not.toContain(id)
    // The list that the entry links to shows it too.
    type Mains = { solicitudes: { id_solicitud: string }[] }[]
    const list = await mine.read<Mains>('/api/v1/get_list_solicitud_main_type2/?page=1&status=pendiente')
    expect(list.flatMap(({ solicitudes }) => solicitudes.map((one) => one.id_solicitud))).toContain(id)
    await solicitudOf(await send(mine, { id_solicitud: id }))
    expect(await toSend(mine)).toEqual({ count: 0, ids: [] })
  })

  it('stay with the author while they may send them, even if assigned to another user', async () => {
    const [author, mine] = [await enterUser('usuario'), await enterUser('mediador')]
    const { id } = await caseIn(office, 'pendiente', { author, assignee: mine.id })
    expect([await toSend(author), await toSend(mine)]).toEqual([
      { count: 1, ids: [id] },
      { count: 0, ids: [] },
    ])
  })

  it('in a closed company are to be sent by the assigned admin', async () => {
    const { server } = office
    const id_company = await addCompany(server, 'Oficina cerrada')
    const admin = await signedIn(server, { role: 'admin', nombre: 'Jimena Jefa', id_company: null })
    const author = await signedIn(server, { role: 'usuario', nombre: 'Pía Pide', id_company })
    const { id } = await caseIn(office, 'pendiente', { author, assignee: admin.id })
    expect(await toSend(admin)).toEqual({ count: 0, ids: [] })
    await server.deps.db.updateTable('company').set({ activa: false }).where('id', '=', id_company).execute()
    expect(await toSend(admin)).toEqual({ count: 1, ids: [id] })
  })

  it('are not shown to users of another company', async () => {
    const [author, mine] = [await enterUser('usuario'), await enterUser('mediador')]
    await caseIn(office, 'pendiente', { author, assignee: mine.id })
    const { db } = office.server.deps
    await db.updateTable('app_user').set({ activo: false }).where('id', '=', author.id).execute()
    expect((await toSend(mine)).count).toBe(1)
    await db.updateTable('app_user').set({ id_company: office.otherCompany }).where('id', '=', mine.id).execute()
    expect((await toSend(mine)).count).toBe(0)
    await db
      .updateTable('app_user')
      .set({ id_company: office.company, role: 'usuario' })
      .where('id', '=', mine.id)
      .execute()
    expect((await toSend(mine)).count).toBe(0)
  })
})
