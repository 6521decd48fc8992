import { stdnum, type Validator } from 'stdnum'

/** The tax ids of each country that companies bear; several where people and companies have numbers of their own kind. */
const validators: Record<string, Validator[] | undefined> = {
  EC: [stdnum.EC?.['ruc'], stdnum.EC?.['ci']].flatMap((one) => one ?? []),
  ES: [stdnum.ES?.['nif'], stdnum.ES?.['cif'], stdnum.ES?.['dni'], stdnum.ES?.['nie']].flatMap((one) => one ?? []),
  MX: [stdnum.MX?.['rfc']].flatMap((one) => one ?? []),
  PE: [stdnum.PE?.['ruc']].flatMap((one) => one ?? []),
  CO: [stdnum.CO?.['nit']].flatMap((one) => one ?? []),
  CL: [stdnum.CL?.['rut']].flatMap((one) => one ?? []),
  AR: [stdnum.AR?.['cuit']].flatMap((one) => one ?? []),
}

/**
 * Whether a tax id can be right in that country, by its length and check digit. Countries without a rule here (Bolivia's
 * NIT has no published check digit) take any text.
 */
export function isTaxId(country: string | null, value: string): boolean {
  const known = country === null ? undefined : validators[country]
  // People write the dots of a RUT or a NIT, which not every validator expects.
  const compact = value.replace(/[\s.]/g, '')
  return known === undefined || known.some((validator) => validator.validate(compact).isValid)
}
