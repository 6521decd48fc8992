// By country: the whole library is 300 files, which every start would read.
import { cuit } from 'stdnum/lib/cjs/ar/index.js'
import { rut } from 'stdnum/lib/cjs/cl/index.js'
import { nit } from 'stdnum/lib/cjs/co/index.js'
import * as ec from 'stdnum/lib/cjs/ec/index.js'
import * as es from 'stdnum/lib/cjs/es/index.js'
import { rfc } from 'stdnum/lib/cjs/mx/index.js'
import { ruc } from 'stdnum/lib/cjs/pe/index.js'

type Validator = Pick<typeof cuit, 'validate'>

/** Validators per country; several where people and companies have different kinds of numbers. */
const validators: Record<string, Validator[] | undefined> = {
  EC: [ec.ruc, ec.ci],
  ES: [es.nif, es.cif, es.dni, es.nie],
  MX: [rfc],
  PE: [ruc],
  CO: [nit],
  CL: [rut],
  AR: [cuit],
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
