import { describe, expect, it } from 'vitest'
import { maskAddress, oneLine, parseAddress, parseSender, uniqueAddresses } from './address.ts'

/** Valid and hostile input for an address; each line break is one that some program honours. */
const breaks = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', '%0d%0a']

describe('parseAddress', () => {
  it.each([
    ['ana@foja.ec', 'ana@foja.ec'],
    ['Ana.Pérez@foja.ec', null],
    ["o'brien+casos@sub.foja.example", "o'brien+casos@sub.foja.example"],
    ['ana@ÑANDÚ.ec', 'ana@xn--and-6ma2c.ec'],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@FOJA.Ec', 'ana@foja.ec'],
    [`${'a'.repeat(64)}@foja.ec`, `${'a'.repeat(64)}@foja.ec`],
  ])('%s', (text, expected) => expect(parseAddress(text)).toBe(expected))

  it.each([
    '',
    'ana',
    '@foja.ec',
    'ana@',
    'ana@localhost',
    'ana@foja.localhost',
    'ana@127.0.0.1',
    'ana@[127.0.0.1]',
    'ana@[IPv6:::1]',
    'ana@foja',
    'ana@-foja.ec',
    'ana@foja-.ec',
    'ana@foja..ec',
    'ana@.foja.ec',
    'ana@foja.ec.',
    '.ana@foja.ec',
    'ana.@foja.ec',
    'a..na@foja.ec',
    'ana perez@foja.ec',
    ' ana@foja.ec',
    'ana@foja.ec ',
    '"ana perez"@foja.ec',
    '"ana@otro.ec"@foja.ec',
    'ana(comentario)@foja.ec',
    'ana@foja.ec(comentario)',
    'ana@foja.ec,eva@foja.ec',
    'ana@foja.ec;eva@foja.ec',
    'Todos: ana@foja.ec, eva@foja.ec;',
    'Ana <ana@foja.ec>',
    '<ana@foja.ec>',
    'ana%otro.ec@foja.ec',
    'otro.ec!ana@foja.ec',
    '@a.ec,@b.ec:ana@foja.ec',
    'ana@foja.ec>\r\nRCPT TO:<eva@otro.ec',
    'ana@foja.ec/../otro',
    'ana@foja.ec?x',
    'ana@foja.ec#x',
    'ana@user:clave@foja.ec',
    'ana@foja%2eec',
    'ana@foja。ec\u0000',
    `ana@${'a'.repeat(64)}.ec`,
    `${'a'.repeat(65)}@foja.ec`,
    `ana@${'a.'.repeat(130)}ec`,
    'ana@foja.123',
    'ana|sh@foja.ec',
    'ana`id`@foja.ec',
  ])('refuses %j', (text) => expect(parseAddress(text)).toBeNull())

  it('refuses every kind of line break, at any position', () => {
    for (const one of breaks) {
      for (const text of [`${one}ana@foja.ec`, `an${one}a@foja.ec`, `ana@fo${one}ja.ec`, `ana@foja.ec${one}`]) {
        expect(parseAddress(text), JSON.stringify(text)).toBeNull()
        expect(parseAddress(`${text}Bcc: eva@otro.ec`)).toBeNull()
      }
    }
  })
})

describe('uniqueAddresses', () => {
  it('keeps the first of addresses that differ in case', () => {
    expect(uniqueAddresses(['Ana@foja.ec', 'eva@foja.ec', 'ana@foja.ec'])).toEqual(['Ana@foja.ec', 'eva@foja.ec'])
  })
})

describe('parseSender', () => {
  it.each([
    ['Centro de Mediación <foja@oficina.ec>', { name: 'Centro de Mediación', address: 'foja@oficina.ec' }],
    ['"Centro, S.A." <foja@oficina.ec>', { name: 'Centro, S.A.', address: 'foja@oficina.ec' }],
    ['foja@oficina.ec', { name: '', address: 'foja@oficina.ec' }],
    ['Centro <foja@oficina.ec> <otro@oficina.ec>', null],
    ['Centro\r\nBcc: x <foja@oficina.ec>', null],
    ['Centro', null],
    ['', null],
  ])('%j', (text, expected) => expect(parseSender(text)).toEqual(expected))
})

describe('oneLine', () => {
  it('removes line breaks, control characters and direction marks', () => {
    for (const one of ['\r\n', '\n', '\r', '\u2028', '\u0085', '\0', '\u202E', '\u2066', '\u001B']) {
      expect(oneLine(`Hola${one}Bcc: eva@otro.ec`)).toBe('Hola Bcc: eva@otro.ec')
    }
  })

  it('cuts between characters, never within one', () => {
    expect(oneLine('👍'.repeat(10), 5)).toBe('👍👍👍👍…')
    expect(oneLine('ñandú', 5)).toBe('ñandú')
  })
})

it.each([
  ['ana.perez@foja.example', 'an•••@foja.example'],
  ['ana@foja.example', 'a•••@foja.example'],
  ['a@foja.example', '•••@foja.example'],
])('masks %s as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})
