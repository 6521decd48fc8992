import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { FieldValue } from '@foja/forms/field-value'
import type { PdfSource, WorkerAnswer } from './worker-protocol.ts'

export type FillRequest = {
  fields: readonly TemplateField[]
  /** By key, already checked. Missing ones stay empty, including fields of the PDF's own form. */
  values: readonly (readonly [key: string, value: FieldValue])[]
  locale: TemplateLocale
  /** True: flattens the PDF's own form into the pages, except signature fields. Default false. */
  flatten?: boolean
}

export type Filled = { bytes: Uint8Array; pages: number }

/** `skipped`: form fields without a matching template type, by full name. */
export type DetectedFields = {
  fields: TemplateField[]
  skipped: { name: string; reason: 'button' | 'hidden' | 'off_page' | 'too_many' }[]
}

export type FillTask = { kind: 'detect'; source: PdfSource } | ({ kind: 'fill'; source: PdfSource } & FillRequest)
export type FillValue = Filled | DetectedFields
export type FillAnswer = WorkerAnswer<FillValue>
export type FillWorkerData = { compiled: WebAssembly.Module; maxHeapBytes: number }
