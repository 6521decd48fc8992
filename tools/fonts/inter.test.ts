import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../run.ts'
import { interFile, makeInter } from './inter.ts'
import { loadFont } from './load-font.ts'

it('the font of the web is what the installed Inter gives (node tools/make-inter.ts)', async () => {
  expect((await makeInter()).equals(readFileSync(interFile))).toBe(true)
})

it('the font of the web has all letters of Latin-1, the weights that fonts.css promises, and its copyright', () => {
  const css = readFileSync(join(root, 'apps/web/src/ui/theme/fonts.css'), 'utf8')
  expect(/@font-face \{[^}]*foja-inter[^}]*\}/.exec(css)?.[0]).toContain('font-weight: 400 700')
  const font = loadFont(interFile)
  expect(font.variationAxes['wght']).toMatchObject({ min: 400, max: 700 })
  // The soft hyphen is never drawn.
  const missing = Array.from({ length: 0x100 - 0xa0 }, (_, at) => at + 0xa0).filter(
    (at) => at !== 0xad && !font.hasGlyphForCodePoint(at),
  )
  expect(missing).toEqual([])
  expect(font.copyright).toContain('The Inter Project Authors')
})
