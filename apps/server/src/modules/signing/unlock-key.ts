import type { KeyFiles } from '@foja/contracts/signing'
import { parseCertificate, signingProblems, type Certificate } from '@foja/pades/certificate'
import { PadesError } from '@foja/pades/errors'
import { randomBytes } from 'node:crypto'
import type { LockedKey, UnlockedKey } from '../../signing-worker/sign-protocol.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { storedKeyOf, findSigner, signerKeyPurpose } from './signers/stored-key.ts'
import type { SigningDeps, SigningRequest } from './signing-context.ts'

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

async function lockedKey(deps: SigningDeps, idUser: string, files: KeyFiles | undefined): Promise<LockedKey> {
  if (files !== undefined) {
    if ('p12' in files) return { kind: 'p12', p12: bytesOf(files.p12) }
    return { kind: 'pair', certificate: bytesOf(files.cer), key: bytesOf(files.key) }
  }
  const row = await findSigner(deps.db, idUser)
  if (row === undefined) throw new ProblemError('no_signer')
  requireUsable(parseCertificate(new Uint8Array(row.certificate)), deps.clock())
  return { kind: 'stored', serverKey: deps.keys.derive(signerKeyPurpose), ...storedKeyOf(row) }
}

const isWrongPassphrase = (error: unknown) => error instanceof PadesError && error.code === 'p12_wrong_passphrase'

/** Counts an attempt before checking the passphrase, and refunds it unless the passphrase was wrong. */
async function tryOnce<T>(deps: SigningDeps, idUser: string, work: () => Promise<T>): Promise<T> {
  const throttle = createThrottle(deps.db, deps.clock)
  const { allowed, retryAfter } = await throttle.hit('passphrase', idUser, passphraseTries)
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
  let wrong = false
  try {
    return await work()
  } catch (error) {
    wrong = isWrongPassphrase(error)
    throw padesProblem(error)
  } finally {
    if (!wrong) await throttle.refund('passphrase', idUser)
  }
}

/**
 * Opens the key of a call, once for all its documents: the sent one, or the stored one of `idUser`.
 * @throws ProblemError no_signer, too_many_attempts, p12_…, certificate_…
 */
export async function unlockKey(
  deps: SigningDeps,
  idUser: string,
  { key: files, password }: Pick<SigningRequest, 'key' | 'password'>,
): Promise<CallKey> {
  const key = await lockedKey(deps, idUser, files)
  const transportKey = new Uint8Array(randomBytes(32))
  const unlocked = await tryOnce(deps, idUser, async () =>
    deps.engine.unlock({ key, passphrase: password, transportKey }),
  )
  const certificate = parseCertificate(unlocked.certificate)
  requireUsable(certificate, deps.clock())
  return { unlocked, transportKey, certificate, forget: () => void transportKey.fill(0) }
}
