import { expect, it } from 'vitest'
import { readEmbedOrigin } from './embed-origin.ts'

it.each([
  ['https://www.oficina.ec', 'https://www.oficina.ec'],
  ['https://www.oficina.ec/', 'https://www.oficina.ec'],
  ['HTTPS://Oficina.EC:443', 'https://oficina.ec'],
  ['https://oficina.ec:8443', 'https://oficina.ec:8443'],
  ['https://ñandú.ec', 'https://xn--and-6ma2c.ec'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('readEmbedOrigin takes %s', (text, origin) => {
  expect(readEmbedOrigin(text)).toBe(origin)
})

it.each([
  '',
  'oficina.ec',
  '*',
  'https:',
  'https://*.oficina.ec',
  'https://oficina.ec/firmar',
  'https://oficina.ec/?a=1',
  'https://oficina.ec?',
  'https://oficina.ec#a',
  'https://ana@oficina.ec',
  'http://oficina.ec',
  'http://localhost.oficina.ec',
  'http://[::1]:8080',
  'https://[2001:db8::1]',
  "https://a;script-src'self'",
  'https://a,b',
  "https://'none'",
  'ftp://oficina.ec',
  'data:text/html,a',
  'javascript:alert(1)',
  'null',
])('readEmbedOrigin refuses %s', (text) => {
  expect(readEmbedOrigin(text)).toBeNull()
})
