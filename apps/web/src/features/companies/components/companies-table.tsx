import type { Company } from '@foja/contracts/companies'
import { AppLink } from '../../../shared/app-link.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompaniesTexts } from '../texts/companies.ts'
import { paths } from '../../../lib/router/paths.ts'
import { cardLink } from '../../../ui/card.tsx'
import { Table, type Column, type Sort } from '../../../ui/table.tsx'
import type { CompanyFilters } from '../api/companies.ts'
import { countryName } from '../country-name.ts'
import { CompanyMark } from './company-logo.tsx'
import type { CompanyAct } from './company-menu.tsx'
import { Badge } from '../../../ui/badge.tsx'

/** Badge: active or deactivated. */
export function CompanyState({ activa }: { activa: boolean }) {
  const companies = useCompaniesTexts()
  return (
    <Badge variant={activa ? 'success' : 'neutral'} dot>
      {activa ? companies.active : companies.inactive}
    </Badge>
  )
}

const CompanyMenu = lazyPart(async () => (await import('./company-menu.tsx')).CompanyMenu)

type Props = {
  rows: readonly Company[]
  filters: CompanyFilters
  onFilters: (change: CompanyFilters) => void
  onAct: (act: CompanyAct, company: Company) => void
}

function CompanyName({ company }: { company: Company }) {
  const companies = useCompaniesTexts()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <CompanyMark company={company} />
      <span className="min-w-0 flex-1">
        <AppLink to={paths.company(company.id)} className={`line-clamp-2 font-medium ${cardLink}`}>
          {company.nombre}
        </AppLink>
        <span className="block truncate text-small text-ink-muted figures">
          {company.identificacion ?? companies.noTaxId}
        </span>
      </span>
    </span>
  )
}

/** Table of companies; cards on phones. */
export function CompaniesTable({ rows, filters, onFilters, onAct }: Props) {
  const companies = useCompaniesTexts()
  const { locale, number, plural } = useFormat()
  const { columns: names } = companies
  const country = ({ pais }: Company) => (pais === null ? '' : countryName(pais, locale))
  const menu = (company: Company) => (
    <CompanyMenu fallback={<span className="inline-block size-9" />} company={company} onAct={onAct} />
  )
  const columns: Column<Company>[] = [
    {
      key: 'nombre',
      header: names.company,
      sortable: true,
      width: '40%',
      cell: (company) => <CompanyName company={company} />,
    },
    { key: 'pais', header: names.country, cell: country },
    {
      key: 'usuarios',
      header: names.people,
      sortable: true,
      align: 'end',
      cell: ({ usuarios }) => number(usuarios),
    },
    { key: 'expedientes', header: names.cases, align: 'end', cell: ({ expedientes }) => number(expedientes) },
    {
      key: 'totp',
      header: names.totp,
      from: 'lg',
      cell: ({ exige_totp: required, exige_passkey: passkey }) => (
        <span className={required ? undefined : 'text-ink-muted'}>
          {passkey ? companies.passkeyRequired : required ? companies.totpRequired : companies.totpFree}
        </span>
      ),
    },
    { key: 'activa', header: names.state, cell: (company) => <CompanyState {...company} /> },
    {
      key: 'menu',
      header: companies.actions,
      hideHeader: true,
      cell: menu,
    },
  ]
  const ordering = filters.ordering ?? 'nombre'
  const sort: Sort = { key: ordering.replace('-', ''), direction: ordering.startsWith('-') ? 'desc' : 'asc' }
  const toggle = (key: string) => {
    if (key === 'nombre') onFilters({ ordering: ordering === 'nombre' ? '-nombre' : undefined })
    else onFilters({ ordering: ordering === '-usuarios' ? 'usuarios' : '-usuarios' })
  }
  return (
    <Table
      caption={companies.title}
      columns={columns}
      rows={rows}
      rowKey={(company) => company.id}
      sort={sort}
      onSort={toggle}
      phoneCard={(company) => (
        <div className="flex flex-col gap-3">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <CompanyName company={company} />
            </div>
            {menu(company)}
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small text-ink-muted">
            <span>
              {[country(company), plural(company.usuarios, companies.people)].filter((part) => part !== '').join(' · ')}
            </span>
            <CompanyState {...company} />
          </div>
        </div>
      )}
    />
  )
}
