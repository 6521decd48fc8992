import { Plus, UserRoundX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { UserFilters } from '../../features/users/api/users.ts'
import { UsersPage } from '../../features/users/components/users-page.tsx'
import { readUsersSearch, type UsersSearch } from '../../features/users/users-search.ts'
import { useUsersTexts } from '../../features/users/texts/users.ts'
import { toAddress } from '../../lib/router/address-values.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useMay } from '../../shared/use-may.ts'

const route = routeOf('/usuarios')

export function UsersRoute() {
  const users = useUsersTexts()
  const navigate = route.useNavigate()
  const raw = route.useSearch()
  const search = useMemo(() => readUsersSearch(raw), [raw])
  const mayList = useMay('user.list')
  const allCompanies = useMay('company.create')
  const go = useCallback(
    (change: UsersSearch, replace: boolean) =>
      void navigate({ search: (before) => ({ ...before, ...toAddress(change) }), replace }),
    [navigate],
  )
  const onSearch = useCallback((change: UserFilters) => go({ page: undefined, ...change }, true), [go])
  const onOpen = useCallback((change: UsersSearch) => go(change, true), [go])
  const onPage = useCallback((page: number) => go({ page: page === 1 ? undefined : page }, false), [go])
  return (
    <AppPage
      crumbs={[{ label: users.title }]}
      phoneTitle={users.title}
      phoneTools={
        mayList ? (
          <Button variant="primary" icon={<Plus />} onClick={() => onOpen({ nueva: '1' })}>
            {users.newShort}
          </Button>
        ) : undefined
      }
    >
      {mayList ? (
        <UsersPage search={search} onSearch={onSearch} onOpen={onOpen} onPage={onPage} companies={allCompanies} />
      ) : (
        <Card>
          <EmptyState icon={<UserRoundX />} title={users.forbiddenTitle} level={1}>
            {users.forbiddenText}
          </EmptyState>
        </Card>
      )}
    </AppPage>
  )
}
