import { render } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComponentProps, ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Alert } from '../alert.tsx'
import { Badge } from '../badge.tsx'
import { buttonVariants, type ButtonProps } from '../button.tsx'
import { Card } from '../card.tsx'
import { modalStyles, type ModalProps } from '../modal-radix.tsx'
import { Select } from '../select.tsx'
import { colorModeKey, readColorMode, setColorMode } from './color-mode.ts'
import { tokens } from './tokens.ts'

afterEach(() => localStorage.clear())

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
const badges = ['primary', 'success', 'warning', 'info', 'error'] as const
// The specification names no variants of these parts: the names are our own.
const cards = ['outline', 'elevated', 'interactive'] as const
const modals = ['default', 'danger', 'wide'] as const
const selects = ['outline', 'filled'] as const

const firstClass = (element: ReactElement) => render(element).container.firstElementChild?.className

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

it('each badge variant of the specification has its own look', () => {
  const variants: readonly NonNullable<ComponentProps<typeof Badge>['variant']>[] = badges
  expect(new Set(variants.map((variant) => firstClass(<Badge variant={variant}>Texto</Badge>))).size).toBe(5)
})

it('card, modal and select have custom variants', () => {
  const cardVariants: readonly NonNullable<ComponentProps<typeof Card>['variant']>[] = cards
  expect(new Set(cardVariants.map((variant) => firstClass(<Card variant={variant} />))).size).toBe(3)
  const selectVariants: readonly NonNullable<ComponentProps<typeof Select>['variant']>[] = selects
  const looks = selectVariants.map((variant) =>
    firstClass(<Select aria-label="Orden" variant={variant} value="a" onValueChange={() => {}} options={[]} />),
  )
  expect(new Set(looks).size).toBe(2)
  const modalVariants: readonly NonNullable<ModalProps['variant']>[] = modals
  expect(new Set(modalVariants.map((variant) => modalStyles({ variant }))).size).toBe(3)
})

it('Inter is the font of the page and of the buttons', () => {
  const css = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  expect(css('theme.css')).toMatch(/html \{[^}]*font-family: 'Inter Variable'/)
  expect(css('theme.css')).toContain("--font-sans: 'Inter Variable'")
  expect(css('reset.css')).toMatch(/button[^{]*\{[^}]*font: inherit/)
  expect(css('fonts.css')).toContain('@fontsource-variable/inter')
})

it('the colour mode is system by default, and the chosen mode is kept in local storage', () => {
  expect(readColorMode()).toBe('system')
  setColorMode('dark')
  expect(localStorage.getItem(colorModeKey)).toBe('dark')
  expect(readColorMode()).toBe('dark')
})

describe('the theme is in use on the screens:', () => {
  const source = join(import.meta.dirname, '../..')
  /** All sources without the gallery and the tests. */
  const screens = globSync('**/*.tsx', { cwd: source })
    .filter((path) => !/estilo|\.test\./.test(path))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')
  // Other parts have variants of the same names.
  const others = /<(?:Alert|Badge|Card|Modal|IconText)\b[^>]*>/g

  it.each(buttons)('the button variant %s', (variant) => {
    // `secondary` is the default.
    const use = variant === 'secondary' ? '<Button onClick' : `variant(?:=|: )[^\\n>]*['"]${variant}['"]`
    expect(screens.replaceAll(others, '')).toMatch(new RegExp(use))
  })

  it.each(badges)('the badge variant %s', (variant) => {
    expect(screens).toMatch(new RegExp(`(?:<Badge[^>]*variant=|: )[^\\n>]*['"]${variant}['"]`))
  })

  it.each(Object.keys(breakpoints))('the breakpoint %s', (name) => {
    expect(screens).toMatch(new RegExp(`[\\s'"\`](?:max-)?${name}:`))
  })

  // The secondary colour is that of text and of dark bars: `ink` and `float`.
  it.each(Object.keys(colors).filter((name) => name !== 'secondary'))('the brand colour %s', (name) => {
    expect(screens).toMatch(new RegExp(`(?:bg|text|border)-${name}(?![\\w-])`))
  })
})
