/** Countries whose tax ids are validated; offered first. */
export const checkedCountries: readonly string[] = ['EC', 'ES', 'MX', 'PE', 'CO', 'BO', 'CL', 'AR']

/** The name of a company's tax id per country, in both languages. */
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

/** Countries with a known tax id name but without validation. */
export const otherNamedCountries: readonly string[] = Object.keys(names).filter(
  (code) => !checkedCountries.includes(code),
)

/** The name of the tax id in a country; `general` if it is unknown or there is no country. */
export const taxIdName = (country: string | null, general: string): string =>
  (country === null ? undefined : names[country]) ?? general
