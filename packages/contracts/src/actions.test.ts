import { describe, expect, it } from 'vitest'
import { allowedDocumentActions, allowedSolicitudActions } from './actions.ts'
import type { Actor, Resource } from './policies.ts'
import { roles } from './roles.ts'
import { mediationStatuses, solicitudStatuses } from './states.ts'

const mine: Resource = { id_company: 'office', created_by: 'me' }
const colleagues: Resource = { id_company: 'office', created_by: 'colleague' }
const foreign: Resource = { id_company: 'another', created_by: 'colleague' }
const actor = (role: Actor['role']): Actor => ({ id: 'me', role, id_company: 'office' })

describe('actions allowed on a request', () => {
  const staff = {
    pendiente: ['update', 'schedule', 'send', 'attach'],
    agendado: ['update', 'schedule', 'conclude', 'return', 'attach'],
    concluido: ['return'],
  }
  const author = { pendiente: ['update', 'send', 'attach'], agendado: [], concluido: [] }
  const nothing = { pendiente: [], agendado: [], concluido: [] }
  const table: [Actor['role'], string, Resource, Record<string, string[]>][] = [
    ['admin', 'of any company', foreign, staff],
    ['gestor', 'of the company', colleagues, staff],
    ['gestor', 'of another company', foreign, nothing],
    ['mediador', 'of the company', colleagues, staff],
    ['mediador', 'of another company', foreign, nothing],
    ['usuario', 'of their own', mine, author],
    ['usuario', 'of a colleague', colleagues, nothing],
    ['usuario', 'of another company', foreign, nothing],
  ]

  it.each(table)('by a %s, %s', (role, _whose, resource, expected) => {
    const allowed = solicitudStatuses.map((status) => [status, allowedSolicitudActions(actor(role), resource, status)])
    expect(Object.fromEntries(allowed)).toEqual(expected)
  })
})

describe('actions allowed on a document', () => {
  const all = ['sign', 'share', 'share_users', 'email', 'mediate', 'delete', 'verify', 'download']
  const without = (...names: string[]) => all.filter((name) => !names.includes(name))
  const pdf = { mediacion: 'sin_iniciar', isPdf: true } as const

  it.each(roles)('for a %s, by the status of its request', (role) => {
    const isStaff = role !== 'usuario'
    const of = (solicitud: 'pendiente' | 'agendado' | 'concluido' | null) =>
      allowedDocumentActions(actor(role), mine, { ...pdf, solicitud })
    expect(of('pendiente')).toEqual(isStaff ? all : without('mediate'))
    expect(of('agendado')).toEqual(isStaff ? all : without('mediate', 'delete'))
    expect(of('concluido')).toEqual(without('mediate', 'delete'))
    expect(of(null)).toEqual(without('mediate'))
  })

  it.each(mediationStatuses)('allows the mediation steps from %s', (mediacion) => {
    const place = { solicitud: 'agendado', mediacion, isPdf: true } as const
    expect(allowedDocumentActions(actor('mediador'), colleagues, place)).toContain('mediate')
    expect(allowedDocumentActions(actor('usuario'), mine, place)).not.toContain('mediate')
  })

  it('keeps signed documents for the staff of the company', () => {
    const place = { ...pdf, solicitud: 'pendiente' } as const
    const deletes = roles.filter((role) =>
      allowedDocumentActions(actor(role), { ...mine, signed: true }, place).includes('delete'),
    )
    expect(deletes.toSorted()).toEqual(['admin', 'gestor'])
  })

  it('lets a user with whom it was shared read it, and nothing else', () => {
    const shared = { ...colleagues, sharedWithActor: true }
    const place = { ...pdf, solicitud: 'pendiente' } as const
    expect(allowedDocumentActions(actor('usuario'), shared, place)).toEqual(['verify', 'download'])
    expect(allowedDocumentActions(actor('usuario'), shared, { ...place, isPdf: false })).toEqual(['download'])
    expect(allowedDocumentActions(actor('gestor'), foreign, place)).toEqual([])
  })
})
