import type { PdfFile } from '../pdf/file.ts'
import { type PdfDict, PdfRef, textOf, type PdfValue } from '../pdf/objects.ts'
import { boxOf, geometryOf, pagesOf } from '../pdf/pages.ts'
import type { PdfField } from '../pdf/fields.ts'
import type { Budget } from './budget.ts'
import { itemsOf } from './changed-objects.ts'
import type { ReportRectangle, SignatureReport } from './report.ts'

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

/** What the signer says about the signature; signed, but nobody checked it. */
export function readClaims(file: PdfFile, dict: PdfDict): Claims {
  const read = (key: string): string | undefined => textOf(file.resolve(dict.get(key))) ?? undefined
  const all = { reason: read('Reason'), location: read('Location'), contactInfo: read('ContactInfo') }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Page on which a widget stands: the one that lists it, since /P is optional and proves nothing. */
function pageOfWidget(file: PdfFile, widget: PdfRef, budget: Budget): number | null {
  let number = 0
  for (const page of pagesOf(file)) {
    number++
    const annotations = itemsOf(file, page.dict.get('Annots'))
    budget.spend(annotations.length + 1)
    if (annotations.some((item: PdfValue) => item instanceof PdfRef && item.number === widget.number)) return number
  }
  return null
}

/** Where a signature is shown; null when it is invisible or on no page. */
export function findPlace(file: PdfFile, field: PdfField, budget: Budget): ReportRectangle | null {
  const [widget] = field.widgets
  const rect = widget && boxOf(file, widget.dict.get('Rect'))
  if (!widget || !rect || rect.x1 <= rect.x0 || rect.y1 <= rect.y0) return null
  const number = pageOfWidget(file, widget.ref, budget)
  if (number === null) return null
  let at = 0
  for (const page of pagesOf(file)) {
    at++
    if (at !== number) continue
    const { box, rotation } = geometryOf(file, page)
    const [width, height] = [rect.x1 - rect.x0, rect.y1 - rect.y0]
    if (rotation === 90) return { page: number, x: rect.y0 - box.y0, y: rect.x0 - box.x0, width: height, height: width }
    if (rotation === 180) return { page: number, x: box.x1 - rect.x1, y: rect.y0 - box.y0, width, height }
    if (rotation === 270)
      return { page: number, x: box.y1 - rect.y1, y: box.x1 - rect.x1, width: height, height: width }
    return { page: number, x: rect.x0 - box.x0, y: box.y1 - rect.y1, width, height }
  }
  return null
}
