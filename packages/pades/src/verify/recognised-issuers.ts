import type { Certificate } from '../certificate.ts'

/**
 * Who issues certificates that FirmaEC (MINTEL, Ecuador) recognises: the authorities that ARCOTEL has accredited, as of
 * 2026. FirmaEC looks for these names in the issuer and then at the authority's own key, which is not known here: a
 * match is likely to be accepted, anything else is not.
 */
const accreditedInEcuador = [
  'BANCO CENTRAL DEL ECUADOR',
  'SECURITY DATA',
  'CONSEJO DE LA JUDICATURA',
  'ANFAC',
  'ANF AC',
  'UANATACA',
  'ECLIPSOFT',
  'DATILMEDIA',
  'ARGOSDATA',
  'LAZZATE',
  'ALPHA TECHNOLOGIES',
  'APPFIRMAS',
  'CORPNEWBEST',
  'DARKCAM',
  'FIRMASEGURA',
  'LETMI',
  'PRIMECORELAT',
  'REGISTRO CIVIL',
]

/** Upper case without accents. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toUpperCase()

/** Whether the issuer bears the name of an authority accredited in Ecuador; a name proves nothing. */
export function isAccreditedInEcuador({ issuer }: Certificate): boolean {
  const name = folded(issuer.text)
  return accreditedInEcuador.some((authority) => name.includes(authority))
}

/** Members of the EU and the EEA: only their authorities can stand in a European trusted list (eIDAS art. 22). */
const trustedListCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** Whether the issuer is of a country whose authorities can stand in a European trusted list. */
export const mayBeInEuropeanList = ({ issuer }: Certificate): boolean =>
  trustedListCountries.has((issuer.country ?? '').toUpperCase())
