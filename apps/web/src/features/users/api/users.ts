import type * as usersApi from '@foja/contracts/users'
import { call, type CallOptions, type ReplyOf } from '../../../lib/api/call.ts'
import type { listUsers, UserPage, UserStatus } from '@foja/contracts/users'
import type { Role } from '@foja/contracts/roles'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { toQuery } from '../../../lib/router/address-values.ts'
import type { UserOrdering } from '../user-words.ts'
import { queryKeys, invalidate } from '../../../lib/api/query-keys.ts'

/** `own` is the password of the caller. */
export const changePasswordView = (id: string, password: string, own: string) =>
  call<typeof usersApi.changePasswordView>('PUT', '/api/v1/change_password_view/{id}/', {
    params: { id },
    body: { password, current_password: own },
  })

export type NewUser = CallOptions<typeof usersApi.createUser>['body']

export const createUser = (body: NewUser) => call<typeof usersApi.createUser>('POST', '/api/v1/create_user/', { body })

export type ImportRow = CallOptions<typeof usersApi.importUsers>['body']['rows'][number]
export type ImportReply = ReplyOf<typeof usersApi.importUsers>

type Wishes = { rows: ImportRow[]; company: string | undefined; preview: boolean }

/** Validates the rows (`preview`) or creates all users in one call. */
export const importUsers = ({ rows, company, preview }: Wishes) =>
  call<typeof usersApi.importUsers>('POST', '/api/v1/import_users/', {
    body: { rows, preview, ...(company === undefined ? {} : { id_company: company }) },
  })

/** Sends a new invitation; earlier ones become invalid. */
export const inviteUser = (id: string) =>
  call<typeof usersApi.inviteUser>('POST', '/api/v1/invite_user/{id}/', { params: { id }, body: {} })

export type UserFilters = {
  q?: string | undefined
  role?: Role | undefined
  status?: UserStatus | undefined
  id_company?: string | undefined
  totp?: 'si' | 'no' | undefined
  ordering?: UserOrdering | undefined
  size?: number | undefined
}

/** One page of the users that the caller may see. */
export const usersQuery = (page: number, { size, ...filters }: UserFilters) =>
  queryOptions({
    queryKey: queryKeys.users(page, size, filters),
    // With `pagination` the reply is a page.
    queryFn: ({ signal }) => {
      const query = toQuery({ pagination: '', page, page_size: size, ...filters })
      return call<typeof listUsers>('GET', '/api/v1/list_users/', { query, signal }) as Promise<UserPage>
    },
    placeholderData: keepPreviousData,
  })

/** Refetches every query that shows or counts users. */
export const refreshPeople = (queries: QueryClient) =>
  invalidate(
    queries,
    queryKeys.users(),
    queryKeys.people(),
    queryKeys.companies(),
    queryKeys.companyPage(),
    queryKeys.solicitudes(),
    queryKeys.me(),
  )

/** `successor` takes over the open requests. */
export const removeUser = (id: string, successor: string | undefined) =>
  call<typeof usersApi.removeUser>('DELETE', '/api/v1/remove_user/{id}/', {
    params: { id },
    query: toQuery({ entregar_a: successor }),
  })

export type UserChange = CallOptions<typeof usersApi.updateUser>['body']

export const updateUser = (id: string, body: UserChange) =>
  call<typeof usersApi.updateUser>('PUT', '/api/v1/update_user/{id}/', { params: { id }, body })
