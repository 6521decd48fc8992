import type { Assertion, Registration } from '@foja/contracts/passkeys'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { ServerKeys } from '../../../keys.ts'
import { createChallenge, isChallenge, type ChallengeUse } from './passkey-challenges.ts'
import type { StoredPasskey } from './passkeys.queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded with the first passkey: it has 300 files. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 (RFC 9053, 2; RFC 8812, 2): what authenticators offer. */
const algorithms = [-8, -7, -257]

/** The browser's dialog; a challenge lives longer than that. */
const timeout = 240_000

/** User handle (WebAuthn Level 3, 5.4.3): the random id of the user, without personal data. */
export const userHandleOf = (user: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(user.replaceAll('-', ''), 'hex'))

type Known = Pick<StoredPasskey, 'credential_id' | 'transports'>

const descriptorOf = ({ credential_id, transports }: Known) => ({
  id: credential_id,
  ...(transports === '' ? {} : { transports: transports.split(',') }),
})

type Issuing = { keys: ServerKeys; party: RelyingParty; use: ChallengeUse; now: Date }

/** Options for a new passkey: discoverable, so that it also signs in alone, and with user verification. */
export async function registrationOptions(
  { keys, party, use, now }: Issuing,
  user: { id: string; email: string; nombre: string },
  known: readonly Known[],
) {
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: 'Foja',
    rpID: party.id,
    userID: userHandleOf(user.id),
    userName: user.email,
    userDisplayName: user.nombre,
    challenge: createChallenge(keys, use, now),
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** Options for the answer of a passkey: one of `known`, or, if that is empty, any that the browser has of this site. */
export async function assertionOptions({ keys, party, use, now }: Issuing, known: readonly Known[]) {
  const { generateAuthenticationOptions } = await library()
  return await generateAuthenticationOptions({
    rpID: party.id,
    challenge: createChallenge(keys, use, now),
    timeout,
    allowCredentials: known.map(descriptorOf),
    userVerification: 'required',
  })
}
export type AssertionOptions = Awaited<ReturnType<typeof assertionOptions>>

/** Checks of both ceremonies: this site, this use of the challenge. Keeps the challenge that was answered. */
function expectationsOf({ keys, party, use, now }: Issuing) {
  const answered = { challenge: '' }
  const expectedChallenge = (challenge: string) => {
    answered.challenge = challenge
    return isChallenge(keys, use, challenge, now)
  }
  return { answered, expected: { expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id } }
}

/** Verifies a new passkey (WebAuthn Level 3, 7.1). Returns null if it is not accepted. */
export async function verifyRegistration(issuing: Issuing, response: Registration) {
  const { answered, expected } = expectationsOf(issuing)
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      ...expected,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { credential, credentialBackedUp: synced } = info
    const public_key = Buffer.from(credential.publicKey).toString('base64url')
    const transports = (credential.transports ?? []).join(',')
    const passkey = { credential_id: credential.id, public_key, counter: credential.counter, transports, synced }
    return { challenge: answered.challenge, passkey }
  } catch {
    return null
  }
}

/**
 * Verifies the answer of a stored passkey (WebAuthn Level 3, 7.2), all but its signature counter, which the caller
 * compares under a lock. Returns null if it is not accepted.
 */
export async function verifyAssertion(issuing: Issuing, passkey: StoredPasskey, response: Assertion) {
  const { answered, expected } = expectationsOf(issuing)
  const publicKey = Uint8Array.from(Buffer.from(passkey.public_key, 'base64url'))
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      ...expected,
      credential: { id: passkey.credential_id, publicKey, counter: 0 },
      requireUserVerification: true,
    })
    if (!verified) return null
    return { challenge: answered.challenge, counter: info.newCounter, synced: info.credentialBackedUp }
  } catch {
    return null
  }
}
