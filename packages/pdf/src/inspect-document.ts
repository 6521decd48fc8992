import { isEncrypted, pageSize, type OpenDocument } from './pdfium-document.ts'
import { userUnitOf } from './user-units.ts'

/** FPDF_GetFormType (fpdf_formfill.h): dynamic XFA, and XFA beside an equivalent AcroForm. */
const xfaForms = [2, 3]

export type PageSize = { page: number; width: number; height: number }
/** `repaired`: only a repaired copy could be opened; its pages can be shown, the file itself is damaged. */
export type Inspection = { pages: number; sizes: PageSize[]; encrypted: boolean; xfa: boolean; repaired: boolean }

/**
 * Number of pages and their sizes in points as displayed: CropBox, with /Rotate (7.7.3.3) and UserUnit (8.3.2.3)
 * applied.
 */
export function inspectDocument(document: OpenDocument): Inspection {
  const sizes: PageSize[] = []
  for (let page = 1; page <= document.pages; page++) {
    const { width, height } = pageSize(document, page)
    const unit = userUnitOf(document, page)
    sizes.push({ page, width: width * unit, height: height * unit })
  }
  return {
    pages: document.pages,
    sizes,
    encrypted: isEncrypted(document),
    xfa: xfaForms.includes(document.instance.fpdf.FPDF_GetFormType(document.handle)),
    repaired: document.repaired,
  }
}
