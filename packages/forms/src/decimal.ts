/**
 * A number as text: digits, at most one point, an optional minus. Exact at any length, where a `number` would round.
 */
const decimalPattern = /^(-?)(\d{1,30})(?:\.(\d{1,20}))?$/

export type Decimal = { negative: boolean; whole: string; fraction: string }

/** Parses a number or its text with a decimal point; undefined: invalid. Rejects exponents. */
export function readDecimal(value: string | number): Decimal | undefined {
  const match = decimalPattern.exec(String(value))
  if (match === null) return undefined
  return { negative: match[1] === '-', whole: match[2] ?? '', fraction: match[3] ?? '' }
}

/** The text of a number in its canonical spelling. */
export function decimalText({ negative, whole, fraction }: Decimal): string {
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

export function isZero({ whole, fraction }: Decimal): boolean {
  return /^0*$/.test(whole + fraction)
}

/** Decimals without trailing zeros: 1.50 has one. */
export function significantDecimals({ fraction }: Decimal): number {
  return fraction.replace(/0+$/, '').length
}

/** Rounds to that many decimals, halves away from zero. Without leading zeros. */
export function roundDecimal(value: Decimal, decimals: number): Decimal {
  const kept = BigInt(value.whole + value.fraction.slice(0, decimals).padEnd(decimals, '0'))
  const up = (value.fraction[decimals] ?? '0') >= '5' ? 1n : 0n
  const digits = String(kept + up).padStart(decimals + 1, '0')
  return {
    negative: value.negative,
    whole: digits.slice(0, digits.length - decimals),
    fraction: digits.slice(digits.length - decimals),
  }
}
