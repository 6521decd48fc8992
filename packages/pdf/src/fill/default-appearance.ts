/** Default appearance of a form field (ISO 32000-2 §12.7.4.3): `size` 0 is "as large as fits". */
export type DefaultAppearance = { font: string; size: number; color: string }

/** Parses the operators of a /DA; defaults are black and as large as fits. */
export function parseDefaultAppearance(text: string | null): DefaultAppearance {
  const found: DefaultAppearance = { font: '', size: 0, color: '#000000' }
  const operands: string[] = []
  for (const token of (text ?? '').split(/[\s[\]]+/)) {
    if (token === 'Tf') {
      found.font = operands.at(-2)?.replace(/^\//, '') ?? ''
      const size = Number(operands.at(-1))
      found.size = Number.isFinite(size) && size > 0 ? size : 0
    } else if (Object.hasOwn(colorOperands, token))
      found.color = colorOf(token as keyof typeof colorOperands, operands) ?? found.color
    else {
      operands.push(token)
      continue
    }
    operands.length = 0
  }
  return found
}

/** Number of operands per colour space: grey, RGB, CMYK. */
const colorOperands = { g: 1, rg: 3, k: 4 } as const

function colorOf(operator: keyof typeof colorOperands, operands: readonly string[]): string | null {
  const count = colorOperands[operator]
  if (operands.length < count) return null
  const levels = operands.slice(-count).map((operand) => Math.min(1, Math.max(0, Number(operand) || 0)))
  const [a = 0, b = a, c = a, black = 0] = levels
  // §10.4.2.4, without colour management
  const rgb = operator === 'k' ? [a, b, c].map((ink) => (1 - ink) * (1 - black)) : [a, b, c]
  return `#${rgb
    .map((level) =>
      Math.round(level * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
