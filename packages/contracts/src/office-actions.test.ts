import { describe, expect, it } from 'vitest'
import { allowedCompanyActions, allowedUserActions } from './office-actions.ts'
import type { Actor } from './policies.ts'
import { roles } from './roles.ts'
import { userStatuses } from './users.ts'

const actor = (role: Actor['role'], id_company: string | null = 'office'): Actor => ({ id: 'me', role, id_company })

describe('what may be done with a person', () => {
  const all = {
    activo: ['update', 'role', 'password', 'deactivate', 'remove'],
    invitado: ['update', 'role', 'password', 'invite', 'deactivate', 'remove'],
    desactivado: ['update', 'role', 'reactivate', 'remove'],
  }
  const nothing = { activo: [], invitado: [], desactivado: [] }
  const tableOf = (who: Actor, role: Actor['role'], id_company: string | null, id = 'other') =>
    Object.fromEntries(
      userStatuses.map((status) => [status, allowedUserActions(who, { id, role, id_company, status })]),
    )

  it.each(roles)('an administrator looks after every %s of every company', (role) => {
    expect(tableOf(actor('admin', null), role, 'another')).toEqual(all)
    expect(tableOf(actor('admin'), role, 'office')).toEqual(all)
  })

  it('an administrator of no company is looked after by administrators alone', () => {
    expect(tableOf(actor('admin'), 'admin', null)).toEqual(all)
    expect(tableOf(actor('gestor'), 'admin', null)).toEqual(nothing)
  })

  it.each(roles)('a gestor looks after a %s of the own company unless it is an administrator', (role) => {
    expect(tableOf(actor('gestor'), role, 'office')).toEqual(role === 'admin' ? nothing : all)
    expect(tableOf(actor('gestor'), role, 'another')).toEqual(nothing)
  })

  it.each(['mediador', 'usuario'] as const)('a %s looks after nobody, not even after themselves', (role) => {
    for (const other of roles) expect(tableOf(actor(role), other, 'office')).toEqual(nothing)
    expect(tableOf(actor(role), role, 'office', 'me')).toEqual(nothing)
  })

  it.each(['admin', 'gestor'] as const)('a %s changes of themselves what decides nothing', (role) => {
    const me = { id: 'me', role, id_company: 'office', status: 'activo' } as const
    expect(allowedUserActions(actor(role), me)).toEqual(['update'])
  })
})

describe('what may be done with a company', () => {
  const open = { id: 'another', activa: true }

  it('an administrator does all with any but the own', () => {
    expect(allowedCompanyActions(actor('admin'), open)).toEqual(['update', 'deactivate', 'remove', 'settings'])
    const shut = { id: 'another', activa: false }
    expect(allowedCompanyActions(actor('admin', null), shut)).toEqual(['update', 'reactivate', 'remove', 'settings'])
    expect(allowedCompanyActions(actor('admin'), { id: 'office', activa: true })).toEqual(['update', 'settings'])
  })

  it('a gestor keeps the own in order and touches no other', () => {
    expect(allowedCompanyActions(actor('gestor'), { id: 'office', activa: true })).toEqual(['update', 'settings'])
    expect(allowedCompanyActions(actor('gestor'), open)).toEqual([])
  })

  it.each(['mediador', 'usuario'] as const)('a %s does nothing', (role) => {
    expect(allowedCompanyActions(actor(role), { id: 'office', activa: true })).toEqual([])
  })
})
