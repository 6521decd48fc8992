import type { KeyFiles } from '@foja/contracts/signing'
import { parseCertificate, signingProblems, type Certificate } from '@foja/pades/certificate'
import { PadesError } from '@foja/pades/errors'
import { randomBytes } from 'node:crypto'
import type { LockedKey, UnlockedKey } from '../../signing-worker/sign-protocol.ts'
import type { Ctx } from '../../context.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import { waitText } from '../../texts/wait-text.ts'
import { storedKeyOf, findSigner, signerKeyPurpose } from './signers/stored-key.ts'
import type { SigningRequest } from './signing-context.ts'
import { wrongPassphrase } from './signing-problems.ts'

/** A key opened for one call, with its certificate. */
export type CallKey = {
  unlocked: UnlockedKey
  transportKey: Uint8Array
  certificate: Certificate
  /** Wipes the transport key, without which the opened key cannot be used. */
  forget: () => void
}

/** Limits wrong passphrases, so that a stolen session does not allow guessing. */
const passphraseTries: ThrottleRule = { tries: 10, seconds: 15 * 60 }

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/**
 * @throws ProblemError certificate_expired, certificate_not_yet_valid, certificate_not_for_signing,
 * certificate_weak_key
 */
export function requireUsable(certificate: Certificate, at: Date): void {
  const [problem] = signingProblems(certificate, at)
  if (problem !== undefined) throw padesProblem(new PadesError(problem))
}

async function lockedKey({ db, clock, keys, actor }: Ctx, files: KeyFiles | undefined): Promise<LockedKey> {
  if (files !== undefined) {
    if ('p12' in files) return { kind: 'p12', p12: bytesOf(files.p12) }
    return { kind: 'pair', certificate: bytesOf(files.cer), key: bytesOf(files.key) }
  }
  const row = await findSigner(db, actor.id)
  if (row === undefined) throw new ProblemError('no_signer')
  requireUsable(parseCertificate(new Uint8Array(row.certificate)), clock())
  return { kind: 'stored', serverKey: keys.derive(signerKeyPurpose), ...storedKeyOf(row) }
}

/** A user's tries run one at a time: they count until they succeed, and right ones would reach the limit together. */
const inTurn = createKeyedMutex()

const isWrongPassphrase = (error: unknown) => error instanceof PadesError && error.code === 'p12_wrong_passphrase'

/**
 * Counts an attempt before checking the passphrase, and refunds it unless the passphrase was wrong. Both refusals are
 * 400, so that the dialog stays, with the remaining attempts and the pause.
 */
async function tryOnce<T>({ db, clock, actor }: Ctx, work: () => Promise<T>): Promise<T> {
  const throttle = createThrottle(db, clock)
  const { allowed, remaining, retryAfter } = await throttle.hit('passphrase', actor.id, passphraseTries)
  if (!allowed) throw new ProblemError('passphrase_paused', { because: waitText(retryAfter), retryAfter })
  let wrong = false
  try {
    return await work()
  } catch (error) {
    wrong = isWrongPassphrase(error)
    if (wrong) throw wrongPassphrase(remaining, retryAfter, error)
    throw padesProblem(error)
  } finally {
    if (!wrong) await throttle.refund('passphrase', actor.id)
  }
}

/**
 * Opens the key of a call, once for all its documents: the sent one, or the stored one of the caller.
 * @throws ProblemError no_signer, passphrase_paused, p12_…, certificate_…
 */
export async function unlockKey(
  ctx: Ctx,
  { key: files, password }: Pick<SigningRequest, 'key' | 'password'>,
): Promise<CallKey> {
  const key = await lockedKey(ctx, files)
  const transportKey = new Uint8Array(randomBytes(32))
  const unlock = async () => ctx.engine.unlock({ key, passphrase: password, transportKey })
  const unlocked = await inTurn(ctx.actor.id, async () => await tryOnce(ctx, unlock))
  const certificate = parseCertificate(unlocked.certificate)
  requireUsable(certificate, ctx.clock())
  return { unlocked, transportKey, certificate, forget: () => void transportKey.fill(0) }
}
