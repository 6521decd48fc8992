import type { fieldFonts } from '@foja/contracts/template-field-types'

/** What a field is written in. */
export type FieldFont = (typeof fieldFonts)[number]

/** The typefaces embedded in filled documents: Inter, and DejaVu for characters that Inter lacks. */
export type Face = 'inter' | 'inter_bold' | 'dejavu' | 'dejavu_bold'

/** The family of a character: both weights of each have the same characters. */
export type Family = 'inter' | 'dejavu'

export function faceOf(family: Family, font: FieldFont): Face {
  return font === 'inter' ? family : `${family}_bold`
}
