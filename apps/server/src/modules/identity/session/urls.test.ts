import { expect, it } from 'vitest'
import { sameSite } from './urls.ts'

const origin = 'https://foja.example'

it.each(['/solicitudes?q=acta', `${origin}/agenda`, 'agenda'])('sameSite accepts %s', (value) => {
  expect(sameSite(value, origin)).toBe(new URL(value, origin).href)
})

it.each([
  `blob:${origin}/0b7c`,
  `filesystem:${origin}/temporary/x`,
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '\\\\evil.example',
  'https://foja.example.evil.example/',
  'http://foja.example/',
  'https://foja.example:8443/',
  'x'.repeat(2001),
  undefined,
])('sameSite replaces %s with the root', (value) => {
  expect(sameSite(value, origin)).toBe(`${origin}/`)
})
