import { describe, expect, it } from 'vitest'
import { addRecipients, parseRecipients, recipientOf, suggest } from './recipients.ts'

const addresses = (text: string) => parseRecipients(text).map(({ address }) => address)

describe('parsing pasted recipients', () => {
  it.each([
    ['a@b.ec', ['a@b.ec']],
    ['a@b.ec, c@d.ec;e@f.ec\ng@h.ec  i@j.ec', ['a@b.ec', 'c@d.ec', 'e@f.ec', 'g@h.ec', 'i@j.ec']],
    ['"Mora, Rocío" <Rocio@Ejemplo.EC>, Íñigo Núñez <inigo@ejemplo.ec>', ['rocio@ejemplo.ec', 'inigo@ejemplo.ec']],
    ['<a@b.ec>; (c@d.ec).', ['a@b.ec', 'c@d.ec']],
    ['mailto:a@b.ec', ['a@b.ec']],
    ['a@b.ec A@B.ec', ['a@b.ec']],
    [' ,; ', []],
  ])('of %j', (text, expected) => expect(addresses(text)).toEqual(expected))

  it('keeps invalid addresses, so that the user sees them', () => {
    expect(parseRecipients('a@b.ec, rosa arroba ejemplo').filter(({ valid }) => !valid)).toHaveLength(3)
  })

  it('appends each address once', () => {
    expect(addRecipients(['a@b.ec'], parseRecipients('c@d.ec a@b.ec'))).toEqual(['a@b.ec', 'c@d.ec'])
  })
})

describe('email address validation', () => {
  it.each(['a@b.ec', "o'neil+x@sub.ejemplo.com.mx", 'a_b-c.d@x-y.es'])('accepts %s', (address) =>
    expect(recipientOf(address).valid).toBe(true),
  )
  it.each([
    'a@b',
    '@b.ec',
    'a@',
    'a b@c.ec',
    '.a@b.ec',
    'a..b@c.ec',
    'a@b.ec\r\nBcc: c@d.ec',
    `${'a'.repeat(250)}@b.ec`,
  ])('rejects %j', (address) => expect(recipientOf(address).valid).toBe(false))
})

describe('suggestions for mistyped addresses', () => {
  it.each([
    ['rosa@gmial.com', 'rosa@gmail.com'],
    ['rosa@gmail.co', 'rosa@gmail.com'],
    ['rosa@gmai.com', 'rosa@gmail.com'],
    ['rosa@hotmial.com', 'rosa@hotmail.com'],
    ['rosa@outlok.es', 'rosa@outlook.es'],
    ['rosa@empresa.con', 'rosa@empresa.com'],
    ['rosa@gmail.com', null],
    ['rosa@ejemplo.ec', null],
    ['rosa', null],
  ])('%s → %s', (address, expected) => expect(suggest(address)).toBe(expected))
})
