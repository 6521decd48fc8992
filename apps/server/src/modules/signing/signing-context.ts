import type { customPdfSigning, SignedDocument } from '@foja/contracts/signing'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import type { NotifyDeps } from '../notify/public.ts'
import type { KeyedMutex } from '../../lib/keyed-mutex.ts'

export type SigningDeps = Pick<AppDeps, 'db' | 'clock' | 'keys' | 'store' | 'engine' | 'renderer'> &
  NotifyDeps & { mutex: KeyedMutex }

/** The caller, their address, and the public origin of this server. */
export type Call = { actor: SessionActor; ip: string; origin: string }

export type SigningRequest = z.output<typeof customPdfSigning.body>

/** The requested options of a signature. */
export type Look = Pick<
  SigningRequest,
  | 'position'
  | 'field'
  | 'appearance'
  | 'repeat'
  | 'image_text'
  | 'reason'
  | 'location'
  | 'level'
  | 'certify'
  | 'lock'
  | 'commitment_type'
  | 'utc_offset'
  | 'language'
>

/** Stored bytes that no row references yet. */
export type StoredVersion = { key: string; size: number; sha256: string }

export type { SignedDocument }
