import { expect, it } from 'vitest'
import { readableName } from './authority-cells.tsx'

it.each([
  ['AUTORIDAD DE CERTIFICACION RAIZ CA-2 SECURITY DATA', 'Autoridad de Certificacion Raiz CA-2 Security Data'],
  ['BANCO CENTRAL DEL ECUADOR', 'Banco Central del Ecuador'],
  ['ANFAC AUTORIDAD DE CERTIFICACION ECUADOR C.A.', 'Anfac Autoridad de Certificacion Ecuador C.A.'],
  ['UANATACA ROOT 2016', 'UANATACA ROOT 2016'],
  ['Datil Autoridad de Certificacion', 'Datil Autoridad de Certificacion'],
])('the authority name %s becomes %s', (name, readable) => {
  expect(readableName(name)).toBe(readable)
})
