import { describe, expect, it } from 'vitest'
import { can, policies, type Actor, type PolicyName, type Resource } from './policies.ts'

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

/**
 * Every policy, written by hand. Actors: A admin without a company, B admin of another company; of the object's company
 * G gestor, M mediador, O owner, C colleague, R colleague with whom it is shared; g m u of another company, with whom it
 * is shared all the same.
 */
const golden = `
                      AB GM OCR gmu
public                ++ ++ +++ +++
setup                 ++ ++ +++ +++
recipient             ++ ++ +++ +++
self                  ++ ++ +++ +++
solicitud.create      -+ ++ +++ +++
solicitud.list        ++ ++ +++ +++
solicitud.read        ++ ++ +-- ---
solicitud.update      ++ ++ +-- ---
solicitud.send        ++ ++ +-- ---
solicitud.delete      ++ +- +-- ---
solicitud.schedule    ++ ++ --- ---
solicitud.conclude    ++ ++ --- ---
solicitud.return      ++ ++ --- ---
document.read         ++ ++ +-+ ---
document.sign         ++ ++ +-- ---
document.share        ++ ++ +-- ---
document.addresses    ++ ++ +-- ---
document.email        ++ ++ +-- ---
document.ask          ++ ++ +-- ---
document.mediate      ++ ++ --- ---
document.delete       ++ ++ +-- ---
document.delete!      ++ +- --- ---
document.upload       ++ ++ +++ +++
share.remove          ++ ++ +-- ---
template.list         ++ ++ +++ +++
template.read         ++ ++ +++ ---
template.create       -+ +- --- +--
template.manage       ++ +- --- ---
people.list           ++ ++ +++ +++
email.read            ++ +- +-- ---
outbox.read           ++ +- --- ---
trust.list            ++ ++ +++ +++
trust.manage          ++ +- --- ---
trust.switch          ++ -- --- ---
mail.configure        ++ -- --- ---
system.status         ++ -- --- ---
signing.configure     ++ +- --- ---
company.list          ++ ++ +++ +++
company.read          ++ ++ +++ ---
company.create        ++ -- --- ---
company.update        ++ +- --- ---
company.activate      ++ -- --- ---
company.remove        ++ -- --- ---
webhook.manage        ++ +- --- ---
provisioning.manage   ++ +- --- ---
provisioning.domains  ++ -- --- ---
privacy.manage        ++ +- --- ---
user.list             ++ +- --- +--
user.read             ++ +- --- ---
user.create           ++ +- --- ---
user.create!          ++ -- --- ---
user.manage           ++ +- --- ---
user.manage!          ++ -- --- ---`

const other = 'company-2'
const columns: [Actor, Partial<Resource>][] = [
  [actor('admin', null), {}],
  [actor('admin', other), {}],
  [actor('gestor'), {}],
  [actor('mediador'), {}],
  [actor('usuario'), { created_by: 'me' }],
  [actor('usuario'), {}],
  [actor('usuario'), { sharedWithActor: true }],
  [actor('gestor', other), { sharedWithActor: true }],
  [actor('mediador', other), { sharedWithActor: true }],
  [actor('usuario', other), { sharedWithActor: true, created_by: 'me' }],
]

const rows = golden
  .split('\n')
  .slice(2)
  .map((line) => [line.slice(0, 22).trim(), line.slice(22).replaceAll(' ', '')] as const)

describe('every policy', () => {
  // With «!»: of a signed document, or of a user who is an admin.
  it.each(rows)('%s', (name, signs) => {
    const policy = name.replace('!', '') as PolicyName
    const special: Partial<Resource> = name.endsWith('!') ? { signed: true, role: 'admin' } : {}
    const answers = columns.map(([who, more]) => (can(policy, who, { ...colleagues, ...special, ...more }) ? '+' : '-'))
    expect(answers.join('')).toBe(signs)
  })

  it('has a row', () => {
    expect(Object.keys(policies).filter((name) => !rows.some(([row]) => row === name))).toEqual([])
  })

  it('treats two missing companies as different ones', () => {
    const nowhere = { id_company: null, created_by: 'me' }
    for (const role of ['gestor', 'mediador', 'usuario'] as const) {
      for (const policy of ['solicitud.read', 'document.read', 'template.read', 'email.read'] as const) {
        expect(can(policy, actor(role, null), nowhere)).toBe(false)
      }
    }
  })

  it('takes an own object where none is given', () => {
    expect(can('document.sign', actor('usuario'))).toBe(true)
    expect(can('user.create', actor('gestor'))).toBe(true)
    expect(can('user.create', actor('usuario'))).toBe(false)
  })
})
