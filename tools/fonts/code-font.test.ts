import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../run.ts'
import { loadFont } from './load-font.ts'

const theme = join(root, 'apps/web/src/ui/theme')
const css = (name: string) => readFileSync(join(theme, name), 'utf8')

it('codes in the web have their own font on every device, a few kB in size', () => {
  expect(css('theme.css')).toMatch(/@utility code \{\s*font-family: 'Foja Code', 'Code Fallback'/)
  const face = /@font-face \{\s*font-family: 'Foja Code';[^}]*\}/.exec(css('fonts.css'))?.[0]
  expect(face).toContain("url('./code.woff2')")
  expect(face).toContain('font-display: swap')
  expect(readFileSync(join(theme, 'code.woff2')).byteLength).toBeLessThan(8_000)
})

it('the font of codes has a zero with a stroke, and all of ASCII', () => {
  const font = loadFont(join(theme, 'code.woff2'))
  const contoursOf = (letter: string) =>
    font.glyphForCodePoint(letter.codePointAt(0) ?? 0)?.path.commands.filter(({ command }) => command === 'closePath')
      .length
  // Outline, counter and stroke.
  expect([contoursOf('0'), contoursOf('O')]).toEqual([3, 2])
  const missing = Array.from({ length: 0x7f - 0x20 }, (_, at) => at + 0x20).filter(
    (at) => !font.hasGlyphForCodePoint(at),
  )
  expect(missing).toEqual([])
})

it('the fallback of the font of codes has the same metrics, so that nothing moves', () => {
  const { ascent, descent, unitsPerEm } = loadFont(join(theme, 'code.woff2'))
  const face = /@font-face \{\s*font-family: 'Code Fallback';[^}]*\}/.exec(css('fonts.css'))?.[0] ?? ''
  const percent = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1])
  const size = percent('size-adjust') / 100
  expect(percent('ascent-override') * size).toBeCloseTo((ascent / unitsPerEm) * 100, 1)
  expect(percent('descent-override') * size).toBeCloseTo((-descent / unitsPerEm) * 100, 1)
})
