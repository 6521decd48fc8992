import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as companies from '../features/companies/late-sections.ts'
import * as signing from '../features/signing/late-sections.ts'
import * as solicitudes from '../features/solicitudes/late-sections.ts'
import * as templates from '../features/templates/late-sections.ts'
import * as users from '../features/users/late-sections.ts'
import { core } from '../i18n/es-core.ts'
import { pageSections } from './page-sections.ts'
import * as parts from './part-sections.ts'

/** The parts that come later than their page with texts of their own, and the sections that are fetched beside them. */
const partSections: Record<string, readonly string[]> = {
  'app/routes/document-checks': parts.checkSections,
  'app/routes/document-placing': parts.placingSections,
  'app/shell/app-commands': parts.commandSections,
  'app/shell/late-shell': parts.shellSections,
  'features/documents/components/attachment-view': parts.attachmentSections,
  'features/documents/components/delete-modal': parts.readerSections,
  'features/documents/components/reader-search': parts.readerSections,
  'features/emails/components/email-modal': parts.emailSections,
  'features/emails/components/emails-panel': parts.emailSections,
  'features/mediation/components/mediation-modal': parts.mediationSections,
  'features/notifications/components/notice-panel': parts.noticeSections,
  'features/profile/components/totp-modal': ['security'],
  'features/session/components/code-step': ['secondStep'],
  'features/shares/components/share-modal': parts.shareSections,
  'features/solicitudes/components/case-dialogs': solicitudes.formSections,
  'features/solicitudes/components/filter-chips': solicitudes.chipSections,
  'features/solicitudes/components/filters-modal': solicitudes.toolSections,
  'features/solicitudes/components/selection-bar': solicitudes.toolSections,
  'features/solicitudes/photos/photos-modal': solicitudes.photoSections,
  'features/templates/components/new-template-modal': templates.newSections,
  'features/templates/components/template-menu': templates.menuSections,
  'features/templates/components/template-picker': parts.pickerSections,
  'features/templates/csv/fill-many': parts.manySections,
  'features/companies/components/company-dialogs': companies.formSections,
  'features/companies/components/require-modal': companies.formSections,
  'features/users/components/import-modal': users.importSections,
  'features/users/components/user-dialogs': users.formSections,
  'ui/modal-radix': ['leaving'],
}

/** The parts of the panel where one signs: one of them may bring the texts of the others along. */
const signingParts = ['key-files', 'sign-failure', 'sign-options', 'sign-preflight', 'upload-certificate']

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

  it('of the panel where one signs: what they say beyond it', () => {
    const said = signingParts.flatMap((part) => [
      ...sectionsOf(join(import.meta.dirname, '../features/signing/components', `${part}.tsx`)),
    ])
    const there = new Set<string>(pageSections['document-route'])
    const beyond = new Set(said.filter((section) => !there.has(section)))
    expect([...beyond].sort()).toEqual([...signing.lateSections])
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
