import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { core } from '../i18n/es-core.ts'
import { pageSections } from './page-sections.ts'
import { partSections } from './part-sections.ts'

/** The sections that a module and all that it imports at once take out of the texts, besides the core. */
function sectionsOf(start: string): Set<string> {
  const files = new Set<string>()
  const sections = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const code = readFileSync(file, 'utf8')
    for (const [, names = ''] of code.matchAll(/const \{([^}]*)\} = useTexts\(\)/g)) {
      for (const name of names.split(',')) sections.add(name.split(':')[0]?.trim() ?? '')
    }
    for (const [, path = ''] of code.matchAll(/^(?:import|export)(?! type)[^'"]*?from '(\.[^']+)'/gm)) {
      visit(join(dirname(file), path))
    }
  }
  visit(start)
  return new Set([...sections].filter((name) => name !== '' && !(name in core)))
}

describe('the texts that come with a page', () => {
  it.each(Object.entries(pageSections))('%s: those that it says, and no others', (page, sections) => {
    expect([...sectionsOf(join(import.meta.dirname, 'routes', `${page}.tsx`))].sort()).toEqual([...sections])
  })

  it.each(Object.entries(partSections))('%s: likewise', (part, sections) => {
    expect([...sectionsOf(join(import.meta.dirname, '..', `${part}.tsx`))].sort()).toEqual([...sections])
  })

  it('the core is all that is said before any page', () => {
    expect([...sectionsOf(join(import.meta.dirname, '../main.tsx'))]).toEqual([])
  })

  it('nobody takes texts in a way that this test does not see', () => {
    const source = join(import.meta.dirname, '..')
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    const odd = files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^i18n/.test(file))
      .filter((file) => /(?<!const \{[^}]*\} = )useTexts\(\)/.test(readFileSync(join(source, file), 'utf8')))
    expect(odd).toEqual([])
  })
})
