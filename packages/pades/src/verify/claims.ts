import { toVisible } from '@foja/pdf-core/geometry'
import { type Rectangle } from '../appearance/geometry.ts'
import type { PdfFile } from '../pdf/file.ts'
import { type PdfDict, PdfRef, textOf } from '../pdf/objects.ts'
import { boxOf, geometryOf, pagesOf } from '../pdf/pages.ts'
import type { PdfField } from '../pdf/fields.ts'
import type { WorkBudget } from '../work-budget.ts'
import { itemsOf } from './changed-objects.ts'
import type { SignatureReport } from './report.ts'

/** A PDF date (ISO 32000-2 §7.9.4): `D:YYYYMMDDHHmmSSOHH'mm`; what is left out is the earliest. Null when malformed. */
export function readDate(text: string | null): Date | null {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)(?:'?(\d\d))?)?/.exec(text ?? '')
  if (!parts) return null
  const at = (index: number, fallback: number): number => (parts[index] === undefined ? fallback : Number(parts[index]))
  const utc = Date.UTC(at(1, 0), at(2, 1) - 1, at(3, 1), at(4, 0), at(5, 0), at(6, 0))
  const offset = (at(9, 0) * 60 + at(10, 0)) * 60_000
  return new Date(parts[8] === '-' ? utc + offset : utc - offset)
}

type Claims = Pick<SignatureReport, 'reason' | 'location' | 'contactInfo'>

/** The signer's own statements: signed, but unverified. */
export function readClaims(file: PdfFile, dict: PdfDict): Claims {
  const read = (key: string): string | undefined => textOf(file.resolve(dict.get(key))) ?? undefined
  const all = { reason: read('Reason'), location: read('Location'), contactInfo: read('ContactInfo') }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Place where a signature is shown; null when it is invisible or on no page. */
export function findPlace(file: PdfFile, field: PdfField, budget: WorkBudget): Rectangle | null {
  const [widget] = field.widgets
  const rect = widget && boxOf(file, widget.dict.get('Rect'))
  if (!widget || !rect || rect.x1 <= rect.x0 || rect.y1 <= rect.y0) return null
  let number = 0
  // the page that lists the widget, since /P is optional and proves nothing
  for (const page of pagesOf(file)) {
    number++
    const annotations = itemsOf(file, page.dict.get('Annots'))
    budget.spend(annotations.length + 1)
    const isHere = annotations.some((item) => item instanceof PdfRef && item.number === widget.ref.number)
    if (isHere) return { page: number, ...toVisible(rect, geometryOf(file, page)) }
  }
  return null
}
