import { describe, expect, it } from 'vitest'
import { clip, measure, printable, wrap } from './printable.ts'

/** A pseudorandom text of any script and length, determined by the seed. */
function sample(seed: number): string {
  let state = seed + 1
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % limit
  }
  const letters = Array.from('abcñÁé 李🖋Жω…—\u202E\u0301  ()\\')
  return Array.from({ length: next(300) }, () => letters[next(letters.length)]!).join('')
}

describe('printable', () => {
  it.each([
    ['Ñandú  de\tQuito\n', 'Ñandú de Quito'],
    ['n\u0303', 'ñ'],
    ['\u202Egnp.exe', '[U+202E]gnp.exe'],
    ['李 🖋', '[U+674E] [U+1F58B]'],
    ['a\u0000b\u200Bc\uD800', 'a[U+0000]b[U+200B]c[U+D800]'],
    ['', ''],
  ])('%j is printed as %j', (text, expected) => {
    expect(printable(text)).toBe(expected)
  })

  it('keeps different names different', () => {
    const names = [
      'acta.pdf',
      'act\u200Ba.pdf',
      'a\u202Ecta.pdf',
      'acta\u00AD.pdf',
      'аcta.pdf',
      'acta.\u0000pdf',
      'ａcta.pdf',
    ]
    expect(new Set(names.map(printable)).size).toBe(names.length)
  })

  it('truncates very long texts', () => {
    expect(printable('a'.repeat(100_000))).toHaveLength(1201)
  })
})

describe('wrapped lines', () => {
  it('fit the width and contain the whole text', () => {
    for (let round = 0; round < 300; round += 1) {
      const text = sample(round)
      const width = 60 + ((round * 37) % 440)
      const whole = printable(text)
      const lines = wrap(whole, 'regular', 9, width)
      for (const line of lines) expect(measure(line, 'regular', 9)).toBeLessThanOrEqual(width + 0.001)
      expect(lines.join('').replaceAll(' ', '')).toBe(whole.replaceAll(' ', ''))
      expect(measure(clip(whole, 'bold', 9, width), 'bold', 9)).toBeLessThanOrEqual(width + 0.001)
    }
  })

  it('break between words', () => {
    expect(wrap(printable('uno dos tres'), 'regular', 10, 40)).toEqual(['uno dos', 'tres'])
  })
})
