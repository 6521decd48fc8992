import { describe, expect, it } from 'vitest'
import { templates } from './texts/templates.ts'
import { describeFields } from './components/new-template-modal.tsx'
import { fileNameOf } from './file-name.ts'
import { readTemplatesSearch, writeTemplatesSearch } from './template-search.ts'
import { makeField } from './test/make.ts'

describe('the search parameters of the template list', () => {
  it('survive a round trip, without default values', () => {
    const search = { q: 'acta', archived: true, fresh: false }
    expect(readTemplatesSearch(writeTemplatesSearch(search))).toEqual(search)
    expect(writeTemplatesSearch(readTemplatesSearch({ q: '', archivadas: 'x' }))).toEqual({})
  })
})

describe('names derived from a template', () => {
  it.each([
    ['Acta 1/2: «final»', 'Acta 1 2 «final»'],
    ['  ', 'plantilla'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('%s becomes a file that every system can store', (name, file) => {
    expect(fileNameOf(name)).toBe(file)
  })
})

describe('the summary of form fields', () => {
  it('counts fields by type, in the order of the types', () => {
    const fields = [
      makeField('a', { type: 'checkbox' }),
      makeField('b'),
      makeField('c'),
      makeField('d', { type: 'signature' }),
    ]
    expect(describeFields(fields, templates.fieldCounts)).toEqual(['2 de texto', '1 casilla', '1 firma'])
  })
})
