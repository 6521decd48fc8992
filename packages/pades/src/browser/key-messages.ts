import type { SigningHash } from '../cms/oids.ts'
import type { DistinguishedName } from '../distinguished-name.ts'
import type { PadesErrorCode } from '../errors.ts'

export type { SigningHash } from '../cms/oids.ts'
export type { DistinguishedName } from '../distinguished-name.ts'
export type { PadesErrorCode } from '../errors.ts'

/** Requests of a page to the worker that holds its key. The answer has the same `id`. */
export type KeyRequest =
  | { id: number; kind: 'open'; files: readonly Blob[]; passphrase: string }
  | { id: number; kind: 'sign'; attributes: string; hash: SigningHash }

/** Facts about the opened key for the page; bytes are base64 as in the API. */
export type OpenedKeyFacts = {
  certificate: string
  chain: string[]
  subject: DistinguishedName
  issuer: DistinguishedName
  serialNumber: string
  notBefore: Date
  notAfter: Date
  /** 'RSA 2048', 'EC P-256'… */
  keyType: string
  /** Why the certificate may not sign now; empty when it may. */
  problems: PadesErrorCode[]
}

/** The worker's answer: facts to 'open', the signature in base64 to 'sign'. */
export type KeyReply =
  | { id: number; value: OpenedKeyFacts | string }
  | { id: number; problem: { code: PadesErrorCode; detail?: Record<string, unknown> } }
