import { afterEach, expect, it, vi } from 'vitest'
import { formatLocale } from './language.ts'

const speaks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
afterEach(() => vi.restoreAllMocks())

it('formats use the region of the browser', () => {
  speaks('es-MX', 'en-GB')
  expect([formatLocale('es'), formatLocale('en')]).toEqual(['es-MX', 'en-GB'])
  speaks('pt-BR')
  expect([formatLocale('es'), formatLocale('en')]).toEqual(['es-EC', 'en'])
})

it('formats use the plain language if the browser’s tag is invalid', () => {
  speaks('en-US@posix', 'en-CA')
  expect(formatLocale('en')).toBe('en-CA')
  speaks('en-US@posix')
  expect(new Intl.NumberFormat(formatLocale('en')).format(1.5)).toBe('1.5')
})
