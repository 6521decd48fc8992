import type { fieldFonts } from '@foja/contracts/template-fields'

/** What a field is written in. */
export type FieldFont = (typeof fieldFonts)[number]

/** The typefaces that filled documents embed. A field is written in one of Inter's, and in DejaVu what Inter lacks. */
export type Face = 'inter' | 'inter_bold' | 'dejavu' | 'dejavu_bold'

/** The family that has a character: both weights of each have the same ones. */
export type Family = 'inter' | 'dejavu'

/** The face of a family in the weight of a font. */
export function faceOf(family: Family, font: FieldFont): Face {
  return font === 'inter' ? family : `${family}_bold`
}
