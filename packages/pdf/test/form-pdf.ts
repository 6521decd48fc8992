import { buildPdf, type PdfObject } from './build-pdf.ts'

/**
 * A form of one page of 300 × 300 points: each text is the dictionary of a field, merged with its widget unless it has
 * /Kids.
 */
export type FormOptions = {
  /** More entries of the AcroForm dictionary. */
  form?: string
  page?: string
  content?: string
  catalog?: string
  /** Objects from number 10 + the number of fields. */
  more?: PdfObject[]
  /** Numbers of widgets among `more`, which the page lists too. */
  widgets?: number[]
}

/** Number of the first field; the others follow. */
export const firstField = 10

export function formPdf(fields: string[], options: FormOptions = {}): Uint8Array {
  const refs = fields.map((_, index) => `${firstField + index} 0 R`)
  const shown = fields.flatMap((field, index) => (field.includes('/Rect') ? [`${firstField + index} 0 R`] : []))
  const widgets = [...shown, ...(options.widgets ?? []).map((number) => `${number} 0 R`)]
  const annots = `/Annots[${widgets.join(' ')}]`
  return buildPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R${options.catalog ?? ''}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<<>>${annots}${options.page ?? ''}>>`,
    { dictionary: '', stream: options.content ?? '0.9 g 0 0 300 300 re f' },
    `<</Fields[${refs.join(' ')}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 6 0 R/HeBo 7 0 R>>>>${options.form ?? ''}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
    // the two states of a box: an empty and a full square
    { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 20 20]', stream: '1 0 0 RG 1 1 18 18 re S' },
    { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 20 20]', stream: '1 0 0 rg 1 1 18 18 re f' },
    ...fields.map((field) => `<<${field}>>`),
    ...(options.more ?? []),
  ])
}

/** The entries of a widget: `rect` as left, bottom, right, top. */
export const widget = (rect: string, more = ''): string => `/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]${more}`

/** The appearances of a box of 20 × 20 whose "on" state is `state`. */
export const boxStates = (state: string): string => `/AP<</N<</${state} 9 0 R/Off 8 0 R>>>>/AS/Off`
