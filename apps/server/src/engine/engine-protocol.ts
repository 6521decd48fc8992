import type { SignatureReport as WireReport, Verification } from '@foja/contracts/verification'
import type { PdfSource } from '@foja/pdf/renderer'

/** A signature's report as it goes over the wire, with its sentence in both languages. */
export type EngineReport = Omit<WireReport, 'explanation'> & { explanation: { es: string; en: string } }
export type EngineVerification = { signatures: EngineReport[]; summary: Verification['summary'] }

/** What verdicts rest on: certificates in DER. */
export type Trust = {
  /** For people; for timestamps too, where those have no list of their own. */
  anchors: Uint8Array[]
  timestampAnchors?: Uint8Array[]
  /** They complete chains, and are trusted by nobody. */
  intermediates?: Uint8Array[]
}

/**
 * `now` is a time in milliseconds; `online`: revocation is asked of the authorities; `refresh`: also where an earlier
 * answer would serve; `password` opens an encrypted file.
 */
export type VerifyTask = Trust & {
  source: PdfSource
  now: number
  online: boolean
  refresh?: boolean
  password?: string
}
export type IssuersTask = Pick<VerifyTask, 'source' | 'now'>

/** What the engine adds to every task that may ask the network. */
export type NetworkRules = { privateHosts: readonly string[] }
