import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, NullableInstant } from './column-shapes.ts'

type Json<Value> = ColumnType<Value, string, string>

/** The base PDFs of templates, each content once per company; rows never change. */
export interface TemplateBaseTable {
  /** opaque random handle, the only name of this content on the wire */
  pdf_path: string
  id_company: string
  /** key in the object store */
  blob_key: string
  /** bytes */
  size: number
  /** lower-case hex */
  sha256: string
  paginas: number
  /** PDF points, as displayed (rotation applied), one entry per page */
  page_sizes: Json<{ width: number; height: number }[]>
  created_at: CreatedAt
}

export interface TemplateTable {
  id: string
  id_company: string
  name: string
  version: Generated<number>
  /** number of documents made from it */
  uses: Generated<number>
  last_used_at: NullableInstant
  /** deleted, but kept because documents were made from it */
  archived_at: NullableInstant
  created_by: string
  updated_by: string
  created_at: CreatedAt
  updated_at: CreatedAt
}

/** One saved version of a template; rows never change. */
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

/** Why a row of a batch was not filled; rows count from 1. */
export interface BatchError {
  row: number
  field: string | null
  code: string
  /** names and figures for the sentence */
  values?: Record<string, string | number | string[]>
}

/** `BatchRequests` of the contract, and how the messages tell times. */
export interface BatchRequestsRow {
  asked: unknown
  locale: string
  /** zone of the user's browser */
  zone: string | null
}

/** A batch of fillings of one template, processed by a job. */
export interface TemplateBatchTable {
  /** idempotency key of the call that started it */
  id: string
  id_template: string
  template_version: number
  id_company: string
  /** the request that gets the documents; null for a ZIP */
  id_solicitud: string | null
  name_field: string | null
  flatten: Generated<boolean>
  /** `TemplateData[]` of the contract */
  rows: Json<unknown[]>
  /** what asks for a signature of each document; null: nothing does */
  requests: ColumnType<BatchRequestsRow | null, string | null, string | null>
  request_sha256: string
  status: 'running' | 'done' | 'cancelled'
  total: number
  done: Generated<number>
  failed: Generated<number>
  /** translated when read, into the reader's language */
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
