import { problemTexts } from '../../apps/server/src/http/problem-texts.ts'
import { es } from '../../apps/web/src/i18n/es.ts'

/** The sentences that people read, from where the product takes them: a test that expects one expects Spanish. */
export const texts = es

/** What the server says of an error. */
export const said = (code: keyof typeof problemTexts) => problemTexts[code].es
