import { familyOf } from './coverage.ts'
import { markOn } from './marks.ts'

/** Invisible characters: soft hyphens, joiners, directions, the emoji variation selector (U+FE0F). */
const undrawn =
  /[\u{AD}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2064}\u{2066}-\u{2069}\u{FEFF}]|\u{FE0E}|\u{FE0F}/gu

/**
 * Normalises a text for writing: Unicode NFC, line ends as `\n` in multi-line texts and as a space otherwise, tabs as
 * spaces, without invisible characters.
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
 * The characters of a text that no font has, each once and in order, as displayed (a flag is one character). Empty: the
 * text can be written. Joining or stacking scripts (Arabic, Hebrew, those of India), several marks on a letter and
 * emoji are not supported.
 */
export function missingCharacters(text: string): string[] {
  if (isWritable(text)) return []
  const missing = new Set<string>()
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) if (!isWritable(segment)) missing.add(segment)
  return [...missing]
}

/**
 * Every code point is in a face; a combining mark without a precomposed character follows a letter that can carry it.
 */
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

/** Name of a character in a sentence: quoted, or its code point when invisible. */
export function characterName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  const seen = !/^[\p{C}\p{Z}\p{M}]/u.test(character)
  return seen ? `«${character}»` : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}
