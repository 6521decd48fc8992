import { Parser } from '../../pdf/parser.ts'
import { PdfArray, PdfDict, PdfName, PdfString, type PdfValue } from '../../pdf/objects.ts'
import type { WorkBudget } from '../../work-budget.ts'

/** One operator of a content stream with its operands (ISO 32000-2 §7.8.2). */
export type Operation = { operator: string; operands: readonly PdfValue[] }

const BYTES_PER_STEP = 8
const MAX_OPERANDS = 20_000

const isDelimiter = (byte: number | undefined): boolean =>
  byte === undefined || byte <= 0x20 || '()<>[]{}/%'.includes(String.fromCharCode(byte))

/**
 * The operations of a content stream in order. An inline image is one operation `BI`; its data has no length and ends,
 * as in other readers, at the first `EI` between white space (§8.9.7).
 *
 * @throws PadesError `pdf_damaged` for other tokens; WorkBudgetError.
 */
export function* operationsOf(data: Uint8Array, budget: WorkBudget): Generator<Operation> {
  budget.spend(1 + data.length / BYTES_PER_STEP)
  const parser = new Parser(data)
  let operands: PdfValue[] = []
  for (parser.skipSpace(); parser.position < data.length; parser.skipSpace()) {
    const word = readWord(data, parser.position)
    if (word === null) {
      operands.push(parser.parseValue())
      if (operands.length > MAX_OPERANDS) parser.fail('too many operands')
      continue
    }
    parser.position += word.length
    if (word === 'ID') parser.position = endOfImage(data, parser.position)
    else yield { operator: word, operands }
    operands = []
  }
}

const isSpace = (byte: number | undefined): boolean => byte === undefined || byte <= 0x20

function endOfImage(data: Uint8Array, from: number): number {
  const at = Buffer.from(data.buffer, data.byteOffset, data.length)
  for (let i = at.indexOf('EI', from); i >= 0; i = at.indexOf('EI', i + 1))
    if (isSpace(data[i - 1]) && isSpace(data[i + 2])) return i + 2
  return data.length
}

/** The operator at this place; null for an operand. */
function readWord(data: Uint8Array, at: number): string | null {
  const first = data[at]!
  const isLetter =
    (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a) || first === 0x27 || first === 0x22
  if (!isLetter) return null
  let end = at + 1
  while (!isDelimiter(data[end]) && end - at < 32) end++
  const word = Buffer.from(data.subarray(at, end)).toString('latin1')
  return word === 'true' || word === 'false' || word === 'null' ? null : word
}

/** Numeric operands; null when one is not a number or their count is wrong. */
export function numbersOf(operands: readonly PdfValue[], count: number): number[] | null {
  const last = operands.slice(-count)
  return last.length === count && last.every((value): value is number => typeof value === 'number') ? last : null
}

/** The parts of a text-showing operator: strings, and adjustments in thousandths of the font size (§9.4.3). */
export function shownPieces({ operator, operands }: Operation): readonly (PdfString | number)[] {
  const last = operands.at(-1) ?? null
  const items = operator === 'TJ' && last instanceof PdfArray ? last.items : [last]
  return items.filter((item): item is PdfString | number => item instanceof PdfString || typeof item === 'number')
}

export const showsText = (operator: string): boolean => ['Tj', 'TJ', "'", '"'].includes(operator)

/** Text of the name operand at a place, or null. */
export const nameOperand = (operands: readonly PdfValue[], at: number): string | null => {
  const value = operands[at]
  return value instanceof PdfName ? value.value : null
}

/** True if marked content belongs to a layer that readers can switch off (§14.11.3.1). */
export const isOptional = ({ operator, operands }: Operation): boolean =>
  (operator === 'BDC' || operator === 'DP') &&
  (nameOperand(operands, 0) === 'OC' || (operands[1] instanceof PdfDict && operands[1].get('OC') !== null))
