import { useQuery } from '@tanstack/react-query'
import { NothingFound } from '../../../shared/loaded-list.tsx'
import { useUsersTexts } from '../texts/users.ts'
import { usersQuery, type UserFilters } from '../api/list-users.ts'
import { isFiltered, withoutFilters } from '../users-search.ts'

type Props = { filters: UserFilters; onSearch: (change: UserFilters) => void }

/** No user matches search and filters; if only the filters exclude users, says how many. */
export function NoUsersFound({ filters, onSearch }: Props) {
  const users = useUsersTexts()
  const { q } = filters
  const search = { ...withoutFilters, q }
  const enabled = q !== undefined && isFiltered({ ...filters, q: undefined })
  const { data } = useQuery({ ...usersQuery(1, { q, size: 1 }), placeholderData: undefined, enabled })
  const outside = enabled ? (data?.count ?? 0) : 0
  if (outside === 0) return <NothingFound texts={users} q={q} onClear={() => onSearch(withoutFilters)} />
  const texts = {
    nothingTitle: () => users.outside(outside),
    nothingText: users.outsideText,
    clearFilters: users.searchAll,
  }
  return <NothingFound texts={texts} q={q} onClear={() => onSearch(search)} />
}
