import { roles } from '@foja/contracts/roles'
import { flagOf, oneOf, uuidOf, wholeOf, wordsOf } from '../../lib/router/address-values.ts'
import type { UserFilters } from './api/users.ts'
import { orderings, statuses } from './user-words.ts'

export type UsersSearch = UserFilters & {
  page?: number | undefined
  /** The dialog for a new user is open. */
  nueva?: '1' | undefined
  /** The import dialog is open. */
  importar?: '1' | undefined
  /** The user being edited. */
  editar?: string | undefined
}

/** Parses the search parameters of the list; invalid values are dropped. */
export const readUsersSearch = (raw: Record<string, unknown>): UsersSearch => ({
  page: wholeOf(raw['page'], 1_000_000),
  q: wordsOf(raw['q']),
  role: oneOf(roles, raw['role']),
  status: oneOf(statuses, raw['status']),
  id_company: uuidOf(raw['id_company']),
  totp: oneOf(['si', 'no'] as const, raw['totp']),
  ordering: oneOf(orderings, raw['ordering']),
  size: wholeOf(raw['size'], 100),
  nueva: flagOf(raw['nueva']),
  importar: flagOf(raw['importar']),
  editar: uuidOf(raw['editar']),
})

/** Clears every filter, and keeps order and page size. */
export const withoutFilters: UserFilters = {
  q: undefined,
  role: undefined,
  status: undefined,
  id_company: undefined,
  totp: undefined,
}

export const isFiltered = (filters: UserFilters): boolean =>
  [filters.q, filters.role, filters.status, filters.id_company, filters.totp].some((one) => one !== undefined)
