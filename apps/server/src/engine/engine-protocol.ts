import type { SignatureReport as WireReport, Verification } from '@foja/contracts/verification'
import type { PadesErrorCode } from '@foja/pades/errors'
import type { SignOptions } from '@foja/pades/sign'
import type { PdfSource } from '@foja/pdf/renderer'
import type { WrappedKey } from './key-wrap.ts'

/** A signature's report as it goes over the wire, with its sentence in both languages. */
export type EngineReport = Omit<WireReport, 'explanation'> & { explanation: { es: string; en: string } }
export type EngineVerification = { signatures: EngineReport[]; summary: Verification['summary'] }

/** `anchors` are DER certificates; `now` is a time in milliseconds. */
export type VerifyTask = { source: PdfSource; anchors: Uint8Array[]; now: number }

/** A stored key and whose it is; `context` is what the wrapping was bound to. */
export type StoredKey = { wrapped: WrappedKey; context: string; certificate: Uint8Array; chain: Uint8Array[] }
export type SignTask = {
  source: PdfSource
  key: StoredKey
  passphrase: string
  serverKey: Uint8Array
  options: SignOptions
}
/** What is to be appended to the file: the file itself never leaves the disk. */
export type SignedTail = { tail: Uint8Array; fieldName: string }

export type EngineFailure = { code: PadesErrorCode; detail?: Record<string, unknown> }
export type EngineAnswer<T> = { ok: true; value: T } | { ok: false; error: EngineFailure }
