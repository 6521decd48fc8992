import { array, assert, nat, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMatches, foldQuery, foldText, snippetOf } from './fold-text.ts'

const codes = (text: string) => Array.from(text, (character) => character.codePointAt(0)!)

/** The matched text of a snippet. */
function found(text: string, query: string, most = 10): string[] {
  const folded = foldText(codes(text))
  return findMatches(codes(text), foldQuery(query), most).map((match) => {
    const { snippet, start, end } = snippetOf(folded, match)
    return snippet.slice(start, end)
  })
}

describe('findMatches', () => {
  it.each([
    ['Acta de MEDIACIÓN', 'mediacion', 'MEDIACIÓN'],
    ['Acta de mediacion', '  Mediación ', 'mediacion'],
    ['Sen\u0303al', 'señal', 'Sen\u0303al'],
    ['la mediaci´on', 'mediación', 'mediaci´on'],
    ['el o\ufb01cio', 'oficio', 'o\ufb01cio'],
    ['uno\r\n  dos', 'uno dos', 'uno dos'],
    ['media\x02ción', 'mediación', 'mediación'],
    ['ex\x02alcalde', 'ex-alcalde', 'exalcalde'],
    ['ex-alcalde', 'ex–alcalde', 'ex-alcalde'],
    ['«dicho»', '"dicho"', '«dicho»'],
    ['\u{1d400}cta', 'acta', '\u{1d400}cta'],
    ['İstanbul', 'istanbul', 'İstanbul'],
  ])('in %j finds %j as %j', (text, query, shown) => {
    expect(found(text, query)).toEqual([shown])
  })

  it('finds nothing for an empty query', () => {
    for (const query of ['', '   ', '´', '\u0301']) expect(found('Acta ´ de todo', query)).toEqual([])
    expect(found('Acta', 'pacto')).toEqual([])
  })

  it('stops at the requested maximum, and does not overlap', () => {
    expect(found('aaaaa', 'aa')).toEqual(['aa', 'aa'])
    expect(found('a '.repeat(50), 'a', 7)).toHaveLength(7)
  })
})

describe('snippetOf', () => {
  it('cuts between words, with an ellipsis', () => {
    const text = `${'antes '.repeat(40)}HALLADO${' después'.repeat(40)}`
    const [match] = findMatches(codes(text), 'hallado', 1)
    const { snippet, start, end } = snippetOf(foldText(codes(text)), match!)
    expect(snippet.slice(start, end)).toBe('HALLADO')
    expect(snippet).toMatch(/^…antes .* después…$/)
    expect(snippet.length).toBeLessThan(140)
  })

  it('contains the match, for any text', () => {
    assert(
      property(array(nat(0xd7ff), { maxLength: 300 }), nat(), nat(8), (text, at, length) => {
        const folded = foldText(text)
        const query = folded.fold
          .slice(at % (folded.fold.length + 1))
          .slice(0, length + 1)
          .trim()
        for (const match of findMatches(text, query, 5)) {
          const { snippet, start, end } = snippetOf(folded, match)
          expect(start).toBeLessThanOrEqual(end)
          expect(end).toBeLessThanOrEqual(snippet.length)
          expect(foldText(codes(snippet.slice(start, end))).fold.replaceAll('-', '')).toContain(
            query.replaceAll('-', ''),
          )
        }
      }),
      { seed: 20261120, numRuns: 300 },
    )
  })
})
