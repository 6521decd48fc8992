import { expect, it } from 'vitest'
import type { Certificate } from '../certificate.ts'
import { isAccreditedInEcuador, mayBeInEuropeanList } from './recognised-issuers.ts'

const by = (text: string, country?: string) => ({ issuer: { text, country } }) as Certificate

it.each([
  ['CN=AUTORIDAD DE CERTIFICACION SUBCA-2 SECURITY DATA,O=SECURITY DATA S.A. 2,C=EC', true],
  ['CN=Autoridad de Certificación Registro Civil,C=EC', true],
  ['CN=Banco Central del Ecuador', true],
  ['CN=FNMT,C=ES', false],
  ['', false],
])('the issuer %j is accredited in Ecuador: %s', (name, expected) => {
  expect(isAccreditedInEcuador(by(name))).toBe(expected)
})

it.each([
  ['ES', true],
  ['es', true],
  ['NO', true],
  ['EC', false],
  ['GB', false],
  [undefined, false],
])('an issuer of %j may be in a European list: %s', (country, expected) => {
  expect(mayBeInEuropeanList(by('CN=x', country))).toBe(expected)
})
