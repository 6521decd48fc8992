import { checkedCountries, otherNamedCountries } from '../../shared/tax-id.ts'

/** The country of the browser's languages (es-MX: Mexico), or Ecuador if it is not offered. */
export function browserCountry(languages: readonly string[] = navigator.languages): string {
  const offered = [...checkedCountries, ...otherNamedCountries]
  const spoken = languages.map((tag) => /-([A-Z]{2})$/.exec(tag)?.[1])
  return spoken.find((region) => region !== undefined && offered.includes(region)) ?? 'EC'
}
