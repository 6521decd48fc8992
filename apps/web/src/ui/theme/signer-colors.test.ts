import { describe, expect, it } from 'vitest'
import { signerColors, signerStyle } from './signer-colors.ts'
import { contrast, signerSoft, signerTones, tokens, type TokenName } from './tokens.ts'

/** CSS Color 4, 9.2 and 10.2: OKLCH to sRGB, as `#RRGGBB`. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [Math.cos, Math.sin].map((turn) => chroma * turn((hue * Math.PI) / 180)) as [number, number]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channels = linear.map((value) => {
    const light = Math.min(1, Math.max(0, value))
    const coded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** A translucent colour over a ground. */
function mixed(color: string, ground: string, opacity: number): string {
  const [over, under] = [color, ground].map((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)))
  const channels = over!.map((value, at) => Math.round(value * opacity + under![at]! * (1 - opacity)))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const modes = [
  ['light', 0],
  ['dark', 1],
] as const

it('a signer’s OKLCH colour is converted as browsers do', () => {
  expect(hexOf(0.627966, 0.257704, 29.2346)).toBe('#ff0000')
  expect(hexOf(1, 0, 0)).toBe('#ffffff')
})

describe.each(modes)('the colours of signers in the %s mode', (mode, at) => {
  const { lightness, vivid } = signerTones
  it.each(signerColors)('hue %s is visible, and readable in an avatar and on a page', (hue, chroma) => {
    const color = hexOf(lightness[at], chroma * vivid[at], hue)
    const grounds: TokenName[] = ['canvas', 'panel', 'selected']
    for (const ground of grounds) expect(contrast(color, tokens[ground][at])).toBeGreaterThanOrEqual(3)
    expect(contrast(color, tokens['on-gold-ink'][at])).toBeGreaterThanOrEqual(4.5)
    if (mode === 'dark') return
    const soft = hexOf(signerSoft.lightness, chroma * signerSoft.vivid, hue)
    // On the page, and on the dark bar below it.
    for (const ground of ['#FFFFFF', ...tokens.float])
      expect(contrast(color, mixed(soft, ground, signerSoft.opacity))).toBeGreaterThanOrEqual(4.5)
  })
})

it('signers beyond the last colour begin again with the first', () => {
  expect(signerStyle(signerColors.length)).toEqual(signerStyle(0))
})
