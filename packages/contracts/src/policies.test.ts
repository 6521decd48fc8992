import { describe, expect, it } from 'vitest'
import { can, type Actor, type Resource } from './policies.ts'

const company = 'company-1'
const actor = (role: Actor['role'], id_company: string | null = company): Actor => ({ id: 'me', role, id_company })
const mine: Resource = { id_company: company, created_by: 'me' }
const colleagues: Resource = { id_company: company, created_by: 'colleague' }
const foreign: Resource = { id_company: 'company-2', created_by: 'colleague' }

describe('the permission table', () => {
  it('lets a usuario act only on their own objects', () => {
    expect(can('document.sign', actor('usuario'), mine)).toBe(true)
    expect(can('document.sign', actor('usuario'), colleagues)).toBe(false)
    expect(can('solicitud.read', actor('usuario'), colleagues)).toBe(false)
  })

  it('lets a usuario read, but not sign or share, what a colleague shared', () => {
    const shared = { ...colleagues, sharedWithActor: true }
    expect(can('document.read', actor('usuario'), shared)).toBe(true)
    expect(can('document.sign', actor('usuario'), shared)).toBe(false)
    expect(can('document.share', actor('usuario'), shared)).toBe(false)
  })

  it.each(['gestor', 'mediador'] as const)(
    'lets a %s handle everything of the own company and nothing of another',
    (role) => {
      expect(can('document.sign', actor(role), colleagues)).toBe(true)
      expect(can('document.sign', actor(role), foreign)).toBe(false)
      expect(can('document.read', actor(role), { ...foreign, sharedWithActor: true })).toBe(false)
    },
  )

  it('lets an admin act in every company', () => {
    expect(can('document.sign', actor('admin', null), foreign)).toBe(true)
    expect(can('trust.manage', actor('admin', null), { id_company: null, created_by: null })).toBe(true)
  })

  it('lets admins manage authorities of all companies, and a gestor those of their own', () => {
    expect(can('trust.manage', actor('gestor'), { id_company: company, created_by: null })).toBe(true)
    expect(can('trust.manage', actor('gestor'), { id_company: null, created_by: null })).toBe(false)
    expect(can('trust.manage', actor('mediador'), { id_company: company, created_by: null })).toBe(false)
  })

  it('requires a company to create a solicitud', () => {
    expect(can('solicitud.create', actor('admin', null))).toBe(false)
    expect(can('solicitud.create', actor('usuario'))).toBe(true)
  })
})
