import type { SigningHash } from '../cms/oids.ts'
import type { DistinguishedName } from '../distinguished-name.ts'
import type { PadesErrorCode } from '../errors.ts'

export type { SigningHash } from '../cms/oids.ts'
export type { DistinguishedName } from '../distinguished-name.ts'
export type { PadesErrorCode } from '../errors.ts'

/** What a page asks of the worker that holds its key. `id` comes back with the answer. */
export type KeyRequest =
  | { id: number; kind: 'open'; files: readonly Blob[]; passphrase: string }
  | { id: number; kind: 'sign'; attributes: string; hash: SigningHash }

/** What a page may know of the key that was opened; bytes are base64 as the API takes them. */
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
