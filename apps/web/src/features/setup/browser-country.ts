import { checkedCountries, otherNamedCountries } from '../../shared/tax-id.ts'

/** The country that the browser's languages speak of: es-MX is Mexico's. Ecuador where none is one of those offered. */
export function browserCountry(languages: readonly string[] = navigator.languages): string {
  const offered = [...checkedCountries, ...otherNamedCountries]
  const spoken = languages.map((tag) => /-([A-Z]{2})$/.exec(tag)?.[1])
  return spoken.find((region) => region !== undefined && offered.includes(region)) ?? 'EC'
}
