import { describe, expect, it } from 'vitest'
import { allowedCompanyActions, allowedUserActions } from './office-actions.ts'
import type { Actor } from './policies.ts'
import { roles } from './roles.ts'
import { userStatuses } from './users.ts'

const actor = (role: Actor['role'], id_company: string | null = 'office'): Actor => ({ id: 'me', role, id_company })

describe('actions allowed on a user', () => {
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

  it.each(roles)('an administrator manages every %s of every company', (role) => {
    expect(tableOf(actor('admin', null), role, 'another')).toEqual(all)
    expect(tableOf(actor('admin'), role, 'office')).toEqual(all)
  })

  it('an administrator without a company is managed by administrators only', () => {
    expect(tableOf(actor('admin'), 'admin', null)).toEqual(all)
    expect(tableOf(actor('gestor'), 'admin', null)).toEqual(nothing)
  })

  it.each(roles)('a gestor manages a %s of their company unless that user is an administrator', (role) => {
    expect(tableOf(actor('gestor'), role, 'office')).toEqual(role === 'admin' ? nothing : all)
    expect(tableOf(actor('gestor'), role, 'another')).toEqual(nothing)
  })

  it.each(['mediador', 'usuario'] as const)('a %s manages no user, not even themselves', (role) => {
    for (const other of roles) expect(tableOf(actor(role), other, 'office')).toEqual(nothing)
    expect(tableOf(actor(role), role, 'office', 'me')).toEqual(nothing)
  })

  it.each(['admin', 'gestor'] as const)('a %s may edit only harmless data of themselves', (role) => {
    const me = { id: 'me', role, id_company: 'office', status: 'activo' } as const
    expect(allowedUserActions(actor(role), me)).toEqual(['update'])
  })
})

describe('actions allowed on a company', () => {
  const open = { id: 'another', activa: true }

  it('an administrator does everything, except closing their own', () => {
    expect(allowedCompanyActions(actor('admin'), open)).toEqual(['update', 'deactivate', 'remove', 'settings'])
    const shut = { id: 'another', activa: false }
    expect(allowedCompanyActions(actor('admin', null), shut)).toEqual(['update', 'reactivate', 'remove', 'settings'])
    expect(allowedCompanyActions(actor('admin'), { id: 'office', activa: true })).toEqual(['update', 'settings'])
  })

  it('a gestor edits their own company and no other', () => {
    expect(allowedCompanyActions(actor('gestor'), { id: 'office', activa: true })).toEqual(['update', 'settings'])
    expect(allowedCompanyActions(actor('gestor'), open)).toEqual([])
  })

  it.each(['mediador', 'usuario'] as const)('a %s does nothing', (role) => {
    expect(allowedCompanyActions(actor(role), { id: 'office', activa: true })).toEqual([])
  })
})
