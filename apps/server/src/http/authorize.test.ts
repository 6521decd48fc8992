import type { Actor, PolicyName, Resource } from '@foja/contracts/policies'
import { describe, expect, it } from 'vitest'
import { authorize } from './authorize.ts'
import { ProblemError } from './problem.ts'

const actor = (role: Actor['role'], id_company: string | null = 'own'): Actor => ({ id: 'me', role, id_company })
const colleagues: Resource = { id_company: 'own', created_by: 'colleague' }
const foreign: Resource = { id_company: 'other', created_by: 'stranger' }
const shared: Resource = { ...colleagues, sharedWithActor: true }
const shipped: Resource = { id_company: null, created_by: null }

function answer(policy: PolicyName, who: Actor, resource: Resource | null | undefined): string {
  try {
    authorize(policy, who, resource)
    return 'allowed'
  } catch (error) {
    if (error instanceof ProblemError) return error.code
    throw error
  }
}

describe('authorize', () => {
  it.each([null, undefined])('answers not_found for %s', (none) => {
    expect(answer('document.read', actor('admin'), none)).toBe('not_found')
  })

  it.each<[PolicyName, Actor['role'], Resource, string]>([
    ['document.read', 'gestor', colleagues, 'allowed'],
    ['document.read', 'usuario', colleagues, 'not_found'],
    ['document.sign', 'usuario', shared, 'forbidden'],
    ['document.sign', 'usuario', colleagues, 'not_found'],
    ['document.sign', 'gestor', foreign, 'not_found'],
    ['solicitud.return', 'usuario', { ...colleagues, created_by: 'me' }, 'forbidden'],
    ['solicitud.return', 'usuario', shared, 'not_found'],
    ['share.remove', 'usuario', shared, 'forbidden'],
    ['template.manage', 'usuario', colleagues, 'forbidden'],
    ['template.manage', 'usuario', foreign, 'not_found'],
    ['company.update', 'usuario', colleagues, 'forbidden'],
    ['company.update', 'gestor', foreign, 'not_found'],
    ['user.manage', 'gestor', { ...colleagues, role: 'admin' }, 'forbidden'],
    ['user.manage', 'mediador', colleagues, 'not_found'],
    ['user.manage', 'gestor', foreign, 'not_found'],
    ['trust.manage', 'usuario', colleagues, 'forbidden'],
    ['trust.manage', 'gestor', shipped, 'forbidden'],
    ['trust.manage', 'gestor', foreign, 'not_found'],
  ])('%s for a %s of %o answers %s', (policy, role, resource, expected) => {
    expect(answer(policy, actor(role), resource)).toBe(expected)
  })
})
