import { stdnum, type Validator } from 'stdnum'

/** Validators per country; several where people and companies have different kinds of numbers. */
const validators: Record<string, Validator[] | undefined> = {
  EC: [stdnum.EC?.['ruc'], stdnum.EC?.['ci']].flatMap((one) => one ?? []),
  ES: [stdnum.ES?.['nif'], stdnum.ES?.['cif'], stdnum.ES?.['dni'], stdnum.ES?.['nie']].flatMap((one) => one ?? []),
  MX: [stdnum.MX?.['rfc']].flatMap((one) => one ?? []),
  PE: [stdnum.PE?.['ruc']].flatMap((one) => one ?? []),
  CO: [stdnum.CO?.['nit']].flatMap((one) => one ?? []),
  CL: [stdnum.CL?.['rut']].flatMap((one) => one ?? []),
  AR: [stdnum.AR?.['cuit']].flatMap((one) => one ?? []),
}

/** Additional patterns where the library has no rule, or a weaker one. */
const shapes: Record<string, RegExp | undefined> = {
  // The tax office accepts a NIT of up to 12 digits: the number of the identity card, or codes of its own
  // (arthurdejong/python-stdnum#134, with sources). No check digit is published.
  BO: /^[1-9]\d{6,11}$/,
  // With the last three characters, which the library treats as optional.
  MX: /^.{12,13}$/,
}

/**
 * True if a tax id is valid in that country by form and check digit. Countries without a rule accept any text.
 */
export function isTaxId(country: string | null, value: string): boolean {
  if (country === null) return true
  const known = validators[country]
  // People type the dots and dashes of a RUT or a NIT, which not every validator expects.
  const compact = value.replace(/[\s.\p{Pd}]/gu, '')
  const hasShape = shapes[country]?.test(compact) ?? true
  return hasShape && (known === undefined || known.some((validator) => validator.validate(compact).isValid))
}
