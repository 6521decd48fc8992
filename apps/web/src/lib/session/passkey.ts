import type { Assertion, Registration } from '@foja/contracts/passkeys'

/** WebAuthn options as the server sends them. */
export type PasskeyOptions = { challenge: string }

/** The user closed the browser's dialog, or nothing there fits. */
export class PasskeyCancelledError extends Error {
  constructor(cause: unknown) {
    super('The passkey dialog was closed', { cause })
    this.name = 'PasskeyCancelledError'
  }
}

/** True if this browser has passkeys for this address: a secure page with a name, not an IP address. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Names of errors for a dialog that the user closed or that ran out of time (WebAuthn Level 3, 5.1.3 and 5.1.4). */
const cancelled = new Set(['NotAllowedError', 'AbortError'])

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { name, cause } = error as Error
    if (cancelled.has(name) || cancelled.has((cause as Error | undefined)?.name ?? '')) {
      throw new PasskeyCancelledError(error)
    }
    throw error
  }
}

/** Asks the browser for a passkey's answer. Rejects with PasskeyCancelledError, or another error if it has failed. */
export async function answerChallenge(options: PasskeyOptions): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return (await ask(() => startAuthentication({ optionsJSON: options }))) as Assertion
}

/** Asks the browser to make a passkey. Rejects like `answerChallenge`. */
export async function createPasskey(options: PasskeyOptions): Promise<Registration> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, rawId, type, response, clientExtensionResults, authenticatorAttachment } = await ask(() =>
    startRegistration({ optionsJSON: options as never }),
  )
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
    clientExtensionResults: clientExtensionResults as Registration['clientExtensionResults'],
    authenticatorAttachment,
  }
}
