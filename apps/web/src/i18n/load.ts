import { core } from './es-core.ts'
import { sections as spanishSections } from './es-sections.ts'
import type { Texts } from './es.ts'
import type { Language } from './language.ts'
import type { Section, SectionLoaders } from './section.ts'

/**
 * One object a language, filled in steps: the core with the page, a section when a page needs it. It is given as
 * complete: whoever draws a page has awaited `loadSections` with all that the page says (page-sections.test.ts).
 */
const loaded: Partial<Record<Language, Texts>> = { es: { ...core } as Texts }
const wanted = new Set<Section>()
let current: Language = 'es'

export const sectionNames = Object.keys(spanishSections) as Section[]

/** The Spanish texts, there from the start. */
export const spanishTexts = loaded.es as Texts

const loadersOf = async (language: Language): Promise<SectionLoaders> =>
  language === 'es' ? spanishSections : (await import('./en-sections.ts')).sections

async function fetchSections(language: Language, sections: readonly Section[]) {
  if (sections.length === 0) return {}
  const loaders = await loadersOf(language)
  return Object.fromEntries(
    await Promise.all(
      sections.map(async (section) => [section, ((await loaders[section]()) as Partial<Texts>)[section]] as const),
    ),
  )
}

/** The texts of a language with these sections, also with those that came to be of them meanwhile. */
async function fill(language: Language, sections: Iterable<Section>): Promise<Texts> {
  const known = loaded[language]
  const missing = [...sections].filter((section) => known === undefined || !(section in known))
  if (known !== undefined && missing.length === 0) return known
  const fetched = fetchSections(language, missing)
  const texts = known ?? ({ ...(await import('./en-core.ts')).core } as Texts)
  // Two calls at the same time fill the same object.
  loaded[language] ??= texts
  Object.assign(loaded[language], await fetched)
  return fill(language, sections)
}

/** The texts of a language, with every section that was ever asked for. From now on this is the language shown. */
export async function loadTexts(language: Language): Promise<Texts> {
  let texts = await fill(language, wanted)
  // What came to be wanted at the last moment. One after the other: mostly there is nothing.
  // oxlint-disable-next-line no-await-in-loop
  while ([...wanted].some((section) => !(section in texts))) texts = await fill(language, wanted)
  current = language
  return texts
}

/** What a page says, in the language shown. Await it beside the code of the page; later calls cost nothing. */
export async function loadSections(sections: readonly Section[]): Promise<void> {
  const language = current
  await fill(language, sections)
  // The language changed meanwhile: the page is about to be drawn in the new one.
  if (language !== current) await fill(current, sections)
  // Not before: what failed to come would fail everything that is asked for after it.
  for (const section of sections) wanted.add(section)
}
