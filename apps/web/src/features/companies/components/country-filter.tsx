import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../shared/companies.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompaniesTexts } from '../texts/companies.ts'
import { Select } from '../../../ui/select.tsx'
import { countryName } from '../country-name.ts'

type Props = { country: string | undefined; onChange: (country: string | undefined) => void }

/** Filter by country; renders nothing if all companies are in one country. */
export function CountryFilter({ country, onChange }: Props) {
  const companies = useCompaniesTexts()
  const { locale } = useFormat()
  const { data = [] } = useQuery(companiesQuery)
  const countries = [...new Set(data.flatMap(({ pais }) => (pais === null ? [] : [pais])))]
    .map((value) => ({ value, label: countryName(value, locale) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  if (countries.length < 2 && country === undefined) return null
  return (
    <Select
      variant="filled"
      label={companies.countryFilter}
      value={country ?? 'all'}
      onValueChange={(next: string) => onChange(next === 'all' ? undefined : next)}
      options={[{ value: 'all', label: companies.anyCountry }, ...countries]}
    />
  )
}
