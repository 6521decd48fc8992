import type { TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import type { FieldValue } from '@foja/forms/field-value'
import type { PdfSource, WorkerAnswer } from './worker-protocol.ts'

export type FillRequest = {
  fields: readonly TemplateField[]
  /** By key, already checked. What is not named stays empty, fields of the PDF's own form too. */
  values: readonly (readonly [key: string, value: FieldValue])[]
  locale: TemplateLocale
  /** True: the PDF's own form becomes part of the pages; signature fields stay. Default false. */
  flatten?: boolean
}

/** The filled file, and how many pages it has. */
export type Filled = { bytes: Uint8Array; pages: number }

/** `skipped`: form fields that a template has no type for, by fully qualified name. */
export type DetectedFields = {
  fields: TemplateField[]
  skipped: { name: string; reason: 'button' | 'hidden' | 'off_page' | 'too_many' }[]
}

export type FillTask = { kind: 'detect'; source: PdfSource } | ({ kind: 'fill'; source: PdfSource } & FillRequest)
export type FillValue = Filled | DetectedFields
export type FillAnswer = WorkerAnswer<FillValue>
export type FillWorkerData = { compiled: WebAssembly.Module; maxHeapBytes: number }
