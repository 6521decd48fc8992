import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, NullableInstant } from './column-shapes.ts'

type Json<Value> = ColumnType<Value, string, string>

/** The base PDF of templates, the same content once a company; rows never change. */
export interface TemplateBaseTable {
  /** opaque random handle, the only name under which the wire knows this content */
  pdf_path: string
  id_company: string
  /** key in the object store */
  blob_key: string
  /** bytes */
  size: number
  /** lower-case hex */
  sha256: string
  paginas: number
  /** PDF points, as displayed (rotation applied), one a page */
  page_sizes: Json<{ width: number; height: number }[]>
  created_at: CreatedAt
}

export interface TemplateTable {
  id: string
  id_company: string
  name: string
  version: Generated<number>
  /** documents that were made from it */
  uses: Generated<number>
  last_used_at: NullableInstant
  /** deleted, but kept since documents were made from it */
  archived_at: NullableInstant
  created_by: string
  updated_by: string
  created_at: CreatedAt
  updated_at: CreatedAt
  /** idempotency key of the call that made it */
  key: ColumnType<string | null, string | null | undefined, never>
  request_sha256: ColumnType<string | null, string | null | undefined, never>
}

/** One saved state of a template; rows never change. */
export interface TemplateVersionTable {
  id_template: string
  version: number
  name: string
  /** BCP 47 */
  locale: string
  pdf_path: string
  /** `TemplateField[]` of the contract */
  fields: Json<unknown[]>
  created_by: string
  created_at: CreatedAt
}

/** What kept a row of a batch from being filled; rows count from 1. */
export interface BatchError {
  row: number
  field: string | null
  code: string
  /** names and figures for the sentence */
  values?: Record<string, string | number | string[]>
}

/** Many fillings of one template, worked at by a job. */
export interface TemplateBatchTable {
  /** idempotency key of the call that started it */
  id: string
  id_template: string
  template_version: number
  id_company: string
  /** where the documents go; null for a ZIP */
  id_solicitud: string | null
  name_field: string | null
  flatten: Generated<boolean>
  /** `TemplateData[]` of the contract */
  rows: Json<unknown[]>
  request_sha256: string
  status: 'running' | 'done' | 'cancelled'
  total: number
  done: Generated<number>
  failed: Generated<number>
  /** told in words when they are read, in the language of whoever reads */
  errors: ColumnType<BatchError[], string | undefined, string>
  created_by: string
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** A PDF that a batch made for its ZIP. */
export interface TemplateBatchFileTable {
  id_batch: string
  /** from 1 */
  row: number
  nombre: string
  /** key in the object store */
  blob_key: string
  /** bytes */
  size: number
  created_at: CreatedAt
}
