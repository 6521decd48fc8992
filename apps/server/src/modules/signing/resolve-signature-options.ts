import type { Level } from '@foja/contracts/signing'
import type { SignOptions } from '@foja/pades/sign'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/public.ts'
import type { Look } from './signing-context.ts'
import type { SigningRules } from './signing-settings.ts'
import { createCode, verificationOf } from './verification-code.ts'

/** The options of one signature, resolved from the request and the company's settings. */
export type Decided = { level: Level; code: string | null; options: SignOptions }

/** @throws ProblemError timestamp_not_configured when the level needs an authority and none is set */
export function chooseLevel(asked: Level | undefined, rules: SigningRules): Level {
  const level = asked ?? rules.level
  if (level !== 'B-B' && rules.tsa === null) throw new ProblemError('timestamp_not_configured', { field: 'level' })
  return level
}

export type LookInput = {
  look: Look
  rules: SigningRules
  document: Pick<DocumentRow, 'signature_count'>
  /** Image of the caller's stored signature. */
  image: Uint8Array | null
  signingTime: Date
  /** Public origin, for the verification link. */
  origin: string
}

function drawing({ look, rules, image }: LookInput): SignOptions['appearance'] {
  const kind = look.appearance ?? rules.appearance
  if (kind === 'margin') return { kind, page: look.position?.page ?? 1 }
  if (kind !== 'image') return { kind }
  if (image !== null) return { kind, image: new Uint8Array(image), text: look.image_text ?? true }
  // The company's default falls back to QR for users without an image; an explicit request fails.
  if (look.appearance === undefined) return { kind: 'qr' }
  throw new ProblemError('file_missing', { field: 'appearance' })
}

const commitments: Record<NonNullable<Look['commitment_type']>, NonNullable<SignOptions['commitmentType']>> = {
  proof_of_origin: 'proofOfOrigin',
  proof_of_receipt: 'proofOfReceipt',
  proof_of_delivery: 'proofOfDelivery',
  proof_of_sender: 'proofOfSender',
  proof_of_approval: 'proofOfApproval',
  proof_of_creation: 'proofOfCreation',
}

function lockOf(lock: NonNullable<Look['lock']>): NonNullable<SignOptions['lock']> {
  if (lock.action === 'all') return { action: 'All' }
  return { action: lock.action === 'include' ? 'Include' : 'Exclude', fields: lock.fields }
}

function wordsOf({ reason, location, language }: Look): Partial<SignOptions> {
  return { ...(reason ? { reason } : {}), ...(location ? { location } : {}), ...(language ? { language } : {}) }
}

/**
 * Resolves level, appearance and verification code of a signature from the request and the company's settings. Without
 * a place (box, field or margin) it is invisible and has no code.
 * @throws ProblemError timestamp_not_configured, file_missing
 */
export function resolveSignatureOptions(input: LookInput): Decided {
  const { look, rules, document, signingTime, origin } = input
  const level = chooseLevel(look.level, rules)
  const base: SignOptions = {
    signingTime,
    utcOffsetMinutes: look.utc_offset ?? 0,
    hash: rules.hash,
    ...wordsOf(look),
    ...(look.certify === undefined ? {} : { certify: look.certify }),
    ...(look.lock === undefined ? {} : { lock: lockOf(look.lock) }),
    ...(look.commitment_type === undefined ? {} : { commitmentType: commitments[look.commitment_type] }),
    ...(look.field === undefined ? {} : { fieldName: look.field }),
  }
  const kind = look.appearance ?? rules.appearance
  const hasPlace = look.position !== undefined || look.field !== undefined || kind === 'margin'
  if (kind === 'invisible' || !hasPlace)
    return { level, code: null, options: { ...base, appearance: { kind: 'invisible' } } }
  const code = createCode()
  // Only a first signature may draw on several pages, so the default applies only to it.
  const repeat = look.repeat ?? (document.signature_count > 0 ? 'once' : rules.repeat)
  const options: SignOptions = {
    ...base,
    appearance: drawing(input),
    repeat,
    verification: verificationOf(code, origin),
    // The margin line determines its own box on the page.
    ...(look.position === undefined || kind === 'margin' ? {} : { rectangle: look.position }),
  }
  return { level, code, options }
}
