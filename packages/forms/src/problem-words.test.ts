import { describe, expect, it } from 'vitest'
import { fieldCodes } from './check-fields.ts'
import { fieldProblemWords } from './field-problem-words.ts'
import { problemWords } from './problem-words.ts'
import { valueCodes } from './value-problems.ts'

const languages = ['es', 'en'] as const

describe('the message about a value', () => {
  it('exists and is unique for each problem in both languages', () => {
    for (const language of languages) {
      const sentences = valueCodes.map((code) => problemWords({ code }, language))
      expect(new Set(sentences).size).toBe(valueCodes.length)
      for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('contains figures, examples and characters', () => {
    expect(problemWords({ code: 'too_long', values: { max: 20 } }, 'es')).toBe('Acorta el texto: caben 20 caracteres.')
    expect(problemWords({ code: 'too_many_decimals', values: { max: 1 } }, 'es')).toBe('Escribe hasta 1 decimal.')
    expect(problemWords({ code: 'too_many_decimals', values: { max: 0 } }, 'en')).toBe(
      'Write a number without decimals.',
    )
    expect(problemWords({ code: 'not_a_date', values: { example: '20/11/2026' } }, 'es')).toBe(
      'Escribe una fecha que exista, por ejemplo 20/11/2026.',
    )
    expect(problemWords({ code: 'cannot_be_written', values: { characters: ['👍', '\u{7}'] } }, 'es')).toBe(
      'Quita lo que no se puede imprimir: «👍», U+0007.',
    )
  })

  it('lists at most ten characters', () => {
    const characters = Array.from('一二三四五六七八九十百')
    expect(problemWords({ code: 'cannot_be_written', values: { characters } }, 'en')).toMatch(/«十»…\.$/)
  })
})

describe('the message about a field', () => {
  const of = { index: 0, field: 'texto', property: 'key' } as const

  it('exists and is unique for each problem in both languages', () => {
    for (const language of languages) {
      const sentences = fieldCodes.map((code) => fieldProblemWords({ ...of, code }, language))
      expect(new Set(sentences).size).toBe(fieldCodes.length)
      for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.\s?$/)
    }
  })

  it('contains the page, the option and the problem of a default', () => {
    expect(fieldProblemWords({ ...of, code: 'page_not_found', values: { page: 7 } }, 'es')).toBe(
      'El PDF no tiene la página 7.',
    )
    expect(
      fieldProblemWords(
        { ...of, code: 'option_cannot_be_written', values: { option: 'A 👍', characters: ['👍'] } },
        'es',
      ),
    ).toBe('La opción «A 👍» tiene algo que no se puede imprimir: «👍».')
    expect(
      fieldProblemWords({ ...of, code: 'default_wrong', fault: { code: 'too_long', values: { max: 3 } } }, 'es'),
    ).toBe('El valor inicial no sirve. Acorta el texto: caben 3 caracteres.')
  })
})
