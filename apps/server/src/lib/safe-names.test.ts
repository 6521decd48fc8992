import { describe, expect, it } from 'vitest'
import { createNamer, safeName } from './safe-names.ts'

describe('safeName', () => {
  it.each([
    ['Contrato de señal.pdf', 'Contrato de señal.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\autoexec.bat', '_.._autoexec.bat'],
    ['C:\\x.pdf', 'C_x.pdf'],
    ['..', 'archivo'],
    ['', 'archivo'],
    ['   ', 'archivo'],
    ['///', 'archivo'],
    ['.pdf', 'archivo'],
    ['.oculto.pdf', 'oculto.pdf'],
    ['NUL', '_NUL'],
    ['com1.pdf', '_com1.pdf'],
    ['consola.pdf', 'consola.pdf'],
    ['fin. . .', 'fin'],
    ['a\u0000b\nc.pdf', 'a_b_c.pdf'],
    ['factura\u202Efdp.exe', 'factura_fdp.exe'],
    ['Inés'.normalize('NFD'), 'Inés'],
    ['¿Qué? <b>*"x"|y.pdf', '¿Qué_ _b_x_y.pdf'],
    [`${'ñ'.repeat(300)}.pdf`, `${'ñ'.repeat(100)}.pdf`],
    ['\ud800x.pdf', '\u005fx.pdf'],
  ])('%j becomes %j', (name, expected) => {
    expect(safeName(name, 'archivo')).toBe(expected)
  })

  it('returns a valid name on every system for any input', () => {
    // A fixed pseudorandom sequence (the constants are those of Numerical Recipes).
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let round = 0; round < 3000; round += 1) {
      const highest = [0x80, 0x300, 0x2100, 0x1_0000][round % 4]!
      const name = Array.from({ length: next(150) }, () => String.fromCharCode(next(highest))).join('')
      const safe = safeName(name, 'archivo')
      expect(safe).not.toMatch(/[/\\:*?"<>|\p{Cc}]/u)
      expect(safe).not.toMatch(/^[.\s]|[.\s]$|^$/)
      expect(safe.isWellFormed()).toBe(true)
      expect(Array.from(safe).length).toBeLessThanOrEqual(110)
    }
  })
})

describe('createNamer', () => {
  it('numbers equal names, ignoring letter case', () => {
    const next = createNamer()
    expect(['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf', 'b', 'b'].map(next)).toEqual([
      'a.pdf',
      'A (2).pdf',
      'a (3).pdf',
      'a (2) (2).pdf',
      'b',
      'b (2)',
    ])
  })

  it('numbers many equal names quickly', () => {
    const next = createNamer()
    const names = Array.from({ length: 20_000 }, () => next('acta.pdf'))
    expect(new Set(names).size).toBe(20_000)
    expect(names.at(-1)).toBe('acta (20000).pdf')
  })

  it('avoids names that are taken', () => {
    expect(createNamer('LEEME.txt')('Leeme.TXT')).toBe('Leeme (2).TXT')
  })
})
