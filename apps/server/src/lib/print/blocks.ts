import { printable } from './printable.ts'
import type { Sheet, Style } from './sheet.ts'

export type FactRow = { label: string; value: string }

/** Rows with their labels; those without a value are left out. */
export const factsOf = (rows: readonly (readonly [string, string | null | undefined])[]): FactRow[] =>
  rows.flatMap(([label, value]) => (value === null || value === undefined || value === '' ? [] : [{ label, value }]))

export const styles = {
  letterhead: { weight: 'bold', size: 12.5 },
  title: { weight: 'bold', size: 19 },
  name: { weight: 'bold', size: 11.5 },
  heading: { weight: 'bold', size: 12.5 },
  subheading: { weight: 'bold', size: 9.5 },
  body: { weight: 'regular', size: 9 },
  strong: { weight: 'bold', size: 9 },
  label: { weight: 'regular', size: 8, gray: 0.38 },
  value: { weight: 'regular', size: 8.5 },
  small: { weight: 'regular', size: 7.2, gray: 0.3 },
} as const satisfies Record<string, Style>

const labelWidth = 112

/** The building blocks of a report on a sheet. */
export function draft({ sheet }: { sheet: Sheet }) {
  return {
    /** `next`: height in points of the first element below, so that the heading does not end a page. */
    heading: (text: string, next: number): void => {
      sheet.keep(50 + next)
      sheet.space(16)
      sheet.text(printable(text), styles.heading)
      sheet.space(5)
      sheet.rule({ thickness: 0.8, gray: 0.2 })
      sheet.space(8)
    },
    subheading: (left: string, right = ''): void => {
      sheet.ends(printable(left), printable(right), styles.subheading)
      sheet.space(2)
    },
    paragraph: (text: string, style: Style = styles.body): void => {
      sheet.text(printable(text), style)
      sheet.space(4)
    },
    facts: (rows: readonly FactRow[], width?: number): void => {
      for (const { label, value } of rows) {
        const column = { gap: labelWidth, ...(width === undefined ? {} : { width }) }
        sheet.fact(printable(label), printable(value), { label: styles.label, value: styles.value }, column)
      }
    },
  }
}
