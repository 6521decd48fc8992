import { endpoints } from '@foja/contracts/endpoints'
import type { Actor, Resource } from '@foja/contracts/policies'
import { readFileSync } from 'node:fs'

/**
 * Expected answer: open to the caller (neither 401, 403 nor 404), or that status; 400 for callers who must set up their
 * second factor first.
 */
export type Expected = 'open' | 400 | 401 | 403 | 404

/** Kinds of objects in the matrix. */
export const objectKinds = ['of the company', 'of another company', 'deleted', 'unknown'] as const
export type ObjectKind = (typeof objectKinds)[number]

/**
 * A caller; `owesTotp`: their company requires a second factor they do not have; `sharedWith`: documents are shared
 * with them; `byKey`: they send an API key with every scope.
 */
export type Asker = Actor & { owesTotp?: boolean; sharedWith?: boolean; byKey?: boolean }

type Column = 'A' | 'B' | 'G' | 'M' | 'O' | 'C' | 'R' | 'g' | 'm' | 'u'
type Cells = ReadonlyMap<string, Expected>

/** One line of the table; `about`: kind of object, null without one. */
type Row = {
  about: string | null
  public: 'open' | 404 | null
  beforeTotp: boolean
  there: Cells
  deleted: Cells
  unknown: Cells
}

const answers: Record<string, Expected> = { '+': 'open', '!': 403, '-': 404 }
const byRelation = 'ABGMOCRgmu'
const byRole = 'ABGMu'

function cellsOf(name: string, columns: string, signs: string): Cells {
  if (signs.length !== columns.length) throw new Error(`golden.txt: ${name} has ${signs.length} of ${columns.length}`)
  return new Map(
    Array.from(columns, (column, at) => {
      const answer = answers[signs[at]!]
      if (answer === undefined) throw new Error(`golden.txt: ${name} has the sign ${signs[at]}`)
      return [column, answer]
    }),
  )
}

function readRow(line: string): [string, Row] {
  const beforeTotp = line.endsWith('before totp')
  const [name = '', about = '', ...rest] = line.replace('before totp', '').trim().split(/\s+/)
  const none: Cells = new Map()
  const row: Row = { about: null, public: null, beforeTotp, there: none, deleted: none, unknown: none }
  if (about === 'public' || about === 'setup') return [name, { ...row, public: rest[0] === '404' ? 404 : 'open' }]
  const signs = rest.join('')
  if (about === '–') return [name, { ...row, there: cellsOf(name, byRole, signs) }]
  const [there, deleted] = [signs.slice(0, 10), signs.slice(10, 20)]
  return [
    name,
    {
      ...row,
      about,
      there: cellsOf(name, byRelation, there),
      deleted: cellsOf(name, byRelation, deleted),
      unknown: cellsOf(name, byRole, signs.slice(20)),
    },
  ]
}

const lines = readFileSync(new URL('golden.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** The table by call. */
export const golden: ReadonlyMap<string, Row> = new Map(lines.map(readRow))

const keyLines = readFileSync(new URL('golden-keys.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** The scope of each call, or `never`, with the calls in the order of the file. */
export const goldenKeys: readonly (readonly [call: string, scope: string])[] = keyLines.flatMap((line, at) => {
  if (!line.startsWith(' ')) return []
  const scope = keyLines.slice(0, at).findLast((one) => !one.startsWith(' '))!
  return line
    .trim()
    .split(/\s+/)
    .map((name) => [name, scope] as const)
})
const keyScope = new Map(goldenKeys)

/** Calls of the contract without a row, and rows without a call or given twice. */
export function staleRows(): string[] {
  const names: string[] = endpoints.map(({ name }) => name)
  const rows = lines.map((line) => line.split(/\s/)[0]!)
  return [
    ...names.filter((name) => !golden.has(name)).map((name) => `${name} has no row`),
    ...rows.filter((name) => !names.includes(name)).map((name) => `${name} is no call`),
    ...rows.filter((name, at) => rows.indexOf(name) !== at).map((name) => `${name} has two rows`),
  ]
}

const roleLetters = { admin: 'A', gestor: 'g', mediador: 'm', usuario: 'u' } as const

/** Column of `actor` in relation to an object with this company and author. */
export function columnOf(actor: Asker, id_company: string | null, created_by: string | null): Column {
  if (actor.role === 'admin') return actor.id_company === null ? 'A' : 'B'
  if (id_company === null || actor.id_company !== id_company) return roleLetters[actor.role]
  if (actor.role !== 'usuario') return actor.role === 'gestor' ? 'G' : 'M'
  if (created_by === actor.id) return 'O'
  return actor.sharedWith === true ? 'R' : 'C'
}

/** Column of `actor` where there is no object. */
function roleColumn(actor: Asker): string {
  const column = columnOf(actor, null, null)
  return column === 'g' || column === 'm' ? column.toUpperCase() : column
}

/** The answer that the table requires for `actor` (null: no session) calling `name` about `target`. */
export function expected(
  name: string,
  actor: Asker | null,
  kind: ObjectKind,
  { owner }: { owner: Resource },
): Expected {
  const row = golden.get(name)
  if (row === undefined) throw new Error(`golden.txt has no row for ${name}`)
  if (row.public !== null) return row.public
  if (actor === null) return 401
  if (actor.byKey === true && keyScope.get(name) === 'never') return 403
  if (actor.owesTotp === true && !row.beforeTotp) return 400
  if (row.about === null) return row.there.get(roleColumn(actor))!
  if (kind === 'unknown') return row.unknown.get(roleColumn(actor))!
  const cells = kind === 'deleted' ? row.deleted : row.there
  return cells.get(columnOf(actor, owner.id_company, owner.created_by))!
}
