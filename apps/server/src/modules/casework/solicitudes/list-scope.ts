import type { Actor } from '@foja/contracts/policies'
import { sql, type RawBuilder } from 'kysely'

/** The scope of a list: all companies, one company, or one author. The permission `solicitud.read` as data. */
export type ListScope =
  | { kind: 'all' }
  | { kind: 'company'; id_company: string }
  | { kind: 'own'; id_company: string; id_user: string }

/** The scope that `actor` may read, within `idCompany` when given; null: nothing. */
export function scopeOf(actor: Actor, idCompany?: string): ListScope | null {
  if (actor.role === 'admin')
    return idCompany === undefined ? { kind: 'all' } : { kind: 'company', id_company: idCompany }
  const { id_company } = actor
  if (id_company === null || (idCompany !== undefined && idCompany !== id_company)) return null
  return actor.role === 'usuario' ? { kind: 'own', id_company, id_user: actor.id } : { kind: 'company', id_company }
}

/** The scope id of all companies in `tally`. */
export const everybody = '00000000-0000-0000-0000-000000000000'

/** The scope id of a scope in `tally`. */
export function tallyScope(scope: ListScope): RawBuilder<string> {
  if (scope.kind === 'own') return sql`own_scope(${scope.id_company}, ${scope.id_user})`
  return sql`${scope.kind === 'all' ? everybody : scope.id_company}`
}

/** The scope as a condition on a table with `id_company` and `created_by`. */
export function inScope(scope: ListScope, alias = 'm'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (scope.kind === 'all') return sql<boolean>`true`
  const inCompany = sql<boolean>`${column('id_company')} = ${scope.id_company}`
  if (scope.kind === 'company') return inCompany
  return sql<boolean>`${inCompany} and ${column('created_by')} = ${scope.id_user}`
}
