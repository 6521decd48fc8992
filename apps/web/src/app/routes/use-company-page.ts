import { useQuery } from '@tanstack/react-query'
import { useCompaniesTexts } from '../../features/companies/texts/companies.ts'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { companiesQuery } from '../../shared/companies.ts'
import type { Crumb } from '../../ui/breadcrumb.tsx'

/**
 * A page about a company: the one in the address, else the user's own (null without one). Another company is named in
 * the crumbs and in `title`.
 */
export function useCompanyPage(empresa: string | undefined, title: string) {
  const companies = useCompaniesTexts()
  const own = useSession().data?.user.id_company ?? null
  const isOther = empresa !== undefined && empresa !== own
  const { data } = useQuery({ ...companiesQuery, enabled: isOther })
  const name = isOther ? data?.find(({ id }) => id === empresa)?.nombre : undefined
  const above: Crumb[] =
    name === undefined
      ? []
      : [
          { label: companies.title, to: paths.companies() },
          { label: name, to: paths.company(empresa!) },
        ]
  return {
    company: empresa ?? own,
    crumbs: [...above, { label: title }],
    title: name === undefined ? title : `${title}: ${name}`,
  }
}
