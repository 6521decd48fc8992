import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../http/problem.ts'
import { readDomain } from './domain.ts'

const codeOf = (typed: string) => {
  try {
    return readDomain(typed)
  } catch (error) {
    return error instanceof ProblemError ? error.code : error
  }
}

describe('a mail domain', () => {
  it.each([
    ['oficina.ec', 'oficina.ec'],
    [' @Oficina.EC ', 'oficina.ec'],
    ['notaria.oficina.com.ec', 'notaria.oficina.com.ec'],
    ['mediación.ec', 'xn--mediacin-13a.ec'],
    ['misgmail.com', 'misgmail.com'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(codeOf(typed)).toBe(stored)
  })

  it.each([
    '',
    'oficina',
    'ana@oficina.ec',
    '*.oficina.ec',
    '-a.ec',
    'a..ec',
    '10.0.0.1',
    '[::1]',
    'a.ec/b',
    'a.ec:80',
  ])('%s is refused', (typed) => {
    expect(codeOf(typed)).toBe('domain_wrong')
  })

  it.each([
    'gmail.com',
    'Outlook.com',
    'hotmail.es',
    'yahoo.com',
    'yahoo.com.ar',
    'live.com.mx',
    'icloud.com',
    'proton.me',
    'gmx.net',
  ])('%s is open to all', (typed) => {
    expect(codeOf(typed)).toBe('domain_public')
  })
})
