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

/** What a tax id looks like where the library says nothing of it, or less than is known. */
const shapes: Record<string, RegExp | undefined> = {
  // Its tax office takes a NIT as a whole number, of 12 digits at most: the number of the identity card and codes of its
  // own (arthurdejong/python-stdnum#134, with its sources). No check digit is published.
  BO: /^[1-9]\d{6,11}$/,
  // With its last three places, which a number made by hand lacks: the library takes it without them.
  MX: /^.{12,13}$/,
}

/**
 * Whether a tax id can be right in that country, by its form and check digit. Countries without a rule here take any
 * text.
 */
export function isTaxId(country: string | null, value: string): boolean {
  if (country === null) return true
  const known = validators[country]
  // People write the dots and dashes of a RUT or a NIT, which not every validator expects.
  const compact = value.replace(/[\s.\p{Pd}]/gu, '')
  const hasShape = shapes[country]?.test(compact) ?? true
  return hasShape && (known === undefined || known.some((validator) => validator.validate(compact).isValid))
}
