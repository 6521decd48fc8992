import type { ActiveContent } from '@foja/contracts/active-content'
import type { Level } from '@foja/contracts/constants'
import type { Prepared, Rectangle } from '@foja/pades/prepare'
import type { SignOptions } from '@foja/pades/sign'
import type { PdfSource } from '@foja/pdf/renderer'
import type { Trust } from './protocol.ts'
import type { WrappedKey } from './key-wrap.ts'

/** A stored key; `context` is what its wrapping is bound to. */
export type StoredKey = { wrapped: WrappedKey; context: string; certificate: Uint8Array; chain: Uint8Array[] }

/** A key that acts without a passphrase: PKCS#8 sealed with a key of the server. */
export type SealedKey = {
  serverKey: Uint8Array
  sealed: Uint8Array
  context: string
  certificate: Uint8Array
  chain: Uint8Array[]
}

/** A locked key: stored in the database, or sent with the request. */
export type LockedKey =
  | ({ kind: 'sealed' } & SealedKey)
  | ({ kind: 'stored'; serverKey: Uint8Array } & StoredKey)
  | { kind: 'p12'; p12: Uint8Array }
  | { kind: 'pair'; certificate: Uint8Array; key: Uint8Array }

/** `transportKey`: 32 random bytes of this call that encrypt the opened key between the engine's threads. */
export type UnlockTask = { key: LockedKey; passphrase: string; transportKey: Uint8Array }

/** A key opened for one call. `sealed`: its encrypted PKCS#8. Certificates in DER, nearest issuer first. */
export type UnlockedKey = { sealed: Uint8Array; certificate: Uint8Array; chain: Uint8Array[] }

/** A timestamp authority as a company configured it. */
export type Authority = { url: string; username: string | null; password: string | null; policy: string | null }

/** Services for levels above B-B; `now` in milliseconds. */
export type SignServices = Trust & { tsa: Authority | null; now: number }

export type SignTask = {
  source: PdfSource
  key: UnlockedKey
  transportKey: Uint8Array
  level: Level
  options: SignOptions
  /** null: the level needs none. */
  services: SignServices | null
}

/** The bytes to append. The file itself never leaves the disk, unless it had to be repaired first. */
export type SignedTail = {
  tail: Uint8Array
  fieldName: string
  /** Replaces a damaged file, before the tail is appended; null when no repair was needed. */
  repaired: Uint8Array | null
}

/** A signature with a remote key; certificates in DER, nearest issuer first. */
export type PrepareTask = {
  source: PdfSource
  certificate: Uint8Array
  chain: Uint8Array[]
  level: Level
  options: SignOptions
}

export type PreparedTail = {
  prepared: Prepared
  /** DER SignedAttributes: the bytes that the key signs. */
  signedAttributes: Uint8Array
  repaired: Uint8Array | null
}

/** `source`: the prepared file, or its repaired version. */
export type CompleteTask = {
  source: PdfSource
  prepared: Prepared
  signedAttributes: Uint8Array
  /** Raw value; for ECDSA the DER Ecdsa-Sig-Value. */
  signature: Uint8Array
  certificate: Uint8Array
  chain: Uint8Array[]
  level: Level
  services: SignServices | null
}

export type ExtendTask = { source: PdfSource; level: 'B-LT' | 'B-LTA'; services: SignServices }

/** `digest`: the SHA-256 to stamp; default: of random bytes. */
export type TimestampTask = { services: SignServices; digest?: Uint8Array }
/** `token`: in DER. */
export type TimestampFound = { tsa: string; time: number; trusted: boolean; token: Uint8Array }

/** Properties of a file before it is signed. */
export type Inspection = {
  signatures: number
  /** Empty signature fields. `label`: its name in readers; `position`: as shown in readers, null for invisible ones. */
  fields: { name: string; label: string | null; position: Rectangle | null }[]
  certified: 1 | 2 | 3 | null
  needsRepair: boolean
  activeContent: ActiveContent[]
}

/** Certificates in DER, nearest issuer first; `now` in milliseconds. */
export type PreflightTask = Trust & {
  certificate: Uint8Array
  chain: Uint8Array[]
  level: Level
  now: number
  /** True if a timestamp authority is configured. */
  tsa: boolean
}
