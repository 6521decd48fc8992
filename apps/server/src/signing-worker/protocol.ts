import type { SignatureReport as WireReport, Verification } from '@foja/contracts/verification'
import type { PdfSource } from '@foja/pdf/renderer'

/** A signature report as sent by the API, with its explanation in both languages. */
export type EngineReport = Omit<WireReport, 'explanation'> & {
  explanation: { es: string; en: string }
  /** Who signed which bytes: `signatureId` of the report. */
  signature_id?: string
}
export type EngineVerification = { signatures: EngineReport[]; summary: Verification['summary'] }

/** Certificates (DER) that verdicts rest on. */
export type Trust = {
  /** For signatures; also for timestamps unless `timestampAnchors` is set. */
  anchors: Uint8Array[]
  timestampAnchors?: Uint8Array[]
  /** Complete chains; not trusted by themselves. */
  intermediates?: Uint8Array[]
}

/**
 * `now` in milliseconds. `online`: asks the authorities for revocation. `refresh`: bypasses cached answers. `password`
 * opens an encrypted file.
 */
export type VerifyTask = Trust & {
  source: PdfSource
  now: number
  online: boolean
  refresh?: boolean
  password?: string
}
export type IssuersTask = Pick<VerifyTask, 'source' | 'now'>

/** The engine adds these to every task that may use the network. */
export type NetworkRules = { privateHosts: readonly string[] }
