import { beforeEach, expect, it, vi } from 'vitest'
import type * as Load from './load.ts'

/** The module as a new page has it: nothing but the Spanish core. */
let load: typeof Load
beforeEach(async () => {
  vi.resetModules()
  load = await import('./load.ts')
})

it('brings the sections that a page asks for and no others', async () => {
  expect('home' in load.spanishTexts).toBe(false)
  await load.loadSections(['home'])
  expect(load.spanishTexts.home.activity).toBeTypeOf('string')
  expect('wizard' in load.spanishTexts).toBe(false)
})

it('brings to another language what was asked for in the first', async () => {
  await load.loadSections(['home', 'domain'])
  const english = await load.loadTexts('en')
  expect(english.home.activity).not.toBe(load.spanishTexts.home.activity)
  expect('domain' in english).toBe(true)
  await load.loadSections(['wizard'])
  expect('wizard' in english).toBe(true)
})

it('leaves nothing unsaid when a page opens while the language changes', async () => {
  const changing = load.loadTexts('en')
  const opening = load.loadSections(['signing'])
  const [english] = await Promise.all([changing, opening])
  expect('signing' in english).toBe(true)
  await load.loadSections(['trust'])
  expect('trust' in english).toBe(true)
})

it('does not let a section that failed to come fail what is asked for after it', async () => {
  vi.doMock('./es/notices.ts', () => {
    throw new Error('the connection was lost')
  })
  await expect(load.loadSections(['notices'])).rejects.toThrow()
  await load.loadSections(['signing'])
  expect('signing' in load.spanishTexts).toBe(true)
  vi.doUnmock('./es/notices.ts')
})
