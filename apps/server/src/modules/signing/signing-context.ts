import type { customPdfSigning, SignedDocument, StampPosition } from '@foja/contracts/signing'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import type { KeyedMutex } from '../../lib/keyed-mutex.ts'

/** `requestOrigin`: the public origin of this server as the caller reached it. */
export type SigningCtx = Ctx & { mutex: KeyedMutex; requestOrigin: string }

export type SigningRequest = z.output<typeof customPdfSigning.body>

const optionNames = [
  'position',
  'field',
  'appearance',
  'repeat',
  'image_text',
  'reason',
  'location',
  'level',
  'certify',
  'lock',
  'commitment_type',
  'utc_offset',
  'language',
] as const satisfies readonly (keyof SigningRequest)[]

/** The options that a request names for its signatures. */
export type RequestedOptions = Pick<SigningRequest, (typeof optionNames)[number]>

/** Where a signature is drawn: a box, or an empty field of the document. */
export type StampPlace = { position: StampPosition } | { field: string }

/** Copies only the options, so that what is kept during a batch contains neither the passphrase nor the key. */
export function requestedOptions(request: RequestedOptions): RequestedOptions {
  return Object.fromEntries(optionNames.map((name) => [name, request[name]]))
}

/** Stored bytes that no row references yet. */
export type StoredVersion = { key: string; size: number; sha256: string }

export type { SignedDocument }
