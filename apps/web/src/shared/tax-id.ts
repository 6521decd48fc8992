/** Countries whose tax ids are checked: the first to be offered. */
export const checkedCountries: readonly string[] = ['EC', 'ES', 'MX', 'PE', 'CO', 'BO', 'CL', 'AR']

/** What each country calls the number that companies are taxed by, in both languages. */
const names: Record<string, string> = {
  EC: 'RUC',
  ES: 'NIF',
  MX: 'RFC',
  PE: 'RUC',
  CO: 'NIT',
  BO: 'NIT',
  CL: 'RUT',
  AR: 'CUIT',
  CR: 'Cédula jurídica',
  CU: 'NIT',
  DO: 'RNC',
  GT: 'NIT',
  HN: 'RTN',
  NI: 'RUC',
  PA: 'RUC',
  PY: 'RUC',
  SV: 'NIT',
  UY: 'RUT',
  VE: 'RIF',
}

/** The countries whose name for it is known besides those that are checked. */
export const otherNamedCountries: readonly string[] = Object.keys(names).filter(
  (code) => !checkedCountries.includes(code),
)

/** The name of the tax id in that country; `general` where it is not known, or no country is said. */
export const taxIdName = (country: string | null, general: string): string =>
  (country === null ? undefined : names[country]) ?? general
