import type { CSSProperties } from 'react'

/** OKLCH hue and chroma: gold, teal, purple, blue, green, magenta, brick. The mode decides how light they are. */
export const signerColors = [
  [82, 0.1],
  [215, 0.085],
  [305, 0.17],
  [260, 0.16],
  [130, 0.11],
  [350, 0.16],
  [35, 0.13],
] as const

/**
 * For an element of the class `signer`: it and what is in it have `--signer` (text, bars, borders) and `--signer-soft`
 * (a light background).
 */
export function signerStyle(tone: number): CSSProperties {
  const [hue, chroma] = signerColors[tone % signerColors.length] ?? signerColors[0]
  return { '--hue': hue, '--chroma': chroma } as CSSProperties
}
