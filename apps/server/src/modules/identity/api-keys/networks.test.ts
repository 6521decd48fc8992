import { describe, expect, it } from 'vitest'
import { isWithin, readNetworks } from './networks.ts'

describe('the networks of an API key', () => {
  it('are kept in CIDR form, each once', () => {
    expect(readNetworks(['190.95.14.0/24', '190.95.14.7', '190.95.14.7/32', '2001:DB8::/32', '::1'])).toEqual([
      '190.95.14.0/24',
      '190.95.14.7/32',
      '2001:db8::/32',
      '::1/128',
    ])
  })

  it.each(['190.95.14', '190.95.14.0/33', '2001:db8::/129', '300.1.1.1', '::1::'])('are refused: %s', (text) => {
    expect(() => readNetworks([text])).toThrow('key_network_wrong')
  })

  it.each([
    ['190.95.14.200', true],
    ['190.95.15.1', false],
    ['::ffff:190.95.14.9', true],
    ['::ffff:190.95.15.9', false],
    ['2001:db8:1::5', true],
    ['2001:db9::5', false],
    ['fe80::1%eth0', false],
  ])('contain %s: %s', (address, expected) => {
    expect(isWithin(address, ['190.95.14.0/24', '2001:db8::/32'])).toBe(expected)
  })

  it('are everywhere if there are none', () => {
    expect(isWithin('203.0.113.5', [])).toBe(true)
  })
})
