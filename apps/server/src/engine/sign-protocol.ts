import type { Level } from '@foja/contracts/signing'
import type { Prepared, Rectangle } from '@foja/pades/prepare'
import type { SignOptions } from '@foja/pades/sign'
import type { PdfSource } from '@foja/pdf/renderer'
import type { Trust } from './engine-protocol.ts'
import type { WrappedKey } from './key-wrap.ts'

/** A stored key and whose it is; `context` is what the wrapping was bound to. */
export type StoredKey = { wrapped: WrappedKey; context: string; certificate: Uint8Array; chain: Uint8Array[] }

/** A key as it comes: out of the database, or with the request that wants to sign. */
export type LockedKey =
  | ({ kind: 'stored'; serverKey: Uint8Array } & StoredKey)
  | { kind: 'p12'; p12: Uint8Array }
  | { kind: 'pair'; certificate: Uint8Array; key: Uint8Array }

/** `transportKey`: 32 random bytes of this call, under which the opened key travels between the engine's threads. */
export type UnlockTask = { key: LockedKey; passphrase: string; transportKey: Uint8Array }

/** A key opened for the length of one call. `sealed` is its PKCS#8; the certificates are DER, issuers nearest first. */
export type UnlockedKey = { sealed: Uint8Array; certificate: Uint8Array; chain: Uint8Array[] }

/** An authority for timestamps, as a company configured it. */
export type Authority = { url: string; username: string | null; password: string | null; policy: string | null }

/** What levels above B-B need; `now` is a time in milliseconds. */
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

/** What is to be appended to the file: the file itself never leaves the disk, unless it had to be repaired first. */
export type SignedTail = {
  tail: Uint8Array
  fieldName: string
  /** What takes the place of a broken file, before the tail; null when the file is good as it is. */
  repaired: Uint8Array | null
}

/** A signature whose key is elsewhere; certificates in DER, issuers nearest first. */
export type PrepareTask = {
  source: PdfSource
  certificate: Uint8Array
  chain: Uint8Array[]
  level: Level
  options: SignOptions
}

export type PreparedTail = {
  prepared: Prepared
  /** DER SignedAttributes: what the key signs. */
  signedAttributes: Uint8Array
  repaired: Uint8Array | null
}

/** `source` is the file that was prepared: the repaired one when there was one. */
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

export type TimestampTask = { services: SignServices }
export type TimestampFound = { tsa: string; time: number; trusted: boolean }

/** What a file admits before it is signed. */
export type Inspection = {
  signatures: number
  /** Empty signature fields; `label` is what readers call them, `position` as a reader sees it, null for an invisible one. */
  fields: { name: string; label: string | null; position: Rectangle | null }[]
  certified: 1 | 2 | 3 | null
  needsRepair: boolean
}

/** Certificates in DER, issuers nearest first; `now` in milliseconds. */
export type PreflightTask = Trust & {
  certificate: Uint8Array
  chain: Uint8Array[]
  level: Level
  now: number
  /** Whether a timestamp authority is configured. */
  tsa: boolean
}
