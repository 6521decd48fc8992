import { problemTexts } from '../../apps/server/src/texts/problem-texts.ts'
import * as en from '../../apps/web/src/test/en.ts'
import * as es from '../../apps/web/src/test/es.ts'

/** The product's own texts, which tests expect verbatim. */
export const texts = es
export const english = en

/** The server's text for an error. */
export const said = (code: keyof typeof problemTexts) => problemTexts[code].es

const inEnglish = new Set(sentencesOf(en))
const onlySpanish = new Set([...sentencesOf(es)].filter((sentence) => !inEnglish.has(sentence) && sentence.length > 3))

function* sentencesOf(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* sentencesOf(inner)
}

/** Lines of a page that are Spanish sentences of the product: untranslated in English. */
export const spanishLeft = (page: string): string[] => page.split('\n').filter((line) => onlySpanish.has(line.trim()))
