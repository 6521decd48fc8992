import { describe, expect, it } from 'vitest'
import { readRows, type ImportRow } from './import-rows.ts'

const admin = { id: 'a', role: 'admin', id_company: null } as const
const gestor = { id: 'g', role: 'gestor', id_company: 'office' } as const
const row = (more: Partial<ImportRow> = {}): ImportRow => ({
  email: 'ana@foja.example',
  nombre: 'Ana',
  role: 'usuario',
  ...more,
})
const read = (rows: ImportRow[], taken: string[] = [], actor: typeof admin | typeof gestor = admin) =>
  readRows(actor, rows, new Set(taken))
const codesOf = (rows: ImportRow[], taken?: string[], actor?: typeof admin | typeof gestor) =>
  read(rows, taken, actor).errors.map(({ row: at, field, code }) => [at, field, code])

describe('rows of a user import', () => {
  it('are trimmed and normalized', () => {
    const wide = row({ email: '  Ana@Foja.example ', nombre: ' Ana  ', cargo: ' Jefa ', telefono: ' ' })
    expect(read([wide])).toEqual({
      people: [{ email: 'ana@foja.example', nombre: 'Ana', role: 'usuario', cargo: 'Jefa', telefono: null }],
      errors: [],
    })
  })

  it.each([
    ['admin', ['admin', 'ADMINISTRADOR', 'Administradora', ' administrator ']],
    ['gestor', ['Gestor', 'GESTORA', 'manager']],
    ['mediador', ['mediador', 'Mediadora', 'Mediator']],
    ['usuario', ['Usuario', 'usuaria', 'USER']],
  ] as const)('name the role %s in Spanish or English', (role, names) => {
    for (const name of names) expect(read([row({ role: name })]).people).toMatchObject([{ role }])
  })

  it.each([
    ['email', { email: '' }, 'invalid_type'],
    ['email', { email: 'ana' }, 'invalid_format'],
    ['email', { email: 'ana@foja.localhost' }, 'email_address_wrong'],
    ['nombre', { nombre: '   ' }, 'invalid_type'],
    ['nombre', { nombre: 'x'.repeat(161) }, 'too_big'],
    ['cargo', { cargo: 'x'.repeat(121) }, 'too_big'],
    ['telefono', { telefono: 'x'.repeat(41) }, 'too_big'],
    ['telefono', { telefono: 'pregunta por Ana' }, 'phone_wrong'],
    ['role', { role: '' }, 'role_unknown'],
    ['role', { role: 'jefe' }, 'role_unknown'],
  ] as const)('report a wrong %s: %o', (field, more, code) => {
    expect(codesOf([row({ email: 'otra@foja.example' }), row(more)])).toEqual([[2, field, code]])
    const [error] = read([row(more)]).errors
    expect(error!.message.es.length).toBeGreaterThan(10)
    expect(error!.message.en.length).toBeGreaterThan(10)
  })

  it('report everything that is wrong, row by row', () => {
    const wrong = row({ email: 'x', nombre: '', role: 'z' })
    expect(codesOf([wrong, row(), wrong])).toEqual([
      [1, 'email', 'invalid_format'],
      [1, 'nombre', 'invalid_type'],
      [1, 'role', 'role_unknown'],
      [3, 'email', 'invalid_format'],
      [3, 'nombre', 'invalid_type'],
      [3, 'role', 'role_unknown'],
      [3, 'email', 'email_repeated'],
    ])
  })

  it('report addresses repeated in the file or already taken, in any case', () => {
    expect(codesOf([row(), row({ email: 'ANA@foja.example' }), row({ email: 'eva@foja.example' })])).toEqual([
      [2, 'email', 'email_repeated'],
    ])
    expect(codesOf([row({ email: 'Eva@foja.example' })], ['eva@foja.example'])).toEqual([[1, 'email', 'email_in_use']])
    expect(codesOf([row({ email: '' }), row({ email: ' ' })])).toEqual([
      [1, 'email', 'invalid_type'],
      [2, 'email', 'invalid_type'],
    ])
  })

  it('list the roles that the caller may give if a role is unknown', () => {
    const roleError = (actor: typeof admin | typeof gestor) =>
      read([row({ role: 'jefe' })], [], actor).errors[0]?.message.es
    expect(roleError(admin)).toContain('Administración, Gestión')
    expect(roleError(gestor)).not.toContain('Administración')
  })

  it('refuse the role admin for a gestor', () => {
    expect(codesOf([row({ role: 'Administrador' })], [], gestor)).toEqual([[1, 'role', 'role_forbidden']])
    expect(codesOf([row({ role: 'Gestor' })], [], gestor)).toEqual([])
  })
})
