import type { Modification, SignatureReport } from './report.ts'
import type { ExplainLanguage, Sentence } from './sentences.ts'

const MAX_NAMED = 3
const MAX_TEXT = 80

/** Removes control and direction characters from values and names of the file. */
export const plain = (text: string, length = 200): string => {
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, '')
  return clean.length > length ? `${clean.slice(0, length)}…` : clean
}

const phrases = {
  filled: { es: 'se llenó «{field}»: {after}', en: '“{field}” was filled in: {after}' },
  changed: { es: 'se llenó «{field}»: {before} → {after}', en: '“{field}” was filled in: {before} → {after}' },
  emptied: { es: 'se vació «{field}», que decía {before}', en: '“{field}” was emptied; it said {before}' },
  touched: { es: 'se tocó el campo «{field}»', en: 'the field “{field}” was touched' },
  signed: { es: 'firmó {by}', en: '{by} signed' },
  signedByUnknown: { es: 'se agregó otra firma', en: 'another signature was added' },
  removed: {
    es: 'se quitaron datos que ayudaban a comprobarla',
    en: 'data that helped to check it was removed',
  },
} satisfies Record<string, Sentence>

function phraseOf({ kind, before, after, by }: Modification): Sentence | null {
  if (kind === 'field_filled') {
    if (before && after) return phrases.changed
    return after ? phrases.filled : before ? phrases.emptied : phrases.touched
  }
  if (kind === 'signature_added' || kind === 'field_signed') return by ? phrases.signed : phrases.signedByUnknown
  return kind === 'validation_data_removed' ? phrases.removed : null
}

function countMore(count: number, language: ExplainLanguage): string {
  if (language === 'es') return count === 1 ? 'un cambio más' : `${count} cambios más`
  return count === 1 ? '1 more change' : `${count} more changes`
}

/** « Después se llenó «monto»: 100 → 1.000.000 y firmó Luis Vega.»; empty without additions by people. */
export function describeAdditions({ additions }: SignatureReport, language: ExplainLanguage): string {
  const told = additions.flatMap((change) => {
    const phrase = phraseOf(change)
    if (!phrase) return []
    const { field = '', by = '', page } = change
    const values: Record<string, string> = { before: change.before ?? '', after: change.after ?? '', field, by }
    const text = phrase[language].replace(/\{(\w+)\}/g, (_, key: string) => plain(values[key] ?? '', MAX_TEXT))
    const where = page === undefined ? '' : language === 'es' ? ` (página ${page})` : ` (page ${page})`
    return [`${text}${where}`]
  })
  const first = [...new Set(told)]
  if (first.length === 0) return ''
  const more = first.length - MAX_NAMED
  const named = first.slice(0, MAX_NAMED)
  if (more > 0) named.push(countMore(more, language))
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(named)
  return language === 'es' ? ` Después ${list}.` : ` Afterwards ${list}.`
}
