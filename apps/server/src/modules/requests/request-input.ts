import { signingRequestLimits as limits, type RecipientRole } from '@foja/contracts/request-states'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { recipientTokenDigest } from './recipient-token.ts'

const dayMs = 24 * 3_600_000

/**
 * The end of a new request; without one, the usual term.
 * @throws ProblemError date_in_past, request_term_too_long
 */
export function termOf({ expires_at }: { expires_at?: string | undefined }, now: Date): Date {
  const until = expires_at === undefined ? new Date(now.getTime() + limits.usualDays * dayMs) : new Date(expires_at)
  if (until <= now) throw new ProblemError('date_in_past', { field: 'expires_at' })
  if (until.getTime() > now.getTime() + limits.days * dayMs) {
    throw new ProblemError('request_term_too_long', { field: 'expires_at' })
  }
  return until
}

/** @throws ProblemError recipient_repeated */
export function requireOwnAddresses(recipients: readonly { email: string }[]): void {
  const addresses = new Set<string>()
  for (const [index, { email }] of recipients.entries()) {
    if (addresses.has(email)) throw new ProblemError('recipient_repeated', { field: `recipients.${index}.email` })
    addresses.add(email)
  }
}

type Coded = { code?: boolean | undefined; rol?: RecipientRole }

/** What the sender chose; by default those who sign simply. */
const needsCode = ({ code, rol }: Coded): boolean => code ?? rol === 'firma_simple'

/** Codes go by mail alone. @throws ProblemError code_needs_mail */
export function requireMailForCodes({ mail }: Pick<Ctx, 'mail'>, recipients: readonly Coded[]) {
  if (mail === null && recipients.some(needsCode)) throw new ProblemError('code_needs_mail')
}

type Person = Coded & { nombre: string; email: string; telefono?: string | undefined }

/** The row of a recipient who has not been asked yet, without their role. */
export function newRecipient(
  { keys, locale }: Pick<Ctx, 'keys' | 'locale'>,
  id_request: string,
  position: number,
  person: Person,
) {
  const id = randomUUID()
  return {
    id,
    id_request,
    position,
    nombre: person.nombre,
    email: person.email,
    telefono: person.telefono || null,
    status: 'en_espera' as const,
    channel: 'email' as const,
    round: 1,
    token_sha256: recipientTokenDigest(keys, id, 1),
    locale,
    code: needsCode(person),
  }
}
