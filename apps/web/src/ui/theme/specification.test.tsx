import { render } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import { Alert } from '../alert.tsx'
import { buttonVariants, type ButtonProps } from '../button.tsx'
import { tokens } from './tokens.ts'

// The values of the specification, section 9, written by hand.
const colors = {
  primary: '#D1B06B',
  secondary: '#1F2732',
  terciary: '#2E3947',
  success: '#1DE9B6',
  warning: '#F4C22B',
  error: '#F44236',
  info: '#17A2B8',
} as const
const breakpoints = { sm: '30em', md: '48em', lg: '62em', xl: '80em', '1xl': '90em', '2xl': '96em' }
const buttons = ['primary', 'secondary', 'terciary', 'ghost', 'menu', 'success', 'danger'] as const
const alerts = ['success', 'error', 'warning', 'info'] as const

it.each(Object.entries(colors))('the brand colour %s is %s in both modes', (name, value) => {
  expect(tokens[name as keyof typeof colors]).toEqual([value, value])
})

it('the breakpoints are those of the specification and no others', () => {
  const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
  const found = Array.from(css.matchAll(/--breakpoint-(\w+): (\w+);/g), ([, name, value]) => [name, value])
  expect(Object.fromEntries(found)).toEqual(breakpoints)
})

it('each button variant of the specification has its own look', () => {
  const variants: readonly NonNullable<ButtonProps['variant']>[] = buttons
  expect(new Set(variants.map((variant) => buttonVariants({ variant }))).size).toBe(7)
})

it('each alert variant of the specification has its own look', () => {
  const variants: readonly NonNullable<ComponentProps<typeof Alert>['variant']>[] = alerts
  const looks = variants.map((variant) => render(<Alert variant={variant} />).container.firstElementChild?.className)
  expect(new Set(looks).size).toBe(4)
})
