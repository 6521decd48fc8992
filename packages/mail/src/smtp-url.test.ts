import { describe, expect, it } from 'vitest'
import { parseSmtpUrl } from './smtp-url.ts'

describe('parseSmtpUrl', () => {
  it.each([
    ['smtp://mail.foja.ec', { host: 'mail.foja.ec', port: 587, secure: false, auth: null, starttls: 'auto' }],
    ['smtps://mail.foja.ec', { host: 'mail.foja.ec', port: 465, secure: true, auth: null, starttls: 'auto' }],
    [
      'smtp://ana%40foja.ec:p%40ss%3A%2F@[::1]:2525/?starttls=never',
      { host: '::1', port: 2525, secure: false, auth: { user: 'ana@foja.ec', pass: 'p@ss:/' }, starttls: 'never' },
    ],
  ])('%s', (text, expected) => expect(parseSmtpUrl(text)).toEqual(expected))

  it.each([
    '',
    'mail.foja.ec',
    'http://mail.foja.ec',
    'smtp://',
    'smtp://ana@mail.foja.ec',
    'smtp://mail.foja.ec/x',
    'smtp://mail.foja.ec?starttls=maybe',
    'smtp://mail.foja.ec?rejectUnauthorized=false',
    'smtp://a%ff:b@mail.foja.ec',
  ])('refuses %j', (text) => expect(parseSmtpUrl(text)).toBeNull())
})
