import { expect, it } from 'vitest'
import { leanCss } from '../../../build/modern-css.ts'

it('drops variables that nothing reads, with their registration', () => {
  const css = '@property --tw-weight{syntax:"*";inherits:false}.a{--tw-weight:600;font-weight:600}.b{--tw-weight:500}'
  expect(leanCss(css)).toBe('.a{font-weight:600}.b{}')
})

it('writes the value itself where the variable is never set', () => {
  expect(leanCss('.a{line-height:var(--tw-leading,1.25rem)}')).toBe('.a{line-height:1.25rem}')
})

it('keeps what is read and set', () => {
  const css =
    '@property --tw-x{syntax:"*";inherits:false;initial-value:0}.a{--tw-x:1px;translate:var(--tw-x) 0}' +
    '.b{--tw-leading:2;line-height:2}.c{line-height:var(--tw-leading,1.25rem)}.d{--ink:#000;color:var(--ink)}'
  expect(leanCss(css)).toBe(css)
})
