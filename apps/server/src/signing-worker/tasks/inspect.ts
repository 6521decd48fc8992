import { PadesError } from '@foja/pades/errors'
import type { Rectangle } from '@foja/pades/prepare'
import { fieldsOf, type PdfField } from '@foja/pades/pdf/fields'
import { readPdf, type PdfFile } from '@foja/pades/pdf/file'
import { textOf } from '@foja/pades/pdf/objects'
import { boxOf, geometryOf, pagesOf } from '@foja/pades/pdf/pages'
import { assertMaySign, earlierSignatures, type EarlierSignature } from '@foja/pades/pdf/permissions'
import { freeFieldName, pageOfWidget } from '@foja/pades/pdf/signature-field'
import type { PdfSource } from '@foja/pdf/renderer'
import { toVisible } from '@foja/pdf-core/geometry'
import { answer, readSource, type EngineAnswer } from '../answer.ts'
import type { Inspection } from '../sign-protocol.ts'
import { findActiveContent } from './active-content.ts'
import { withRepair } from './with-repair.ts'

function placeOf(file: PdfFile, { widgets: [widget] }: PdfField): Rectangle | null {
  if (widget === undefined) return null
  const box = boxOf(file, widget.dict.get('Rect'))
  const page = box && box.x1 > box.x0 && box.y1 > box.y0 ? pageOfWidget(file, widget) : null
  if (box === null || page === null) return null
  const number = [...pagesOf(file)].findIndex(({ ref }) => ref.number === page.ref.number) + 1
  return { page: number, ...toVisible(box, geometryOf(file, page)) }
}

/** The alternate field name that readers show (ISO 32000-2 §12.7.4.1, /TU), on one line; null without one. */
function labelOf(file: PdfFile, { dict }: PdfField): string | null {
  const label = (textOf(file.resolve(dict.get('TU'))) ?? '').replace(/[\p{C}\s]+/gu, ' ')
  return label.trim().slice(0, 200) || null
}

/** Throws `pdf_forbids_signing` when neither a new field nor any empty field may be signed. */
function assertMaySignSomewhere(
  file: PdfFile,
  earlier: EarlierSignature[],
  fields: PdfField[],
  empty: PdfField[],
): void {
  const isNew = { fieldName: freeFieldName(fields), isNew: true, stamp: null, repeats: false }
  const choices = empty.map(({ name }) => ({ fieldName: name, isNew: false, stamp: null, repeats: false }))
  const allowed = [isNew, ...choices].some((choice) => {
    try {
      assertMaySign(file, earlier, choice)
      return true
    } catch (error) {
      if (error instanceof PadesError && error.code === 'pdf_forbids_signing') return false
      throw error
    }
  })
  if (!allowed) assertMaySign(file, earlier, isNew)
}

/** Returns which fields of the file may be signed, and its certification level. */
function inspect(pdf: Uint8Array): Omit<Inspection, 'needsRepair'> {
  const file = readPdf(pdf)
  const fields = fieldsOf(file)
  const earlier = earlierSignatures(file, fields)
  const empty = fields.filter(({ type, value, widgets }) => type === 'Sig' && value === null && widgets.length > 0)
  const levels = earlier.flatMap(({ permissions: { certifies, docMdp } }) => (certifies && docMdp ? [docMdp] : []))
  assertMaySignSomewhere(file, earlier, fields, empty)
  return {
    signatures: earlier.filter(({ by }) => by !== '').length,
    fields: empty.map((field) => ({ name: field.name, label: labelOf(file, field), position: placeOf(file, field) })),
    certified: levels.length === 0 ? null : (Math.min(...levels) as 1 | 2 | 3),
    activeContent: findActiveContent(pdf),
  }
}

/** Inspects a file before it is signed. */
export async function inspectTask({ source }: { source: PdfSource }): Promise<EngineAnswer<Inspection>> {
  return await answer(async () => {
    const { result, repaired } = await withRepair(await readSource(source), async (pdf) => inspect(pdf))
    return { ...result, needsRepair: repaired !== null }
  })
}
