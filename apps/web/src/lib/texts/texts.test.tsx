import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import * as en from '../../test/en.ts'
import * as es from '../../test/es.ts'
import { createFormat } from '../format/format.ts'
import { chooseLanguage, formatLocale } from './language.ts'
import { useUiTexts } from '../../ui/texts/ui.ts'
import { defineTexts, textsReady } from './define-texts.ts'
import { startTexts, TextsProvider, useLanguage } from './texts.tsx'

/** Every path of a catalog with the type of its value: `ui.page: function of 1`. */
function shape(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}: function of ${value.length}`]
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => shape(inner, path === '' ? key : `${path}.${key}`))
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}

const source = join(import.meta.dirname, '../..')
const textFiles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!lib)\/texts\/[\w.-]+\.ts$/.test(file),
)

describe('text catalogs', () => {
  it('are all in the lists that tests read', () => {
    const files = textFiles.filter((file) => file.endsWith('.en.ts'))
    expect(Object.keys(en).length).toBe(files.length)
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort())
  })
  it('have the same keys in every language', () => {
    expect(shape(en).sort()).toEqual(shape(es).sort())
  })
  it.each([
    ['es', es],
    ['en', en],
  ])('have no empty text in %s', (_language, texts) => {
    expect(leaves(texts).filter((text) => text.trim() === '' || text !== text.trim())).toEqual([])
  })
})

it('Spanish texts use «tú», and «solo» and «este» without an accent (RAE)', () => {
  const odd = textFiles.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return Array.from(
      text.matchAll(/(?<!\p{L})(?:sólo|ést[aeo]s?|és[aeo]s?|ustedes|usted)(?!\p{L})/giu),
      ([word]) => `${file}: ${word}`,
    )
  })
  expect(odd).toEqual([])
})

describe('choosing the language', () => {
  const browser = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

  it('takes the stored one, else the first supported language of the browser, else Spanish', () => {
    browser('fr-FR', 'en-GB', 'es-EC')
    expect(chooseLanguage()).toBe('en')
    browser('fr-FR')
    expect(chooseLanguage()).toBe('es')
    localStorage.setItem('foja-language', 'en')
    expect(chooseLanguage()).toBe('en')
  })

  it('formats with the user’s region', () => {
    browser('en-GB', 'es-MX')
    expect([formatLocale('es'), formatLocale('en')]).toEqual(['es-MX', 'en-GB'])
    browser('fr')
    expect([formatLocale('es'), formatLocale('en')]).toEqual(['es-EC', 'en'])
  })

  it('changes texts, html lang and storage together', async () => {
    const Probe = () => {
      const ui = useUiTexts()
      const { setLanguage } = useLanguage()
      return <button onClick={() => void setLanguage('en')}>{ui.close}</button>
    }
    render(
      <TextsProvider>
        <Probe />
      </TextsProvider>,
    )
    expect(document.documentElement.lang).toBe('es')
    await userEvent.click(screen.getByRole('button', { name: es.ui.close }))
    await waitFor(() => expect(screen.getByRole('button', { name: en.ui.close })).toBeDefined())
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('foja-language')).toBe('en')
  })
})

it('loads the English texts of lazy code before it is drawn, also after a failure', async () => {
  localStorage.setItem('foja-language', 'en')
  expect(await startTexts()).toBe('en')
  const load = vi.fn<() => Promise<{ en: { hello: string } }>>(async () => ({ en: { hello: 'Hello' } }))
  load.mockRejectedValueOnce(new Error('offline'))
  const useLateTexts = defineTexts({ hello: 'Hola' }, load)
  await expect(textsReady()).rejects.toThrow('offline')
  await textsReady()
  const Late = () => <p>{useLateTexts().hello}</p>
  render(
    <TextsProvider initial="en">
      <Late />
    </TextsProvider>,
  )
  expect(screen.getByText('Hello')).toBeTruthy()
})

describe('formatting', () => {
  const format = createFormat('es-EC')
  // Without a time zone, so it is the one of the device.
  const now = '2026-11-20T12:31:00'

  it.each([
    ['2026-11-20T12:30:30', /ahora/],
    ['2026-11-20T12:23:00', /hace 8\smin/],
    ['2026-11-20T10:31:00', /hace 2\sh/],
    ['2026-11-20T03:02:00', /^hoy, 0?3:02$/],
    ['2026-11-19T18:12:00', /^ayer, 18:12$/],
    ['2026-11-21T09:30:00', /^mañana, 0?9:30$/],
    ['2026-11-18T09:30:00', /^18 nov/],
    ['2025-11-18T09:30:00', /2025/],
    ['not a date', /^$/],
  ])('formats %s relative to now', (moment, expected) => {
    expect(format.relative(moment, now)).toMatch(expected)
  })

  it.each([
    ['2026-11-20T12:31:01', /^dentro de 1\smin/, /^in 1\smin/],
    ['2026-11-20T12:32:00', /^dentro de 1\smin/, /^in 1\smin/],
    ['2026-11-20T12:32:01', /^dentro de 2\smin/, /^in 2\smin/],
    ['2026-11-20T14:31:00', /^dentro de 2\sh/, /^in 2\sh/],
    ['2026-11-20T12:31:00', /^ahora$/, /^now$/],
    ['2026-11-20T12:20:00', /^ahora$/, /^now$/],
    ['not a date', /^$/, /^$/],
  ])('formats the time until %s, with «now» only once it is due', (moment, spanish, english) => {
    expect(format.until(moment, now)).toMatch(spanish)
    expect(createFormat('en-GB').until(moment, now)).toMatch(english)
  })

  it('formats sizes, shares, plurals and lists', () => {
    expect(format.bytes(900)).toMatch(/^900\s?B$/)
    expect(format.bytes(212_000)).toMatch(/^212\skB$/)
    expect(format.bytes(1_400_000)).toMatch(/^1,4\sMB$/)
    expect(format.percent(0.42)).toMatch(/^42\s?%$/)
    expect(format.plural(1, { one: 'firma', other: 'firmas' })).toBe('1 firma')
    expect(format.plural(0, { one: 'firma', other: 'firmas' })).toBe('0 firmas')
    expect(format.list(['a', 'b', 'c'])).toBe('a, b y c')
  })
})
