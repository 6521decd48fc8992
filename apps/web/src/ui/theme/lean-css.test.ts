import { expect, it } from 'vitest'
import { leanCss } from '../../../build/modern-css.ts'

it('leanCss removes variables that nothing reads, with their registration and rules', () => {
  const css = '@property --tw-weight{syntax:"*";inherits:false}.a{--tw-weight:600;font-weight:600}.b{--tw-weight:500}'
  expect(leanCss(css)).toBe('.a{font-weight:600}')
})

it('leanCss inlines the fallback of a variable that is never set', () => {
  expect(leanCss('.a{line-height:var(--tw-leading,1.25rem)}')).toBe('.a{line-height:1.25rem}')
})

it('leanCss inlines the initial value of a variable that is never changed', () => {
  const begins = '@property --tw-content{syntax:"*";inherits:false;initial-value:""}'
  expect(
    leanCss(`${begins}.a:before{content:var(--tw-content)}.b:before{--tw-content:"";content:var(--tw-content)}`),
  ).toBe('.a:before{content:""}.b:before{content:""}')
  const changed = `${begins}.a:before{content:var(--tw-content)}.b{--tw-content:"x"}`
  expect(leanCss(changed)).toBe(changed)
})

it('leanCss removes empty conditions and unused gradient variables', () => {
  expect(leanCss('.a{color:red}@supports (color:color-mix(in lab, red, red)){.b{--tw-shadow:1}}')).toBe('.a{color:red}')
  expect(leanCss('.a{transition-property:color,--tw-gradient-from,--tw-gradient-to}')).toBe(
    '.a{transition-property:color}',
  )
})

it('leanCss keeps variables that are read and set', () => {
  const css =
    '@property --tw-x{syntax:"*";inherits:false;initial-value:0}.a{--tw-x:1px;translate:var(--tw-x) 0}' +
    '.b{--tw-leading:2;line-height:2}.c{line-height:var(--tw-leading,1.25rem)}.d{--ink:#000;color:var(--ink)}'
  expect(leanCss(css)).toBe(css)
})
