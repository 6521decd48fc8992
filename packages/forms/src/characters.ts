import { familyOf } from './coverage.ts'
import { markOn } from './marks.ts'

/** Marks that are drawn nowhere: soft hyphens, joiners, directions, the wish for a picture of a sign (U+FE0F). */
const undrawn =
  /[\u{AD}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2064}\u{2066}-\u{2069}\u{FEFF}]|\u{FE0E}|\u{FE0F}/gu

/**
 * A text as it is written: letters and their accents as one character (Unicode NFC), each end of a line as `\n` where
 * there may be several lines and as a space where not, tabs as spaces, and without what is drawn nowhere.
 */
export function writtenText(text: string, multiline: boolean): string {
  return text
    .normalize('NFC')
    .replace(undrawn, '')
    .replace(/\r\n?|[\n\v\f\u{85}\u{2028}\u{2029}]/gu, multiline ? '\n' : ' ')
    .replaceAll('\t', ' ')
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/**
 * What of a text no font has, each once and in its order, as a person sees it (a flag is one character). Empty: it can
 * be written. Scripts whose letters join or stack (Arabic, Hebrew, those of India), several marks upon a letter and emoji cannot.
 */
export function missingCharacters(text: string): string[] {
  if (isWritable(text)) return []
  const missing = new Set<string>()
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) if (!isWritable(segment)) missing.add(segment)
  return [...missing]
}

/** Each character is in a face; a mark that has no character with its letter, alone upon one that carries it. */
function isWritable(text: string): boolean {
  let letter: number | undefined
  for (const character of writtenText(text, true)) {
    const codePoint = character.codePointAt(0) ?? 0
    const isDrawn = character === '\n' || familyOf(codePoint) !== undefined
    if (!isDrawn && (letter === undefined || markOn(letter, codePoint, 'inter') === undefined)) return false
    letter = isDrawn ? codePoint : undefined
  }
  return true
}

/** How a character is named in a sentence: in quotes, or by its number when it would not be seen. */
export function characterName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  const seen = !/^[\p{C}\p{Z}\p{M}]/u.test(character)
  return seen ? `«${character}»` : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}
