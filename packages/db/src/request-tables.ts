import type { ColumnType } from 'kysely'
import type { CreatedAt, Instant, NullableInstant } from './column-shapes.ts'

export interface RequestTable {
  id: string
  kind: 'firmas' | 'documentos' | 'convocatoria'
  id_company: string
  /** of its documents; null: outside of a case file. Both stay while the case file is in the recycle bin. */
  id_solicitud_main: string | null
  id_solicitud: string | null
  titulo: string
  mensaje: string | null
  status: 'borrador' | 'enviada' | 'completada' | 'rechazada' | 'vencida' | 'anulada'
  allow_delegation: boolean
  remind_every_days: number | null
  expires_at: Instant
  created_by: string
  created_at: CreatedAt
  sent_at: NullableInstant
  ended_at: NullableInstant
  /** why it was cancelled */
  motivo: string | null
  /** the appointment that the parties were convened to; null for other kinds */
  fecha: NullableInstant
}

export interface RequestDocumentTable {
  id_request: string
  id_documento: string
  position: number
}

/** What the document of a request is made from again; only until all recipients have filled their fields. */
export interface RequestFillingTable {
  id_request: string
  id_documento: string
  id_template: string
  template_version: number
  flatten: boolean
  /** `TemplateData` of the contract: what is known so far */
  data: ColumnType<Record<string, string | number | boolean | null>, string, string>
}

/** Place of a stamp: `StampPosition` of the contract, with its document. */
export interface RecipientPlace {
  id_documento: string
  position: { page: number | 'last'; x: number; y: number; width: number; height: number }
  /** the empty signature field at that place, which they sign */
  field?: string
}

export interface RecipientTable {
  id: string
  id_request: string
  position: number
  nombre: string
  /** empty: a convened party without an address */
  email: string
  telefono: string | null
  identificacion: string | null
  must_match: boolean
  rol: 'firma' | 'firma_simple' | 'aprueba' | 'copia' | 'entrega' | 'convocado'
  /** null exactly for `copia` */
  turno: number | null
  status:
    | 'en_espera'
    | 'enviado'
    | 'visto'
    | 'firmado'
    | 'aprobado'
    | 'entregado'
    | 'respondido'
    | 'rechazado'
    | 'vencido'
    | 'anulado'
    | 'delegado'
  channel: 'email' | 'enlace'
  /** counts the links: a changed address makes another */
  round: number
  /** lower-case hex; the token itself is derived and never stored */
  token_sha256: string
  locale: string
  places: ColumnType<RecipientPlace[], string, string>
  /** a code from their mail is required before anything else */
  code: boolean
  /** counts the codes that were sent; they are derived and never stored */
  code_round: ColumnType<number, number | undefined, number>
  /** end of the code that was sent last; null: it was used, or none was sent */
  code_until: NullableInstant
  /** wrong or right tries of that code */
  code_tries: ColumnType<number, number | undefined, number>
  /** when a code was last typed right */
  code_at: NullableInstant
  sent_at: NullableInstant
  seen_at: NullableInstant
  acted_at: NullableInstant
  reminded_at: NullableInstant
  /** why they declined, passed it on, or do not come */
  motivo: string | null
  /** what a convened party answered */
  answer: ColumnType<
    'confirma' | 'otra_fecha' | 'no_asiste' | null,
    'confirma' | 'otra_fecha' | 'no_asiste' | null | undefined
  >
  /** the date that they propose */
  fecha_propuesta: NullableInstant
  delegated_from: string | null
  /** the signature of the template whose fields they fill, by key; null: they fill none */
  fills: ColumnType<string | null, string | null | undefined, string | null>
  filled_at: NullableInstant
}

/** The version of a document that a recipient signed. */
export interface RecipientVersionTable {
  id_recipient: string
  id_documento: string
  version: number
  at: Instant
  /** by which a verification recognises a simple signature (`signatureId` of its report); null: by certificate */
  signature_id: string | null
  /** what they agreed to, of a simple signature */
  consent: string | null
}

/** A document that one recipient is asked for. */
export interface RequirementTable {
  id: string
  id_recipient: string
  position: number
  nombre: string
  ayuda: string | null
  obligatorio: boolean
  /** kinds of files: `acceptedKinds` of the contract */
  acepta: ColumnType<('pdf' | 'imagen' | 'office')[], string, never>
  max_files: number
  status: 'pendiente' | 'recibido' | 'aceptado' | 'observado'
  /** why it was returned; null in other states */
  motivo: string | null
  reviewed_at: NullableInstant
}

/** What is known of a file besides its name, type and digest: see `ReceivedDocument` of the server. */
export interface InspectedFile {
  paginas: number | null
  pageSizes: { width: number; height: number }[] | null
  signatures: { count: number; verdict: string | null }
  activeContent: readonly string[] | null
}

export interface DeliveredFileTable {
  id: string
  id_requirement: string
  nombre: string
  mime: string
  blob_key: string
  size: number
  sha256: string
  inspected: ColumnType<InspectedFile, string, never>
  delivered_at: Instant
  /** when its requirement was returned; such files no longer count */
  returned_at: NullableInstant
  /** the document that it became when it was accepted */
  id_documento: string | null
}
