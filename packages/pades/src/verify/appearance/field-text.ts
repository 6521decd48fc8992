import { PadesError } from '../../errors.ts'
import type { PdfFile } from '../../pdf/file.ts'
import { integerOf, nameOf, PdfArray, PdfDict, PdfName, PdfStream, textOf, type PdfValue } from '../../pdf/objects.ts'

const MAX_PARENTS = 64

/** A field attribute, possibly inherited (ISO 32000-2 §12.7.4.1). */
export function inheritedValue(file: PdfFile, field: PdfDict | null, key: string): PdfValue {
  let dict = field
  for (let depth = 0; dict && depth < MAX_PARENTS; depth++) {
    const value = file.resolve(dict.get(key))
    if (value !== null) return value
    dict = file.dict(dict.get('Parent'))
  }
  return null
}

/** A value as text: strings, names and text streams; the items of a list with a comma between; null when empty. */
export function valueText(file: PdfFile, value: PdfValue): string | null {
  const found = file.resolve(value)
  if (found instanceof PdfStream) return Buffer.from(file.streamData(found)).toString('latin1') || null
  if (found instanceof PdfArray) return found.items.map((item) => valueText(file, item) ?? '').join(', ') || null
  if (found instanceof PdfName) return found.value === 'Off' ? null : found.value
  return textOf(found) || null
}

const PASSWORD = 1 << 13
const COMBO = 1 << 17

/** One line of a list box: its value and its label. */
export type ListLine = { exported: string; label: string }

/**
 * Texts that an appearance may show for a value. `any`: a password, shown as dots or in the clear. `unknown`: a custom
 * format script, which is not run. `list`: the lines of a list box, of which `selected` are highlighted.
 */
export type ShownTexts = {
  texts: string[]
  any: 'dots' | 'unknown' | null
  list?: { lines: ListLine[]; selected: string | null }
}

/**
 * The text that a text or choice field should show for its value, with format actions applied (§12.7.5.3, §12.7.5.4).
 */
export function expectedTexts(file: PdfFile, field: PdfDict, value: string | null): ShownTexts {
  const flags = integerOf(inheritedValue(file, field, 'Ff')) ?? 0
  const type = nameOf(inheritedValue(file, field, 'FT'))
  const texts = value === null ? [''] : [value]
  if (type === 'Ch' && (flags & COMBO) === 0)
    return { texts, any: null, list: { lines: listLines(file, field), selected: value } }
  if (value === null) return { texts, any: null }
  if (type === 'Tx' && (flags & PASSWORD) !== 0) return { texts, any: 'dots' }
  if (type === 'Ch') {
    const labels = listLines(file, field).filter(({ exported }) => exported === value)
    return { texts: [value, ...labels.map(({ label }) => label)], any: null }
  }
  const format = formatScript(file, field)
  if (format === null) return { texts: [value], any: null }
  const formatted = applyFormat(format, value)
  return { texts: [value, ...(formatted ?? [])], any: formatted === null ? 'unknown' : null }
}

/** The options of a choice: a text, or an export value and a label (§12.7.5.4, table 233). */
function listLines(file: PdfFile, field: PdfDict): ListLine[] {
  const options = inheritedValue(file, field, 'Opt')
  return (options instanceof PdfArray ? options.items : []).flatMap((item) => {
    const option = file.resolve(item)
    const parts = option instanceof PdfArray ? option.items : [option, option]
    const [exported, label] = parts.map((part) => textOf(file.resolve(part)))
    return typeof exported === 'string' && typeof label === 'string' ? [{ exported, label }] : []
  })
}

function formatScript(file: PdfFile, field: PdfDict): string | null {
  const actions = inheritedValue(file, field, 'AA')
  const format = actions instanceof PdfDict ? file.dict(actions.get('F')) : null
  if (!format) return null
  const script = file.resolve(format.get('JS'))
  const text = script instanceof PdfStream ? Buffer.from(file.streamData(script)).toString('latin1') : textOf(script)
  return text ?? ''
}

const separators = [
  [',', '.'],
  ['', '.'],
  ['.', ','],
  ['', ','],
  ['’', '.'],
] as const

function formatNumber(value: number, decimals: number, style: number): string {
  const [thousands = '', point = '.'] = separators[style] ?? []
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}

/** The formats of form editors, as in Acrobat's AForm functions; null for any other script. */
function applyFormat(script: string, value: string): string[] | null {
  const number = Number(value.replace(',', '.'))
  const isNumber = Number.isFinite(number) && value.trim() !== ''
  const amount =
    /^\s*AFNumber_Format\(\s*(\d+)\s*,\s*(\d)\s*,\s*(\d)\s*,\s*\d\s*,\s*["']([^"']*)["']\s*,\s*(true|false)\s*\)\s*;?\s*$/.exec(
      script,
    )
  if (amount && isNumber) {
    const [, decimals = '', style = '', negative, currency = '', isBefore] = amount
    const text = formatNumber(number, Math.min(Number(decimals), 10), Number(style))
    const whole = (sign: string): string =>
      isBefore === 'true' ? `${currency}${sign}${text}` : `${sign}${text}${currency}`
    if (number >= 0 || negative === '1') return [whole('')]
    return negative === '0' ? [`-${whole('')}`, whole('-')] : [`(${whole('')})`]
  }
  const percent = /^\s*AFPercent_Format\(\s*(\d+)\s*,\s*(\d)[\s\d,truefals]*\)\s*;?\s*$/.exec(script)
  if (percent && isNumber)
    return [
      `${number < 0 ? '-' : ''}${formatNumber(number * 100, Math.min(Number(percent[1]), 10), Number(percent[2]))}%`,
    ]
  // dates and times are stored as displayed
  return /^\s*AF(?:Date|Time)_Format(?:Ex)?\([^()]*\)\s*;?\s*$/.test(script) ? [value] : null
}

/** The appearance streams of a widget: normal, rollover and down, including states (§12.5.5). */
export function appearanceStreams(file: PdfFile, appearance: PdfValue): PdfStream[] {
  const dict = file.resolve(appearance)
  if (!(dict instanceof PdfDict)) return []
  return ['N', 'R', 'D'].flatMap((key) => {
    const found = file.resolve(dict.get(key))
    if (found instanceof PdfStream) return [found]
    const states = found instanceof PdfDict ? [...found.entries.values()] : []
    return states.map((state) => file.resolve(state)).filter((state): state is PdfStream => state instanceof PdfStream)
  })
}

/** Reads possibly damaged content; null when it is damaged. */
export function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof PadesError) return null
    throw error
  }
}
