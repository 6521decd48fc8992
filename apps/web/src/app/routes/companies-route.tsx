import { Building2, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useCachedQuery } from '../../shared/use-cached-query.ts'
import type { CompanyFilters } from '../../features/companies/api/companies.ts'
import { readCompaniesSearch, type CompaniesSearch } from '../../features/companies/companies-search.ts'
import { CompaniesPage } from '../../features/companies/components/companies-page.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useCompaniesTexts } from '../../features/companies/texts/companies.ts'
import { toAddress } from '../../lib/router/address-values.ts'
import { paths } from '../../lib/router/paths.ts'
import { useProvider } from '../../lib/session/provider.ts'
import { useSession } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { AppPage } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'
import { useMay } from '../../shared/use-may.ts'

const CompanyPage = lazyPart(
  async () => (await import('../../features/companies/components/company-page.tsx')).CompanyPage,
)

const AccountsCard = lazyPart(
  async () => (await import('../../features/provisioning/components/accounts-card.tsx')).AccountsCard,
)

const route = routeOf('/empresas')

/** All companies, or one of them; the own company for its managers. */
export function CompaniesRoute() {
  const companies = useCompaniesTexts()
  const { data: session } = useSession()
  const provider = useProvider()
  const navigate = route.useNavigate()
  const raw = route.useSearch()
  const search = useMemo(() => readCompaniesSearch(raw), [raw])
  const listed = useMay('company.create')
  const mayKeep = useMay('company.update')
  const go = useCallback(
    (change: CompaniesSearch, replace: boolean) =>
      void navigate({ search: (before) => ({ ...before, ...toAddress(change) }), replace }),
    [navigate],
  )
  const onSearch = useCallback((change: CompanyFilters) => go({ page: undefined, ...change }, true), [go])
  const onOpen = useCallback((change: CompaniesSearch) => go(change, true), [go])
  const onPage = useCallback((page: number) => go({ page: page === 1 ? undefined : page }, false), [go])
  const onGone = useCallback(() => {
    // The focused element disappears with the page.
    const goOn = () => document.querySelector('main')?.focus()
    void navigate({ href: paths.companies(), replace: true }).then(() => requestAnimationFrame(goOn))
  }, [navigate])
  const own = session?.user.id_company ?? null
  const shown = listed ? search.empresa : own
  const isList = listed && shown === undefined
  const title = listed ? companies.title : companies.mine
  // Fetched by the page of the company.
  const name = useCachedQuery('companies')?.find(({ id }) => id === shown)?.nombre ?? companies.details
  return (
    <AppPage
      crumbs={listed && !isList ? [{ label: title, to: paths.companies() }, { label: name }] : [{ label: title }]}
      phoneTitle={isList ? title : undefined}
      phoneTools={
        isList ? (
          <Button variant="primary" icon={<Plus />} onClick={() => onOpen({ nueva: '1' })}>
            {companies.newShort}
          </Button>
        ) : undefined
      }
    >
      {!mayKeep ? (
        <Card>
          <EmptyState icon={<Building2 />} title={companies.forbiddenTitle} level={1}>
            {companies.forbiddenText}
          </EmptyState>
        </Card>
      ) : isList ? (
        <CompaniesPage search={search} onSearch={onSearch} onOpen={onOpen} onPage={onPage} />
      ) : (
        <CompanyPage
          fallback={<SkeletonForm fields={5} />}
          id={shown ?? null}
          own={shown === own}
          listed={listed}
          editar={search.editar}
          onOpen={onOpen}
          onGone={onGone}
        >
          {shown != null && provider !== null && <AccountsCard company={shown} provider={provider.name} />}
        </CompanyPage>
      )}
    </AppPage>
  )
}
