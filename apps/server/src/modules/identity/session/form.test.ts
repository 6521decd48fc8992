import { expect, it } from 'vitest'
import { readForm } from './form.ts'

it('a form has the text fields of its body', () => {
  expect(readForm({ email: 'a@x.ec', code: 123456, list: ['x'], none: null })).toEqual({ email: 'a@x.ec' })
})

it.each([undefined, null, 'text', 5])('%j is an empty form', (body) => {
  expect(readForm(body)).toEqual({})
})
