import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../shared/companies.ts'
import { useUsersTexts } from '../texts/users.ts'
import { Select } from '../../../ui/select.tsx'

type Props = { company: string | undefined; onChange: (company: string | undefined) => void }

/** Filter by company. */
export function CompanyFilter({ company, onChange }: Props) {
  const users = useUsersTexts()
  const { data = [] } = useQuery(companiesQuery)
  return (
    <Select
      variant="filled"
      label={users.companyFilter}
      value={company ?? 'all'}
      onValueChange={(id: string) => onChange(id === 'all' ? undefined : id)}
      options={[
        { value: 'all', label: users.anyCompany },
        ...data.map(({ id, nombre }) => ({ value: id, label: nombre })),
      ]}
      className="max-w-60"
    />
  )
}
