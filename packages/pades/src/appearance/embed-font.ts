import {
  hexCode,
  makeFontProgram,
  writeFontProgram,
  type FontProgram,
  type ObjectWriter,
} from '@foja/pdf-core/font-program'
import { glyphsOf, interFont, type Weight } from './font.ts'

/** A cached subset for a set of glyphs, with the code of each glyph. */
type Subset = { program: FontProgram; codeOf: ReadonlyMap<number, number> }

/**
 * Characters that every subset contains. With them nearly every stamp needs the same glyphs, so the subset is built and
 * compressed once per process instead of once per signature.
 */
const common: Record<Weight, string> = {
  regular: ' abcdefghijklmnopqrstuvwxyzáéíóúñ0123456789.,:;-−+/()·ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÍÓÚÑ',
  bold: ' ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÍÓÚÑ',
}

/** Fonts already in a revision, shared by the appearances of one signature on pages of several sizes. */
const written = new WeakMap<ObjectWriter, Map<Subset, number>>()

const maxSubsets = 64
const subsets = new Map<string, Subset>()

/** Encodes text in one font and collects its glyphs, until `write` embeds the subset. */
export class EmbeddedFont {
  private readonly weight: Weight
  private readonly subset: Subset

  constructor(weight: Weight, texts: string[]) {
    this.weight = weight
    this.subset = subsetFor(weight, texts)
  }

  /** The operand of Tj: codes of the subset, two bytes each. */
  encode(text: string): string {
    const { codeOf } = this.subset
    return `<${glyphsOf(interFont(this.weight), text)
      .map(({ glyph }) => hexCode(codeOf.get(glyph)!))
      .join('')}>`
  }

  /** Adds the font's objects; returns the number of the Type0 font. */
  write(writer: ObjectWriter): number {
    const known = written.get(writer) ?? new Map<Subset, number>()
    written.set(writer, known)
    const number = known.get(this.subset) ?? writer.add(writeFontProgram(writer, this.subset.program))
    known.set(this.subset, number)
    return number
  }
}

/** Code points of the glyphs in every subset, by weight. */
const always = new Map<Weight, ReadonlyMap<number, number>>()

function alwaysIn(weight: Weight): ReadonlyMap<number, number> {
  let known = always.get(weight)
  if (!known)
    always.set(
      weight,
      (known = new Map(glyphsOf(interFont(weight), common[weight]).map((g) => [g.glyph, g.codePoint]))),
    )
  return known
}

function subsetFor(weight: Weight, texts: string[]): Subset {
  const base = alwaysIn(weight)
  const extra = new Map<number, number>()
  for (const text of texts) {
    for (const { glyph, codePoint } of glyphsOf(interFont(weight), text))
      if (!base.has(glyph)) extra.set(glyph, codePoint)
  }
  const key = `${weight} ${[...extra.keys()].toSorted((a, b) => a - b).join(' ')}`
  let subset = subsets.get(key)
  if (!subset) {
    const shown = [...base, ...extra].map(([glyph, codePoint]) => ({ glyph, codePoint }))
    const codeOf = new Map(shown.map(({ glyph }, index) => [glyph, index + 1]))
    subset = { program: makeFontProgram(interFont(weight), shown, 9), codeOf }
    if (subsets.size >= maxSubsets) subsets.delete(subsets.keys().next().value!)
    subsets.set(key, subset)
  }
  return subset
}
