import type { Certificate } from '../certificate.ts'

/**
 * Issuers of certificates that FirmaEC (MINTEL, Ecuador) accepts: the authorities accredited by ARCOTEL, as of 2026.
 * FirmaEC checks these names in the issuer and then the authority's key, which is unknown here: a match is likely to be
 * accepted, others are not.
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

/** True if the issuer has the name of an authority accredited in Ecuador; a name proves nothing. */
export function isAccreditedInEcuador({ issuer }: Certificate): boolean {
  const name = folded(issuer.text)
  return accreditedInEcuador.some((authority) => name.includes(authority))
}

/** Members of the EU and the EEA: only their authorities can be in a European trusted list (eIDAS art. 22). */
const trustedListCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** True if the issuer's country can have authorities in a European trusted list. */
export const mayBeInEuropeanList = ({ issuer }: Certificate): boolean =>
  trustedListCountries.has((issuer.country ?? '').toUpperCase())
