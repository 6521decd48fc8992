import { describe, expect, it } from 'vitest'
import { cleanCode, codeInQr, groupCode } from './verification-code.ts'

describe('a verification code', () => {
  it.each([
    ['7k3m q9tx 2b5d w8rh', '7K3MQ9TX2B5DW8RH'],
    ['7K3M-Q9TX-2B5D-W8RH', '7K3MQ9TX2B5DW8RH'],
    ['oil0', '0110'],
    ['¿7K3M? uU', '7K3M'],
    ['7K3MQ9TX2B5DW8RHXXXX', '7K3MQ9TX2B5DW8RH'],
  ])('typed as %j is read as %s', (typed, code) => expect(cleanCode(typed)).toBe(code))

  it('is shown in groups of four', () => {
    expect(groupCode('7K3MQ9TX2B5DW8RH')).toBe('7K3M-Q9TX-2B5D-W8RH')
    expect(groupCode('7K3MQ')).toBe('7K3M-Q')
    expect(groupCode('')).toBe('')
  })

  it('is found in the text of a stamp', () => {
    const stamp = 'FIRMADO POR: LUCIA PENAHERRERA\nVALIDAR CON: https://foja.ec/verificar?codigo=7K3M-Q9TX-2B5D-W8RH'
    expect(codeInQr(stamp)).toBe('7K3MQ9TX2B5DW8RH')
    expect(codeInQr('7k3m-q9tx-2b5d-w8rh')).toBe('7K3MQ9TX2B5DW8RH')
  })

  it.each(['https://www.firmadigital.gob.ec', 'FIRMADO POR: X', '?codigo=7K3M', '', '?codigo=7K3M-Q9TX-2B5D-W8RHA'])(
    'is not found in %j',
    (text) => expect(codeInQr(text)).toBe(null),
  )
})
