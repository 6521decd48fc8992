import type { Level } from '@foja/contracts/constants'
import type { SignOptions } from '@foja/pades/sign'
import { randomBytes } from 'node:crypto'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from '../documents/public.ts'
import type { RequestedOptions } from './signing-context.ts'
import type { SigningRules } from './signing-settings.ts'

/** Crockford's base32: without letters that are mistaken for digits or other letters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a code of sixteen characters from 80 random bits. */
function createCode(): string {
  let bits = BigInt(`0x${randomBytes(10).toString('hex')}`)
  let code = ''
  for (let n = 0; n < 16; n += 1, bits >>= 5n) code = alphabet.charAt(Number(bits & 31n)) + code
  return code
}

/** The printed form: four groups of four. */
function printedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** The code on a stamp, and the address in its QR code. */
function verificationOf(code: string, origin: string): { code: string; url: string } {
  const printed = printedCode(code)
  return { code: printed, url: `${origin}/verificar?codigo=${printed}` }
}

/** The options of one signature, resolved from the request and the company's settings. */
export type ResolvedOptions = { level: Level; code: string | null; options: SignOptions }

/** @throws ProblemError timestamp_not_configured when the level needs an authority and none is set */
export function chooseLevel(asked: Level | undefined, rules: SigningRules): Level {
  const level = asked ?? rules.level
  if (level !== 'B-B' && rules.tsa === null) throw new ProblemError('timestamp_not_configured', { field: 'level' })
  return level
}

export type OptionsInput = {
  requested: RequestedOptions
  rules: SigningRules
  document: Pick<DocumentRow, 'signature_count'>
  /** Image of the caller's stored signature. */
  image: Uint8Array | null
  signingTime: Date
  /** Public origin, for the verification link. */
  origin: string
}

function drawing({ requested, rules, image }: OptionsInput): SignOptions['appearance'] {
  const kind = requested.appearance ?? rules.appearance
  if (kind === 'margin') return { kind, page: requested.position?.page ?? 1 }
  if (kind !== 'image') return { kind }
  if (image !== null) return { kind, image: new Uint8Array(image), text: requested.image_text ?? true }
  // The company's default falls back to QR for users without an image; an explicit request fails.
  if (requested.appearance === undefined) return { kind: 'qr' }
  throw new ProblemError('file_missing', { field: 'appearance' })
}

const commitments: Record<
  NonNullable<RequestedOptions['commitment_type']>,
  NonNullable<SignOptions['commitmentType']>
> = {
  proof_of_origin: 'proofOfOrigin',
  proof_of_receipt: 'proofOfReceipt',
  proof_of_delivery: 'proofOfDelivery',
  proof_of_sender: 'proofOfSender',
  proof_of_approval: 'proofOfApproval',
  proof_of_creation: 'proofOfCreation',
}

function lockOf(lock: NonNullable<RequestedOptions['lock']>): NonNullable<SignOptions['lock']> {
  if (lock.action === 'all') return { action: 'All' }
  return { action: lock.action === 'include' ? 'Include' : 'Exclude', fields: lock.fields }
}

function wordsOf({ reason, location, language }: RequestedOptions): Partial<SignOptions> {
  return { ...(reason ? { reason } : {}), ...(location ? { location } : {}), ...(language ? { language } : {}) }
}

/**
 * Resolves level, appearance and verification code of a signature from the request and the company's settings. Without
 * a place (box, field or margin) it is invisible and has no code.
 * @throws ProblemError timestamp_not_configured, file_missing
 */
export function resolveSignatureOptions(input: OptionsInput): ResolvedOptions {
  const { requested, rules, document, signingTime, origin } = input
  const level = chooseLevel(requested.level, rules)
  const base: SignOptions = {
    signingTime,
    utcOffsetMinutes: requested.utc_offset ?? 0,
    hash: rules.hash,
    ...wordsOf(requested),
    ...(requested.certify === undefined ? {} : { certify: requested.certify }),
    ...(requested.lock === undefined ? {} : { lock: lockOf(requested.lock) }),
    ...(requested.commitment_type === undefined ? {} : { commitmentType: commitments[requested.commitment_type] }),
    ...(requested.field === undefined ? {} : { fieldName: requested.field }),
  }
  const kind = requested.appearance ?? rules.appearance
  const hasPlace = requested.position !== undefined || requested.field !== undefined || kind === 'margin'
  if (kind === 'invisible' || !hasPlace)
    return { level, code: null, options: { ...base, appearance: { kind: 'invisible' } } }
  const code = createCode()
  // Only a first signature may draw on several pages, so the default applies only to it.
  const repeat = requested.repeat ?? (document.signature_count > 0 ? 'once' : rules.repeat)
  const options: SignOptions = {
    ...base,
    appearance: drawing(input),
    repeat,
    verification: verificationOf(code, origin),
    // The margin line determines its own box on the page.
    ...(requested.position === undefined || kind === 'margin' ? {} : { rectangle: requested.position }),
  }
  return { level, code, options }
}
