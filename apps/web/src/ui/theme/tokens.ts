/** A colour as `#RRGGBB` in light mode and dark mode. */
export type Token = readonly [light: string, dark: string]

const both = (color: string): Token => [color, color]

/**
 * All colours of the product. The first seven have the brand's names from the specification. `soft-x` and `on-soft-x`
 * belong together (badges, alerts); `ink` is text; `gold-ink` is a readable dark gold; `line` is the decorative
 * hairline and `control` the border of a control.
 */
export const tokens = {
  primary: both('#D1B06B'),
  secondary: both('#1F2732'),
  terciary: both('#2E3947'),
  success: both('#1DE9B6'),
  warning: both('#F4C22B'),
  error: both('#F44236'),
  info: both('#17A2B8'),
  canvas: ['#F7F8FA', '#12171E'],
  panel: ['#FFFFFF', '#1F2732'],
  muted: ['#E9EDF2', '#2E3947'],
  selected: ['#FFF7E9', '#2B2B29'],
  ink: ['#1F2732', '#F7F8FA'],
  'ink-muted': ['#485463', '#B2BFD0'],
  'gold-ink': ['#82641A', '#D1B06B'],
  'on-gold-ink': ['#FFFFFF', '#1F2732'],
  'gold-hover': both('#C6A257'),
  'on-brand': both('#1F2732'),
  'on-dark': both('#F7F8FA'),
  'terciary-hover': ['#1F2732', '#3C495A'],
  focus: ['#1F2732', '#D1B06B'],
  control: both('#758192'),
  line: ['#DFE4EA', '#2E3947'],
  danger: both('#DC261F'),
  'danger-hover': both('#B91B15'),
  'on-danger': both('#FFFFFF'),
  'error-ink': ['#C60208', '#FFA194'],
  'success-hover': both('#17D3A4'),
  float: ['#1F2732', '#2E3947'],
  'float-muted': both('#B2BFD0'),
  showcase: ['#1F2732', '#12171E'],
  'soft-primary': ['#FFE9BD', '#362601'],
  'on-soft-primary': ['#694E01', '#DAB974'],
  'soft-success': ['#AFFFE1', '#023124'],
  'on-soft-success': ['#04614A', '#0DDEAC'],
  'soft-warning': ['#FFE9B5', '#342700'],
  'on-soft-warning': ['#674F02', '#E8B611'],
  'soft-error': ['#FFE4E0', '#540001'],
  'on-soft-error': ['#9E0004', '#FFA194'],
  'soft-info': ['#C7F5FE', '#002F37'],
  'on-soft-info': ['#015D6B', '#59D0E7'],
} as const satisfies Record<string, Token>

export type TokenName = keyof typeof tokens

/** OKLCH lightness of a signer's colour in light mode and dark mode, and how much of its chroma is used. */
export const signerTones = { lightness: [0.48, 0.8], vivid: [1, 0.62] } as const

/** The background in a signer's colour, on pages of documents, which stay white: lightness, how much chroma, and opacity. */
export const signerSoft = { lightness: 0.955, vivid: 0.22, opacity: 0.9 } as const

/** Text over background: WCAG 2.2 1.4.3 requires 4.5:1. */
export const textPairs: readonly (readonly [TokenName, TokenName])[] = [
  ...(['canvas', 'panel', 'muted', 'selected'] as const).flatMap((ground) => [
    ['ink', ground] as const,
    ['ink-muted', ground] as const,
    ['gold-ink', ground] as const,
    ['error-ink', ground] as const,
    ['on-soft-success', ground] as const,
    ['on-soft-warning', ground] as const,
    ['on-soft-info', ground] as const,
  ]),
  ...(['primary', 'success', 'warning', 'error', 'info'] as const).map(
    (tone) => [`on-soft-${tone}`, `soft-${tone}`] as const,
  ),
  ['on-brand', 'primary'],
  ['on-brand', 'gold-hover'],
  ['on-brand', 'success'],
  ['on-brand', 'success-hover'],
  ['on-gold-ink', 'gold-ink'],
  ['on-dark', 'terciary'],
  ['on-dark', 'terciary-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-dark', 'float'],
  ['float-muted', 'float'],
  ['primary', 'float'],
  ['success', 'float'],
  ['on-dark', 'showcase'],
  ['float-muted', 'showcase'],
]

/** Non-text contrast (borders of controls, rings, bars, icons): WCAG 2.2 1.4.11 requires 3:1. */
export const nonTextPairs: readonly (readonly [TokenName, TokenName])[] = [
  ...(['canvas', 'panel', 'selected'] as const).flatMap((ground) => [
    ['control', ground] as const,
    ['focus', ground] as const,
    ['gold-ink', ground] as const,
  ]),
  ['focus', 'muted'],
  ['gold-ink', 'muted'],
  ['on-gold-ink', 'gold-ink'],
  ['on-brand', 'primary'],
  ['danger', 'canvas'],
  ...(['success', 'warning', 'error', 'info'] as const).map((tone) => [tone, 'float'] as const),
]

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/** WCAG 2.2 contrast ratio, 1 to 21, of two opaque colours as `#RRGGBB`. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The content of `tokens.css`: a variable per token and mode, and the Tailwind colours that use them. The dark block is
 * for screens only, so print is always light; `data-mode` on an inner element changes that part of the page.
 */
export function tokensCss(): string {
  const names = Object.keys(tokens) as TokenName[]
  const block = (mode: 0 | 1, indent: string) =>
    names
      .filter((name) => mode === 0 || tokens[name][0] !== tokens[name][1])
      .map((name) => `${indent}--${name}: ${tokens[name][mode].toLowerCase()};\n`)
      .concat(Object.entries(signerTones).map(([name, values]) => `${indent}--signer-${name}: ${values[mode]};\n`))
      .join('')
  const theme = names.map((name) => `  --color-${name}: var(--${name});\n`).join('')
  // Removes Tailwind's palette, so that all colours come from the table.
  const reset =
    '  --color-*: initial;\n  --color-white: #fff;\n  --color-transparent: transparent;\n  --color-current: currentcolor;\n'
  return [
    '/* Written from tokens.ts: change it there, then run the contrast test with -u. */\n',
    `:root,\n[data-mode='light'] {\n  color-scheme: light;\n${block(0, '  ')}}\n\n`,
    `@media screen {\n  [data-mode='dark'] {\n    color-scheme: dark;\n${block(1, '    ')}  }\n}\n\n`,
    `@theme inline {\n${reset}${theme}}\n\n`,
    '/* The colours of a signer; `--hue` and `--chroma` are set by signerStyle. */\n',
    '@utility signer {\n',
    '  --signer: oklch(var(--signer-lightness) calc(var(--chroma) * var(--signer-vivid)) var(--hue));\n',
    `  --signer-soft: oklch(${signerSoft.lightness} calc(var(--chroma) * ${signerSoft.vivid}) var(--hue) / ${signerSoft.opacity});\n}\n`,
  ].join('')
}
